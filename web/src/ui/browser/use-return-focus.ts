import { type RefObject, useEffect, useRef } from 'react'

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/** Focuses the panel's heading, if neither the focused element nor its opener exists any more. */
const focusHome = () => document.querySelector<HTMLElement>('[data-home]')?.focus({ preventScroll: true })

/**
 * When this part of the page unmounts with the focus inside, the focus returns to the element that opened the part.
 * Another value of `shown` means that the part was opened again, with other contents.
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
 * When the contents of this part change while it has the focus, moves the focus to the panel's heading (`data-home`).
 * The focus may still be in the old contents, because React hides them before it removes them.
 */
export const useFocusHome = (part: RefObject<HTMLElement | null>, shown: string): void => {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (isNowhere() || part.current?.contains(document.activeElement)) focusHome()
  }, [part, shown])
}
