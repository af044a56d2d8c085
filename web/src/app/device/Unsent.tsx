import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onUnsentWork, unsentWork } from '../../api/device/unsent.ts'
import { withTexts } from '../../i18n/i18n.ts'

const parts = withTexts(['device'], () => import('./UnsentParts.tsx'))
const UnsentAois = lazy(() => parts().then((file) => ({ default: file.UnsentAois })))
const UnsentEntries = lazy(() => parts().then((file) => ({ default: file.UnsentEntries })))

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
export const UnsentOf = (props: { number: number; onMend: () => void }) =>
  useIsAny() && (
    <Suspense>
      <UnsentEntries {...props} />
    </Suspense>
  )
