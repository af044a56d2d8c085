import { IconFileSearch, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AoiKind, Profile } from '#contract'
import { useAoiKind } from '../../core/aoi/data.ts'
import { withTexts } from '../../i18n/i18n.ts'
import { useReturnFocus } from '../../ui/browser/use-return-focus.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { ShowOnMap } from '../details/ShowOnMap.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { closeDetails, selectedId, type Workspace } from '../workspace/workspace.ts'
import classes from './Drawer.module.css'

const EventDetails = lazy(
  withTexts(['work', 'activities'], () =>
    import('../details/EventDetails.tsx').then((file) => ({ default: file.EventDetails })),
  ),
)

const MemberPanel = lazy(
  withTexts(['people', 'work'], () =>
    import('../details/MemberPanel.tsx').then((file) => ({ default: file.MemberPanel })),
  ),
)

const SensorDetails = lazy(
  withTexts(['sensors'], () =>
    import('../details/SensorDetails.tsx').then((file) => ({ default: file.SensorDetails })),
  ),
)

const GroupDetails = lazy(
  withTexts(['work', 'activities'], () =>
    import('../details/GroupDetails.tsx').then((file) => ({ default: file.GroupDetails })),
  ),
)

const WarningDetails = lazy(
  withTexts(['warnings', 'work'], () =>
    import('../details/WarningDetails.tsx').then((file) => ({ default: file.WarningDetails })),
  ),
)

export const Drawer = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const kind = useAoiKind(selectedId(workspace, 'aoi'))
  const drawer = useRef<HTMLElement>(null)
  useReturnFocus(drawer, workspace.selected ?? '')
  if (!workspace.selected) return null
  return (
    <section ref={drawer} className={classes.drawer} aria-label={t('panel.details')}>
      <header className={classes.header}>
        <h2 className={classes.title}>{t(detailsTitle(workspace, kind))}</h2>
        <ShowOnMap />
        <IconButton icon={IconX} label={t('word.close')} onClick={() => go(closeDetails(workspace, kind))} />
      </header>
      <Details profile={profile} />
    </section>
  )
}

const aoiTitles = { event: 'aoi.event', activity: 'aoi.activity', sensor: 'panel.area' } as const

export const detailsTitle = (workspace: Workspace, kind: AoiKind | undefined) => {
  if (selectedId(workspace, 'aoi')) return kind ? aoiTitles[kind] : 'panel.details'
  if (selectedId(workspace, 'sensor')) return 'panel.sensor'
  if (selectedId(workspace, 'group')) return 'panel.group'
  if (selectedId(workspace, 'warning')) return 'panel.warning'
  return selectedId(workspace, 'user') ? 'panel.member' : 'panel.details'
}

export const Details = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace } = useWorkspace()
  const nonce = selectedId(workspace, 'aoi')
  const memberId = selectedId(workspace, 'user')
  const sensorId = selectedId(workspace, 'sensor')
  const groupId = selectedId(workspace, 'group')
  const warningId = selectedId(workspace, 'warning')
  if (nonce)
    return (
      <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>
        <EventDetails key={nonce} nonce={nonce} profile={profile} />
      </Suspense>
    )
  if (sensorId)
    return (
      <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>
        <SensorDetails key={sensorId} id={sensorId} profile={profile} />
      </Suspense>
    )
  if (memberId)
    return (
      <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>
        <MemberPanel key={memberId} id={memberId} profile={profile} />
      </Suspense>
    )
  if (groupId)
    return (
      <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>
        <GroupDetails key={groupId} id={groupId} profile={profile} />
      </Suspense>
    )
  if (warningId)
    return (
      <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>
        <WarningDetails key={warningId} id={warningId} profile={profile} />
      </Suspense>
    )
  return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
}
