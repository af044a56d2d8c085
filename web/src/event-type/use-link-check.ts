import { useState } from 'react'
import { isWebAddress } from '#contract'
import { type LinkFound, lookAt } from './data.ts'

/** Looks whether there is something at an address, and warns once where there is not: saving again keeps it as it is. */
export const useLinkCheck = (saved: string) => {
  const [found, setFound] = useState<LinkFound>('there')
  const [known, setKnown] = useState(saved)
  const [isLooking, setIsLooking] = useState(false)
  const look = async (url: string): Promise<boolean> => {
    if (url === '' || url === known || !isWebAddress(url)) return true
    const now = await lookAt(url)
    setKnown(url)
    setFound(now)
    return now !== 'nothing'
  }
  /** Before it is saved, which waits for it. */
  const mayPass = async (url: string) => {
    setIsLooking(true)
    const isThere = await look(url)
    setIsLooking(false)
    return isThere
  }
  return { found, look, mayPass, isLooking, forget: () => setFound('there') }
}
