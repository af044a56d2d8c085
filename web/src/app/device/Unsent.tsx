import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Profile } from '#contract'
import { onUnsentWork, unsentWork, type Work } from '../../api/device/unsent.ts'
import { withTexts } from '../../i18n/i18n.ts'
import type { Subject } from '../../log/outgoing.ts'

const parts = withTexts(['device'], () => import('./UnsentParts.tsx'))
const UnsentAois = lazy(() => parts().then((file) => ({ default: file.UnsentAois })))
const UnsentEntries = lazy(() => parts().then((file) => ({ default: file.UnsentEntries })))
const UnsentCard = lazy(
  withTexts(['device'], () => import('./UnsentCard.tsx').then((file) => ({ default: file.UnsentCard }))),
)

/** Nearly always there is nothing, and then nothing is loaded for it. */
const useIsAny = () => useSyncExternalStore(onUnsentWork, unsentWork).length > 0

/** What was made without a line and is not with the server yet, before the list it will stand in. */
export const Unsent = ({ kind }: { kind: 'event' | 'activity' }) =>
  useIsAny() && (
    <Suspense>
      <UnsentAois kind={kind} />
    </Suspense>
  )

/** The same for the entries of one AOI. */
export const UnsentOf = (props: { subject: Subject; onMend: () => void }) =>
  useIsAny() && (
    <Suspense>
      <UnsentEntries {...props} />
    </Suspense>
  )

/** What is on this device only, or has left it a moment ago, under this nonce. */
export const useUnsentAoi = (nonce: string): Work | undefined =>
  useSyncExternalStore(onUnsentWork, unsentWork).find(({ key }) => key === nonce)

/** Its card, until the server has it. */
export const UnsentDetails = (props: { work: Work; profile: Profile }) => (
  <Suspense>
    <UnsentCard {...props} />
  </Suspense>
)
