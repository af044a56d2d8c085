import { useMediaQuery } from '@mantine/hooks'
import { NARROW_PX } from '../theme/theme.ts'

export const useIsWide = (): boolean =>
  useMediaQuery(`(min-width: ${NARROW_PX}px)`, undefined, { getInitialValueInEffect: false }) ?? true
