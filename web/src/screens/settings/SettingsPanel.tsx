import {
  type Icon,
  IconAlertTriangle,
  IconApi,
  IconBellRinging,
  IconBuilding,
  IconChartLine,
  IconClipboardCheck,
  IconFileImport,
  IconForms,
  IconId,
  IconKey,
  IconListDetails,
  IconMap2,
  IconRss,
  IconSearchOff,
  IconServer,
  IconUser,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Action, mayEver, type Profile } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { actorOf } from '../../people/user/data.ts'
import { useIsWide } from '../../ui/browser/wide.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Row } from '../../ui/lists/Row.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { openPanel, type Workspace } from '../workspace/workspace.ts'
import classes from './Settings.module.css'

const Feeds = lazy(
  withTexts(['export', 'calendar'], () => import('../panels/Feeds.tsx').then((file) => ({ default: file.Feeds }))),
)

/** `opens` is merged into the address; without it, a dialog opens above the list. */
type Place = { icon: Icon; needs: Action; opens?: Workspace }

const places = {
  eventTypes: { icon: IconForms, needs: 'eventType.edit', opens: { panel: 'eventssettings' } },
  roles: { icon: IconId, needs: 'role.edit', opens: { panel: 'teamssettings' } },
  actions: { icon: IconClipboardCheck, needs: 'action.edit', opens: { panel: 'teamssettings', tab: 'actions' } },
  team: { icon: IconUserPlus, needs: 'member.invite', opens: { panel: 'users' } },
  groups: { icon: IconUsersGroup, needs: 'community.edit', opens: { panel: 'groups' } },
  metrics: { icon: IconChartLine, needs: 'metric.edit', opens: { panel: 'metrics' } },
  rules: { icon: IconBellRinging, needs: 'rule.edit', opens: { panel: 'rules' } },
  places: { icon: IconMap2, needs: 'region.edit', opens: { panel: 'regions' } },
  imports: { icon: IconFileImport, needs: 'import.run', opens: { panel: 'imports' } },
  feeds: { icon: IconRss, needs: 'token.list' },
  warningFeeds: { icon: IconAlertTriangle, needs: 'warningFeed.edit', opens: { panel: 'warningfeeds' } },
  service: { icon: IconBuilding, needs: 'service.edit', opens: { panel: 'servicesettings' } },
  server: { icon: IconServer, needs: 'server.read', opens: { panel: 'serversettings' } },
  tokens: { icon: IconApi, needs: 'token.create', opens: { panel: 'tokens' } },
  keys: { icon: IconKey, needs: 'ingestKey.edit', opens: { panel: 'tokens', tab: 'keys' } },
  audit: { icon: IconListDetails, needs: 'audit.read', opens: { view: 'audit' } },
  profile: { icon: IconUser, needs: 'profile.edit', opens: { panel: 'edituser' } },
} as const satisfies Record<string, Place>

const ids = Object.keys(places) as (keyof typeof places)[]

/** All settings that the member may change. The search matches their names, descriptions and keywords. */
export const SettingsPanel = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, path, go, replace } = useWorkspace()
  const isWide = useIsWide()
  const [dialog, setDialog] = useState<keyof typeof places>()
  const closeDialog = () => setDialog(undefined)
  const actor = actorOf(profile)
  const { find = '' } = workspace
  const words = find.trim().toLowerCase().split(/\s+/)
  const textOf = (id: keyof typeof places) =>
    [t(`settingsPanel.${id}.name`), t(`settingsPanel.${id}.about`), t(`settingsPanel.${id}.words`)]
      .join(' ')
      .toLowerCase()
  const shown = ids
    .filter((id) => mayEver(actor, places[id].needs))
    .filter((id) => words.every((word) => textOf(id).includes(word)))
  const open = (id: keyof typeof places) => {
    const { opens }: Place = places[id]
    if (!opens) return setDialog(id)
    const from: Workspace = { ...workspace, find: undefined, tab: undefined }
    // The audit has no panel. On a phone the settings panel closes, because it would cover the audit.
    if (!opens.panel || opens.panel === 'closed')
      return go({ ...from, ...opens, panel: isWide ? 'settings' : undefined, back: undefined })
    return go({ ...openPanel(from, path, opens.panel), ...opens })
  }
  return (
    <div className={classes.panel}>
      <div className={classes.toolbar}>
        <SearchField
          label={t('settingsPanel.search')}
          value={find}
          onChange={(text) => replace((now) => ({ ...now, find: text || undefined }))}
        />
      </div>
      <nav className={classes.content} aria-label={t('menu.settings')}>
        {shown.map((id) => {
          const { icon: Shape } = places[id]
          return (
            <Row
              key={id}
              name={t(`settingsPanel.${id}.name`)}
              weight="medium"
              picture={
                <span className={classes.sign}>
                  <Shape size={22} stroke={1.75} aria-hidden />
                </span>
              }
              meta={<bdi className={classes.about}>{t(`settingsPanel.${id}.about`)}</bdi>}
              metaTitle={t(`settingsPanel.${id}.about`)}
              isSelected={false}
              onPress={() => open(id)}
            />
          )
        })}
        {shown.length === 0 && <EmptyState icon={IconSearchOff} text={t('settingsPanel.notFound', { find })} />}
      </nav>
      <Suspense>{dialog === 'feeds' && <Feeds profile={profile} onClose={closeDialog} />}</Suspense>
    </div>
  )
}
