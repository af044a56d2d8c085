import {
  type Icon,
  IconBellRinging,
  IconBuilding,
  IconForms,
  IconId,
  IconListDetails,
  IconMap2,
  IconServer,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Action, mayEver, type Profile } from '#contract'
import { actorOf } from '../../people/user/data.ts'
import { useIsWide } from '../../ui/browser/wide.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import type { Panel } from '../workspace/workspace.ts'
import classes from './Settings.module.css'

type Place = { id: string; icon: Icon; needs: Action; panel?: Panel }

const places = [
  { id: 'eventssettings', icon: IconForms, needs: 'eventType.edit', panel: 'eventssettings' },
  { id: 'teamssettings', icon: IconId, needs: 'role.edit', panel: 'teamssettings' },
  { id: 'rules', icon: IconBellRinging, needs: 'rule.edit', panel: 'rules' },
  { id: 'regions', icon: IconMap2, needs: 'region.edit', panel: 'regions' },
  { id: 'servicesettings', icon: IconBuilding, needs: 'service.edit', panel: 'servicesettings' },
  { id: 'serversettings', icon: IconServer, needs: 'server.read', panel: 'serversettings' },
  { id: 'audit', icon: IconListDetails, needs: 'audit.read' },
] as const satisfies Place[]

export const SettingsNav = ({ profile, here }: { profile: Profile; here: Panel }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const actor = actorOf(profile)
  const isWide = useIsWide()
  const open = (place: Place) =>
    go(
      place.panel
        ? { ...workspace, panel: place.panel, tab: undefined }
        : // On a phone a settings panel is full screen and would cover the audit.
          { ...workspace, view: 'audit', panel: isWide ? here : undefined, back: undefined },
    )
  return (
    <nav className={classes.nav} aria-label={t('settingsNav.label')}>
      {places
        .filter(({ needs }) => mayEver(actor, needs))
        .map((place) => (
          <button
            key={place.id}
            type="button"
            className={classes.place}
            aria-current={'panel' in place && place.panel === here ? 'page' : undefined}
            onClick={() => open(place)}
          >
            <place.icon size={20} stroke={1.75} aria-hidden />
            <span>{t(`settingsNav.${place.id}`)}</span>
          </button>
        ))}
    </nav>
  )
}
