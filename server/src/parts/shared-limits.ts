import { LIMITS_CHANNEL, type openLimitNotices } from '../platform/http/limit-notices.ts'
import type { LivePart } from './live.ts'
import type { Base } from './part.ts'

const TELL_MS = 250

/** Publishes heavy use of request limits to other servers a few times a second. */
export const shareRequestLimits = (
  { log }: Pick<Base, 'log'>,
  notices: ReturnType<typeof openLimitNotices>,
  { streams }: Pick<LivePart, 'streams'>,
) => {
  let isTelling = false
  const tell = async () => {
    if (isTelling) return
    isTelling = true
    // Lost notices are not repeated: buckets refill, and this server counts its own requests.
    await streams
      .notify(LIMITS_CHANNEL, notices.write())
      .catch((err: unknown) => log.warn({ err }, 'request limits: usage could not be sent to other servers'))
    isTelling = false
  }
  const telling = setInterval(tell, TELL_MS).unref()
  return { stop: () => clearInterval(telling) }
}
