import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import { withTexts } from '../../i18n/i18n.ts'

const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const Part = lazy(withTexts(['rules'], () => load().then((component) => ({ default: component }))))
  return (props: ComponentProps<typeof Part>) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}

export const LazyMuteAlarms = lazily(() => import('./MuteAlarms.tsx').then(({ MuteAlarms }) => MuteAlarms))
export const LazyMutesOf = lazily(() => import('./MuteAlarms.tsx').then(({ MutesOf }) => MutesOf))
export const LazySensorAlarms = lazily(() => import('./SensorAlarms.tsx').then(({ SensorAlarms }) => SensorAlarms))
export const LazyAreaAlarms = lazily(() => import('./AreaAlarms.tsx').then(({ AreaAlarms }) => AreaAlarms))
