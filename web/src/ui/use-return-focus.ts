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

/**
 * When something else is shown in this part of the page, the focus that was in there begins with the heading, which
 * carries `data-home`. What is on its way out may still have it: React hides it before it goes.
 */
export const useFocusHome = (part: RefObject<HTMLElement | null>, shown: string): void => {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (isNowhere() || part.current?.contains(document.activeElement)) focusHome()
  }, [part, shown])
}
