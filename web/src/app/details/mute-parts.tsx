import { type ComponentProps, lazy, Suspense } from 'react'
import { withTexts } from '../../i18n/i18n.ts'
import type { MuteAlarms, MutesOf } from './MuteAlarms.tsx'

const load = withTexts(['rules'], () => import('./MuteAlarms.tsx'))
const Button = lazy(() => load().then((file) => ({ default: file.MuteAlarms })))
const Mutes = lazy(() => load().then((file) => ({ default: file.MutesOf })))

/** Both are loaded with their texts when a card first shows them. */
export const LazyMuteAlarms = (props: ComponentProps<typeof MuteAlarms>) => (
  <Suspense>
    <Button {...props} />
  </Suspense>
)

export const LazyMutesOf = (props: ComponentProps<typeof MutesOf>) => (
  <Suspense>
    <Mutes {...props} />
  </Suspense>
)
