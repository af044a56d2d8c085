import { lazy, Suspense } from 'react'
import type { Box, LngLat, Profile as Me } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { NotificationSettings } from '../../messaging/notification/NotificationSettings.tsx'
import { rolesToChoose, useRoles } from '../../people/role/data.ts'
import { SecondFactorSettings } from '../../people/second-factor/SecondFactorSettings.tsx'
import { useSettings } from '../../people/setting/data.ts'
import { useOtherServices } from '../../people/user/data.ts'
import { ProfileForm } from '../../people/user/profile/ProfileForm.tsx'
import { useBackupNote } from '../workspace/use-backup-note.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'

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
  // Optional: without roles and services the rest of the profile can still be edited.
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
    </ProfileForm>
  )
}
