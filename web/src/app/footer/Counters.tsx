import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { GenericMetrics } from '#contract'
import { useGenericMetrics } from '../../aoi/data.ts'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useToday } from '../use-today.ts'
import { useWorkspace } from '../use-workspace.ts'
import { type Filter, rangeOf, toggleFilter } from '../workspace.ts'
import classes from './Counters.module.css'
import { instantsOf } from './date-range.ts'

const counters = [
  { filter: 'new', label: 'footer.new', count: 'newAois' },
  { filter: 'inProgress', label: 'footer.inProgress', count: 'isProgressAois' },
  { filter: 'done', label: 'footer.archived', count: 'doneAois' },
] as const satisfies { filter: Filter; label: string; count: keyof GenericMetrics }[]

/** How many events there are in the chosen dates, and the way to see only these. */
export const Counters = () => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  const today = useToday()
  const { data } = useGenericMetrics(instantsOf(rangeOf(workspace, today)), path === '/sensors' ? 'sensor' : 'event')
  return (
    <div className={classes.counters}>
      {counters.map(({ filter, label, count }) => (
        <button
          key={filter}
          type="button"
          className={classes.counter}
          data-state={filter}
          aria-pressed={workspace.filter === filter}
          onClick={() => go(toggleFilter(workspace, filter))}
        >
          <span className={classes.dot} aria-hidden />
          <span>{t(label)}</span>
          <span className={classes.number}>{data ? formatNumber(data[count], currentLanguage()) : <Unknown />}</span>
        </button>
      ))}
    </div>
  )
}

const Unknown = () => {
  const { t } = useTranslation()
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('footer.unknown')}</VisuallyHidden>
    </>
  )
}
