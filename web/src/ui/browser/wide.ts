import { useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import { NARROW_PX } from '../theme/narrow.ts'

/** Whether the page is shown as on a desk. Printing keeps the screen's answer: paper is narrow, and what is printed must stay open. */
export const useIsWide = (): boolean => {
  const isWide = useMediaQuery(`(min-width: ${NARROW_PX}px)`, undefined, { getInitialValueInEffect: false }) ?? true
  const onScreen = useRef(isWide)
  if (!window.matchMedia('print').matches) onScreen.current = isWide
  return onScreen.current
}
