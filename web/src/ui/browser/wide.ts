import { useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import { NARROW_PX } from '../theme/narrow.ts'

/** Whether to use the desktop layout. Printing keeps the screen's layout, because paper is narrow. */
export const useIsWide = (): boolean => {
  const isWide = useMediaQuery(`(min-width: ${NARROW_PX}px)`, undefined, { getInitialValueInEffect: false }) ?? true
  const onScreen = useRef(isWide)
  if (!window.matchMedia('print').matches) onScreen.current = isWide
  return onScreen.current
}
