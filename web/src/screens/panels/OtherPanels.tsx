import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import type { Panel } from '../workspace/workspace.ts'

const ProfilePanel = lazy(
  withTexts(['people', 'work', 'device'], () => import('./Profile.tsx').then((file) => ({ default: file.Profile }))),
)

const Activities = lazy(
  withTexts(['activities'], () => import('./Activities.tsx').then((file) => ({ default: file.Activities }))),
)

const AlarmsPanel = lazy(
  withTexts(['rules', 'admin'], () => import('./AlarmsPanel.tsx').then((file) => ({ default: file.AlarmsPanel }))),
)

const Groups = lazy(withTexts(['activities'], () => import('./Groups.tsx').then((file) => ({ default: file.Groups }))))

const Team = lazy(withTexts(['people'], () => import('./Team.tsx').then((file) => ({ default: file.Team }))))

const Metrics = lazy(withTexts(['metrics'], () => import('./Metrics.tsx').then((file) => ({ default: file.Metrics }))))

const Regions = lazy(
  withTexts(['metrics', 'admin'], () => import('./Regions.tsx').then((file) => ({ default: file.Regions }))),
)

const TeamSettings = lazy(
  withTexts(['admin'], () => import('../settings/TeamSettings.tsx').then((file) => ({ default: file.TeamSettings }))),
)

const EventTypeSettings = lazy(
  withTexts(['admin'], () =>
    import('../settings/EventTypeSettings.tsx').then((file) => ({ default: file.EventTypeSettings })),
  ),
)
const RuleSettings = lazy(
  withTexts(['admin', 'rules'], () =>
    import('../settings/RuleSettings.tsx').then((file) => ({ default: file.RuleSettings })),
  ),
)
const Sensors = lazy(withTexts(['sensors'], () => import('./Sensors.tsx').then((file) => ({ default: file.Sensors }))))

const ImportSettings = lazy(
  withTexts(['admin', 'import'], () =>
    import('../settings/ImportSettings.tsx').then((file) => ({ default: file.ImportSettings })),
  ),
)

const ServiceSettings = lazy(
  withTexts(['admin', 'work', 'starter'], () =>
    import('../settings/ServiceSettings.tsx').then((file) => ({ default: file.ServiceSettings })),
  ),
)

const ServerPanel = lazy(
  withTexts(['admin', 'starter', 'work'], () =>
    import('../settings/ServerPanel.tsx').then((file) => ({ default: file.ServerPanel })),
  ),
)

const TokenSettings = lazy(
  withTexts(['tokens', 'sensors'], () =>
    import('../settings/TokenSettings.tsx').then((file) => ({ default: file.TokenSettings })),
  ),
)

const SettingsPanel = lazy(
  withTexts(['admin'], () => import('../settings/SettingsPanel.tsx').then((file) => ({ default: file.SettingsPanel }))),
)

const Warnings = lazy(
  withTexts(['warnings'], () => import('./Warnings.tsx').then((file) => ({ default: file.Warnings }))),
)

const WarningFeedSettings = lazy(
  withTexts(['warning-feeds', 'admin'], () =>
    import('../settings/WarningFeedSettings.tsx').then((file) => ({ default: file.WarningFeedSettings })),
  ),
)

export type OtherPanel = Exclude<Panel, 'events'>

const bodies: Record<OtherPanel, (profile: Profile) => ReactNode> = {
  activities: (profile) => <Activities profile={profile} />,
  alarms: (profile) => <AlarmsPanel profile={profile} />,
  aois: (profile) => <Sensors profile={profile} />,
  edituser: (profile) => <ProfilePanel profile={profile} />,
  eventssettings: (profile) => <EventTypeSettings profile={profile} />,
  groups: (profile) => <Groups profile={profile} />,
  imports: (profile) => <ImportSettings profile={profile} />,
  metrics: (profile) => <Metrics profile={profile} />,
  regions: (profile) => <Regions profile={profile} />,
  rules: (profile) => <RuleSettings profile={profile} />,
  serversettings: (profile) => <ServerPanel profile={profile} />,
  servicesettings: (profile) => <ServiceSettings profile={profile} />,
  settings: (profile) => <SettingsPanel profile={profile} />,
  teamssettings: (profile) => <TeamSettings profile={profile} />,
  tokens: (profile) => <TokenSettings profile={profile} />,
  users: (profile) => <Team profile={profile} />,
  warnings: (profile) => <Warnings profile={profile} />,
  warningfeeds: (profile) => <WarningFeedSettings profile={profile} />,
}

export const OtherPanels = ({ panel, profile }: { panel: OtherPanel; profile: Profile }) => {
  const { t } = useTranslation()
  return <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>{bodies[panel](profile)}</Suspense>
}
