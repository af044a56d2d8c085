import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { withTexts } from '../i18n/i18n.ts'
import { useWorkspace } from '../screens/workspace/use-workspace.ts'
import { panelOf } from '../screens/workspace/workspace.ts'
import { noteFirstView } from '../ui/browser/first-view-shown.ts'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import classes from './Stage.module.css'

export const loadMap = () => import('../screens/stage/WorkspaceMap.tsx')
const WorkspaceMap = lazy(() => loadMap().then((map) => ({ default: map.WorkspaceMap })))
const EventsChart = lazy(
  withTexts(['calendar'], () =>
    import('../screens/stage/EventsChart.tsx').then((file) => ({ default: file.EventsChart })),
  ),
)

const WorkspacePlan = lazy(
  withTexts(['metrics'], () =>
    import('../screens/stage/WorkspacePlan.tsx').then((file) => ({ default: file.WorkspacePlan })),
  ),
)

const WorkspaceCalendar = lazy(
  withTexts(['calendar'], () =>
    import('../screens/stage/WorkspaceCalendar.tsx').then((file) => ({ default: file.WorkspaceCalendar })),
  ),
)

const WorkspaceDashboard = lazy(
  withTexts(['calendar'], () =>
    import('../screens/stage/WorkspaceDashboard.tsx').then((file) => ({ default: file.WorkspaceDashboard })),
  ),
)

const Audit = lazy(
  withTexts(['admin'], () => import('../screens/stage/Audit.tsx').then((file) => ({ default: file.Audit }))),
)

const WorkspaceReview = lazy(
  withTexts(['review', 'twin', 'work'], () =>
    import('../screens/stage/WorkspaceReview.tsx').then((file) => ({ default: file.WorkspaceReview })),
  ),
)

export const Stage = ({ profile, isWide }: { profile: Profile; isWide: boolean }) => {
  const { t } = useTranslation()
  const { workspace, path } = useWorkspace()
  const isCalendar = path === '/calendar' || workspace.view === 'calendar'
  const hasMap = path !== '/calendar'
  useEffect(() => {
    if (!hasMap) noteFirstView()
  }, [hasMap])
  return (
    <>
      {hasMap && (
        <Suspense fallback={<div className={classes.map} role="status" aria-label={t('map.loading')} />}>
          <WorkspaceMap profile={profile} isWide={isWide} />
        </Suspense>
      )}
      {workspace.view === 'chart' && path === '/' && (
        <Cover name={t('chart.title')}>
          <EventsChart profile={profile} />
        </Cover>
      )}
      {workspace.view === 'dashboard' && path === '/' && (
        <Cover name={t('dates.dashboard')}>
          <WorkspaceDashboard profile={profile} />
        </Cover>
      )}
      {workspace.plan && path === '/' && !isCalendar && (
        <Cover name={t('panel.plan')}>
          <WorkspacePlan profile={profile} plan={workspace.plan} />
        </Cover>
      )}
      {workspace.view === 'audit' && path === '/' && (
        <Cover name={t('panel.audit')}>
          <Audit profile={profile} />
        </Cover>
      )}
      {workspace.view === 'review' && path === '/' && (
        <Cover name={t('menu.review')}>
          <WorkspaceReview profile={profile} />
        </Cover>
      )}
      {isCalendar && (
        <Cover name={t('dates.calendarView')}>
          <WorkspaceCalendar profile={profile} isWide={isWide} />
        </Cover>
      )}
    </>
  )
}

const Cover = ({ name, children }: { name: string; children: ReactNode }) => {
  const { t } = useTranslation()
  const { workspace, path } = useWorkspace()
  return (
    <section
      className={classes.cover}
      data-cover
      data-sidebar={panelOf(workspace, path) === 'closed' ? undefined : true}
      data-drawer={workspace.selected ? true : undefined}
      aria-label={name}
    >
      <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>{children}</Suspense>
    </section>
  )
}
