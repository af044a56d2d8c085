import { type RefObject, useEffect, useRef } from 'react'

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/** Where the focus goes when neither it nor what it came from is there any more: the heading of what is shown. */
const focusHome = () => document.querySelector<HTMLElement>('[data-home]')?.focus({ preventScroll: true })

/**
 * When this part of the page goes and takes the focus with it, the focus returns to what opened it. Showing another
 * thing in it opens it anew.
 */
export const useReturnFocus = (part: RefObject<HTMLElement | null>, shown: string): void => {
  const opener = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each thing that is shown has an opener
  useEffect(() => {
    if (!part.current?.contains(document.activeElement)) opener.current = document.activeElement
  }, [part, shown])
  useEffect(
    () => () => {
      if (!isNowhere()) return
      if (opener.current instanceof HTMLElement && opener.current.isConnected)
        opener.current.focus({ preventScroll: true })
      if (isNowhere()) focusHome()
    },
    [],
  )
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
