import { useState } from 'react'
import { isWebAddress } from '#contract'
import { type LinkStatus, lookAt } from './data.ts'

/** Checks whether a URL is reachable. If not, the first attempt to save shows a warning, and the second one saves. */
export const useLinkCheck = (saved: string) => {
  const [result, setResult] = useState<LinkStatus>('there')
  const [checkedUrl, setCheckedUrl] = useState(saved)
  const [isChecking, setIsChecking] = useState(false)
  const check = async (url: string): Promise<boolean> => {
    if (url === '' || url === checkedUrl || !isWebAddress(url)) return true
    const now = await lookAt(url)
    setCheckedUrl(url)
    setResult(now)
    return now !== 'nothing'
  }
  const mayPass = async (url: string) => {
    setIsChecking(true)
    const isThere = await check(url)
    setIsChecking(false)
    return isThere
  }
  return { result, check, mayPass, isChecking, forget: () => setResult('there') }
}
