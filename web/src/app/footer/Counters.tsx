import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile, StateMetrics } from '#contract'
import { useStateMetrics } from '../../core/aoi/data.ts'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Counter } from '../../screens/stage/Counter.tsx'
import classes from '../../screens/stage/Counters.module.css'
import { hasCountedList } from '../../screens/workspace/counting.ts'
import { lazyAfterFirstView } from '../../screens/workspace/lazy-after-first-view.ts'
import { useCounting, usePressCounter } from '../../screens/workspace/use-counting.ts'
import { useWorkspace } from '../../screens/workspace/use-workspace.ts'
import type { Filter } from '../../screens/workspace/workspace.ts'

const SelectedCounters = lazyAfterFirstView('SelectedCounters')

const counters = [
  { filter: 'new', label: 'footer.new', count: 'newAois' },
  { filter: 'inProgress', label: 'footer.inProgress', count: 'isProgressAois' },
  { filter: 'done', label: 'footer.archived', count: 'doneAois' },
] as const satisfies { filter: Filter; label: string; count: keyof StateMetrics }[]

export const Counters = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, path } = useWorkspace()
  const press = usePressCounter()
  const counting = useCounting()
  const { data } = useStateMetrics(counting.dates, counting.kind)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame and a legend
    <div className={classes.counters} role="group" aria-label={t(`footer.about.${counting.kind}`)}>
      <span className={classes.about} data-is-list={hasCountedList(workspace, path) || undefined} aria-hidden>
        {t(`footer.about.${counting.kind}`)}
      </span>
      {counters.map(({ filter, label, count }) => (
        <Counter
          key={filter}
          state={filter}
          label={t(label)}
          value={data && formatNumber(data[count], currentLanguage())}
          {...press(filter)}
        />
      ))}
      <Suspense>
        <SelectedCounters profile={profile} counting={counting} />
      </Suspense>
    </div>
  )
}
