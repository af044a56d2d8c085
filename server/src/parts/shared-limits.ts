import { LIMITS_CHANNEL, type openLimitNotices } from '../http/limit-notices.ts'
import type { LivePart } from './live.ts'
import type { Base } from './part.ts'

const TELL_MS = 250

/** Tells the other servers what callers spent of their request limits here, a few times a second and only if it is much. */
export const shareRequestLimits = (
  { log }: Pick<Base, 'log'>,
  notices: ReturnType<typeof openLimitNotices>,
  { streams }: Pick<LivePart, 'streams'>,
) => {
  let isTelling = false
  const tell = async () => {
    if (isTelling) return
    isTelling = true
    // What could not be told is not told later: it is soon filled up again, and meanwhile this server counts for itself.
    await streams
      .notify(LIMITS_CHANNEL, notices.write())
      .catch((err: unknown) => log.warn({ err }, 'other servers could not be told what callers spent'))
    isTelling = false
  }
  const telling = setInterval(tell, TELL_MS).unref()
  return { stop: () => clearInterval(telling) }
}
