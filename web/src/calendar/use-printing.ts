import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: what scrolls on a screen has to be shown whole on paper. */
export const useIsPrinting = (): boolean => {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // The picture is taken as soon as the event is over.
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
