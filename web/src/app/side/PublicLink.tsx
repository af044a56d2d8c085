import { mayEver, type Profile } from '#contract'
import { useEventTypes } from '../../aoi/data.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { actorOf } from '../../user/data.ts'
import { PublicLinkDialog } from '../../visitor/PublicLinkDialog.tsx'

type Props = { profile: Profile; type?: string; onClose: () => void }

/** The public link of the member's service, with the event types that can be reported through it. */
export const PublicLink = ({ profile, type = '', onClose }: Props) => {
  const { data: types = [] } = useEventTypes(profile.service._id)
  const language = currentLanguage()
  return (
    <PublicLinkDialog
      types={types.map(({ _id, name, translations }) => ({ _id, name: translations[language]?.name || name }))}
      type={type}
      canReplace={mayEver(actorOf(profile), 'publicLink.replace')}
      onClose={onClose}
    />
  )
}
