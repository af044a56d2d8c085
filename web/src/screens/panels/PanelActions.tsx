import { IconLogout, IconSettings } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type Action, mayEver, type Profile } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { actorOf, useLogOut } from '../../people/user/data.ts'
import { useIsWide } from '../../ui/browser/wide.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { openPanel, type Panel, shownForm } from '../workspace/workspace.ts'
import { ListActions } from './ListActions.tsx'

const SensorActions = lazy(
  withTexts(['sensors'], () => import('./SensorActions.tsx').then((file) => ({ default: file.SensorActions }))),
)

const ShortListActions = lazy(() =>
  import('./ShortListActions.tsx').then((file) => ({ default: file.ShortListActions })),
)

/** For each panel, the panel that its gear button opens and the right required. Settings panels open all settings. */
const settingsOf: Partial<Record<Panel, { panel: Panel; needs: Action }>> = {
  activities: { panel: 'groups', needs: 'community.edit' },
  events: { panel: 'eventssettings', needs: 'eventType.edit' },
  users: { panel: 'teamssettings', needs: 'role.edit' },
  // Communities are edited in the list itself, so the gear opens all settings.
  groups: { panel: 'settings', needs: 'community.edit' },
  // The rules that sensors trigger.
  aois: { panel: 'rules', needs: 'rule.edit' },
  metrics: { panel: 'settings', needs: 'metric.edit' },
  eventssettings: { panel: 'settings', needs: 'eventType.edit' },
  teamssettings: { panel: 'settings', needs: 'role.edit' },
  rules: { panel: 'settings', needs: 'rule.edit' },
  regions: { panel: 'settings', needs: 'region.edit' },
  imports: { panel: 'settings', needs: 'import.run' },
  servicesettings: { panel: 'settings', needs: 'service.edit' },
  serversettings: { panel: 'settings', needs: 'server.read' },
  tokens: { panel: 'settings', needs: 'service.edit' },
  warnings: { panel: 'warningfeeds', needs: 'warningFeed.edit' },
  warningfeeds: { panel: 'settings', needs: 'warningFeed.edit' },
}

const listPanels: ReadonlySet<Panel> = new Set(['events', 'activities', 'users', 'groups', 'aois'])

const exportedPanels = ['users', 'groups', 'aois', 'regions', 'alarms', 'warnings'] as const

export const PanelActions = ({ panel, profile }: { panel: Panel; profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  const logOut = useLogOut()
  const isWide = useIsWide()
  const settings = settingsOf[panel]
  const openSettings =
    settings && mayEver(actorOf(profile), settings.needs)
      ? () => go(openPanel(workspace, path, settings.panel))
      : undefined
  const exported = exportedPanels.find((one) => one === panel)
  const hasMenu = listPanels.has(panel) && !workspace.sharing && !shownForm(workspace, path)
  return (
    <>
      {(panel === 'events' || panel === 'activities') && !shownForm(workspace, path) && (
        <ListActions profile={profile} panel={panel} onSettings={openSettings} />
      )}
      {exported && !workspace.sharing && !shownForm(workspace, path) && (
        <Suspense>
          <ShortListActions profile={profile} panel={exported} onSettings={openSettings} />
        </Suspense>
      )}
      {panel === 'aois' && !shownForm(workspace, path) && (
        <Suspense>
          <SensorActions profile={profile} />
        </Suspense>
      )}
      {/* On a phone, a list with a menu has this entry there. */}
      {openSettings && (isWide || !hasMenu) && (
        <IconButton icon={IconSettings} label={t('panel.settings')} onClick={openSettings} />
      )}
      {panel === 'edituser' && (
        <IconButton
          icon={IconLogout}
          label={t('menu.logOut')}
          loading={logOut.isPending}
          onClick={() => logOut.mutate()}
        />
      )}
    </>
  )
}
