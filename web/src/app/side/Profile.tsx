import type { Profile as Me } from '#contract'
import { NotificationSettings } from '../../notification/NotificationSettings.tsx'
import { useRoles } from '../../role/data.ts'
import { SecondFactorSettings } from '../../second-factor/SecondFactorSettings.tsx'
import { useSettings } from '../../setting/data.ts'
import { useOtherServices } from '../../user/data.ts'
import { ProfileForm } from '../../user/profile/ProfileForm.tsx'
import { useWorkspace } from '../use-workspace.ts'

/** One's own profile, with what there is to choose from. */
export const Profile = ({ profile }: { profile: Me }) => {
  const { workspace, go, replace } = useWorkspace()
  // Without these two the rest of the profile can still be changed.
  const { data: roles } = useRoles(profile.service._id)
  const { data: services = [] } = useOtherServices()
  const { data: settings } = useSettings()
  return (
    <ProfileForm
      profile={profile}
      roles={roles ?? (profile.role ? [profile.role] : [])}
      services={services}
      placing={{
        isOn: workspace.view === 'place',
        start: () => go((now) => ({ ...now, view: 'place' })),
        stop: () => replace((now) => ({ ...now, view: undefined })),
      }}
    >
      {profile.secondFactor && <SecondFactorSettings state={profile.secondFactor} />}
      <NotificationSettings account={profile._id} isOffline={settings?.offlineMode ?? false} />
    </ProfileForm>
  )
}
