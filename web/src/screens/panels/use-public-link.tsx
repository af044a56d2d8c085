import { lazy, type ReactNode, Suspense, useState } from 'react'
import { mayEver, type Profile } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { actorOf } from '../../people/user/data.ts'

const PublicLink = lazy(
  withTexts(['public-link', 'people', 'work'], () =>
    import('./PublicLink.tsx').then((file) => ({ default: file.PublicLink })),
  ),
)

/**
 * The dialog of the public link and the function that opens it; undefined if the member may not see the link. `type` is
 * the preselected event type.
 */
export const usePublicLinkDialog = (
  profile: Profile,
  { type, onClose }: { type?: string | undefined; onClose?: () => void } = {},
): { open: (() => void) | undefined; dialog: ReactNode } => {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    setIsOpen(false)
    onClose?.()
  }
  if (!mayEver(actorOf(profile), 'publicLink.read')) return { open: undefined, dialog: null }
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && (
      <Suspense>
        <PublicLink profile={profile} type={type} onClose={close} />
      </Suspense>
    ),
  }
}
