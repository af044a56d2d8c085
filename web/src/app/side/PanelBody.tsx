import {
  IconCalendarEvent,
  IconChartBar,
  IconForms,
  IconId,
  IconMapPin,
  IconRadar2,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Panel } from '../workspace.ts'

const ProfileForm = lazy(() => import('../../user/ProfileForm.tsx').then((file) => ({ default: file.ProfileForm })))

const icons = {
  events: IconMapPin,
  activities: IconCalendarEvent,
  groups: IconUsersGroup,
  aois: IconRadar2,
  metrics: IconChartBar,
  eventssettings: IconForms,
  teamssettings: IconId,
  users: IconUsers,
} satisfies Record<Exclude<Panel, 'edituser'>, unknown>

/** What a panel holds, in the sidebar and on a phone alike. */
export const PanelBody = ({ panel, profile }: { panel: Panel; profile: Profile }) => {
  const { t } = useTranslation()
  if (panel === 'edituser')
    return (
      <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>
        <ProfileForm profile={profile} />
      </Suspense>
    )
  return <EmptyState icon={icons[panel]} text={t(`empty.${panel}`)} />
}
