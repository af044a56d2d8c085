import { mayEver, type Profile } from '#contract'
import { useEventTypes } from '../../aoi/data.ts'
import { actorOf } from '../../user/data.ts'
import { PublicLinkDialog } from '../../visitor/PublicLinkDialog.tsx'

type Props = { profile: Profile; type?: string; onClose: () => void }

/** The public link of the member's service, with the event types that can be reported through it. */
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
