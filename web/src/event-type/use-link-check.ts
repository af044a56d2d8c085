import { useState } from 'react'
import { isWebAddress } from '#contract'
import { type LinkFound, lookAt } from './data.ts'

/** Looks whether there is something at an address, and warns once where there is not: saving again keeps it as it is. */
export const useLinkCheck = (saved: string) => {
  const [found, setFound] = useState<LinkFound>('there')
  const [checkedUrl, setCheckedUrl] = useState(saved)
  const [isChecking, setIsChecking] = useState(false)
  const check = async (url: string): Promise<boolean> => {
    if (url === '' || url === checkedUrl || !isWebAddress(url)) return true
    const now = await lookAt(url)
    setCheckedUrl(url)
    setFound(now)
    return now !== 'nothing'
  }
  /** Before it is saved, which waits for it. */
  const mayPass = async (url: string) => {
    setIsChecking(true)
    const isThere = await check(url)
    setIsChecking(false)
    return isThere
  }
  return { found, check, mayPass, isChecking, forget: () => setFound('there') }
}
