import { IconForms, IconId, IconRadar2, IconUsersGroup } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Panel } from '../workspace.ts'

const ProfileForm = lazy(
  withTexts(['people', 'work'], () =>
    import('../../user/ProfileForm.tsx').then((file) => ({ default: file.ProfileForm })),
  ),
)

const Events = lazy(() => import('./Events.tsx').then((file) => ({ default: file.Events })))

const Activities = lazy(
  withTexts(['activities'], () => import('./Activities.tsx').then((file) => ({ default: file.Activities }))),
)

const Team = lazy(withTexts(['people'], () => import('./Team.tsx').then((file) => ({ default: file.Team }))))

const Metrics = lazy(withTexts(['metrics'], () => import('./Metrics.tsx').then((file) => ({ default: file.Metrics }))))

const icons = {
  groups: IconUsersGroup,
  aois: IconRadar2,
  eventssettings: IconForms,
  teamssettings: IconId,
} satisfies Record<Exclude<Panel, 'edituser' | 'events' | 'activities' | 'users' | 'metrics'>, unknown>

/** What a panel holds, in the sidebar and on a phone alike. */
export const PanelBody = ({ panel, profile }: { panel: Panel; profile: Profile }) => {
  const { t } = useTranslation()
  if (panel === 'edituser')
    return (
      <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>
        <ProfileForm profile={profile} />
      </Suspense>
    )
  if (panel === 'events')
    return (
      <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>
        <Events profile={profile} />
      </Suspense>
    )
  if (panel === 'activities')
    return (
      <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>
        <Activities profile={profile} />
      </Suspense>
    )
  if (panel === 'users')
    return (
      <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>
        <Team />
      </Suspense>
    )
  if (panel === 'metrics')
    return (
      <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>
        <Metrics profile={profile} />
      </Suspense>
    )
  return <EmptyState icon={icons[panel]} text={t(`empty.${panel}`)} />
}
