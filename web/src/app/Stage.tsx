import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import classes from './Stage.module.css'
import { useWorkspace } from './use-workspace.ts'

export const loadMap = () => import('./WorkspaceMap.tsx')
const WorkspaceMap = lazy(() => loadMap().then((map) => ({ default: map.WorkspaceMap })))
const EventsChart = lazy(() => import('./EventsChart.tsx').then((file) => ({ default: file.EventsChart })))

/** What fills the place between header and footer: the map, or a calendar or a chart over it. */
export const Stage = ({ profile, isWide }: { profile: Profile; isWide: boolean }) => {
  const { t } = useTranslation()
  const { workspace, path } = useWorkspace()
  const isCalendar = path === '/calendar' || workspace.view === 'calendar'
  return (
    <>
      {path !== '/calendar' && (
        <Suspense fallback={<div className={classes.map} role="status" aria-label={t('map.loading')} />}>
          <WorkspaceMap profile={profile} isWide={isWide} />
        </Suspense>
      )}
      {workspace.view === 'chart' && path === '/' && (
        <section
          className={classes.chart}
          data-drawer={workspace.selected ? true : undefined}
          aria-label={t('chart.title')}
        >
          <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>
            <EventsChart profile={profile} />
          </Suspense>
        </section>
      )}
      {isCalendar && (
        <section className={classes.calendar} aria-label={t('dates.calendarView')}>
          <EmptyState icon={IconCalendar} text={t('empty.calendar')} />
        </section>
      )}
    </>
  )
}
