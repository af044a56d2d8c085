import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Box, LngLat, Profile as Me } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { NotificationSettings } from '../../messaging/notification/NotificationSettings.tsx'
import { rolesToChoose, useRoles } from '../../people/role/data.ts'
import { SecondFactorSettings } from '../../people/second-factor/SecondFactorSettings.tsx'
import { useSettings } from '../../people/setting/data.ts'
import { useOtherServices } from '../../people/user/data.ts'
import { ProfileForm } from '../../people/user/profile/ProfileForm.tsx'
import { FieldGroup } from '../../ui/fields/FieldGroup.tsx'
import parts from '../../ui/layout/Settings.module.css'
import { useBackupNote } from '../workspace/use-backup-note.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { openPanel } from '../workspace/workspace.ts'

const OfflineMap = lazy(
  withTexts(['offline-map'], () =>
    import('../../geo/streets/offline/OfflineMap.tsx').then((file) => ({ default: file.OfflineMap })),
  ),
)

const OwnEmailSettings = lazy(
  withTexts(['mail'], () =>
    import('../../people/mail/OwnEmailSettings.tsx').then((file) => ({ default: file.OwnEmailSettings })),
  ),
)

const HOME_DEGREES = 0.05
const around = ([lng, lat]: LngLat): Box => [
  lng - HOME_DEGREES,
  lat - HOME_DEGREES,
  lng + HOME_DEGREES,
  lat + HOME_DEGREES,
]

export const Profile = ({ profile }: { profile: Me }) => {
  const { workspace, go, replace } = useWorkspace()
  // Roles and services may fail to load: the rest of the profile can be edited without them.
  const { data: roles } = useRoles(profile.service._id)
  const { data: services = [] } = useOtherServices()
  const { data: settings } = useSettings()
  const backupNote = useBackupNote()
  return (
    <ProfileForm
      profile={profile}
      roles={roles ? rolesToChoose(roles, profile.role?._id) : profile.role ? [profile.role] : []}
      services={services}
      backupNote={backupNote}
      placing={{
        isOn: workspace.view === 'place',
        start: () => go((now) => ({ ...now, view: 'place' })),
        stop: () => replace((now) => ({ ...now, view: undefined })),
      }}
    >
      {profile.secondFactor && <SecondFactorSettings state={profile.secondFactor} />}
      <Suspense>
        <OwnEmailSettings />
      </Suspense>
      <NotificationSettings account={profile._id} isOffline={settings?.offlineMode ?? false} />
      {settings && settings.tileSets.length > 0 && (
        <Suspense>
          <OfflineMap
            homeArea={profile.service.homeArea ?? (profile.homeLocation && around(profile.homeLocation))}
            tileSets={settings.tileSets}
          />
        </Suspense>
      )}
      <ApiTokens />
    </ProfileForm>
  )
}

/** API tokens are in the profile, because Operators may create them but have no settings panel. */
const ApiTokens = () => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  return (
    <FieldGroup name={t('profile.tokens')}>
      <p className={parts.hint}>{t('profile.tokensHint')}</p>
      <div className={parts.buttons}>
        <Button variant="default" onClick={() => go(openPanel(workspace, path, 'tokens'))}>
          {t('profile.tokensOpen')}
        </Button>
      </div>
    </FieldGroup>
  )
}
