import { mayEver, type Profile } from '#contract'
import { useEventTypes } from '../../core/aoi/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { PublicLinkDialog } from '../../public/visitor/PublicLinkDialog.tsx'

type Props = { profile: Profile; type?: string; onClose: () => void }

export const PublicLink = ({ profile, type = '', onClose }: Props) => {
  const { data: types = [] } = useEventTypes(profile.service._id)
  return (
    <PublicLinkDialog
      service={profile.service}
      types={types}
      type={type}
      canReplace={mayEver(actorOf(profile), 'publicLink.replace')}
      onClose={onClose}
    />
  )
}
