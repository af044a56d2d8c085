import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Profile } from '#contract'
import { type OutgoingRequest, onOutgoingRequests, outgoingRequests } from '../../api/device/unsent.ts'
import type { Subject } from '../../core/aoi/log/outgoing.ts'
import { withTexts } from '../../i18n/i18n.ts'

const parts = withTexts(['device'], () => import('./UnsentParts.tsx'))
const UnsentAois = lazy(() => parts().then((file) => ({ default: file.UnsentAois })))
const UnsentEntries = lazy(() => parts().then((file) => ({ default: file.UnsentEntries })))
const UnsentCard = lazy(
  withTexts(['device'], () => import('./UnsentCard.tsx').then((file) => ({ default: file.UnsentCard }))),
)

/** Nearly always false, in which case the lazy component is not loaded. */
const useIsAny = () => useSyncExternalStore(onOutgoingRequests, outgoingRequests).length > 0

export const Unsent = ({ kind }: { kind: 'event' | 'activity' }) =>
  useIsAny() && (
    <Suspense>
      <UnsentAois kind={kind} />
    </Suspense>
  )

export const UnsentOf = (props: { subject: Subject; onMend: () => void }) =>
  useIsAny() && (
    <Suspense>
      <UnsentEntries {...props} />
    </Suspense>
  )

export const useUnsentAoi = (nonce: string): OutgoingRequest | undefined =>
  useSyncExternalStore(onOutgoingRequests, outgoingRequests).find(({ key }) => key === nonce)

export const UnsentDetails = (props: { request: OutgoingRequest; profile: Profile }) => (
  <Suspense>
    <UnsentCard {...props} />
  </Suspense>
)
