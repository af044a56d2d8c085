import { type RefObject, useEffect, useRef } from 'react'

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/** Where the focus goes when neither it nor what it came from is there any more: the heading of what is shown. */
const focusHome = () => document.querySelector<HTMLElement>('[data-home]')?.focus({ preventScroll: true })

/** When this part of the page goes and takes the focus with it, the focus returns to where it came from. */
export const useReturnFocus = (part: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    let opener = document.activeElement
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !part.current?.contains(target)) opener = target
    }
    document.addEventListener('focusin', note)
    return () => {
      document.removeEventListener('focusin', note)
      if (!isNowhere()) return
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      if (isNowhere()) focusHome()
    }
  }, [part])
}

/** What took the place of the focused element begins with its heading, which carries `data-home`. */
export const useFocusHome = (shown: string): void => {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current !== shown && isNowhere()) focusHome()
    before.current = shown
  }, [shown])
}
