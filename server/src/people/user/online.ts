import type { Db } from '../../platform/db/database.ts'
import { partsOf } from '../../platform/kit/slices.ts'
import { sendNoticesIn } from '../../platform/live/fleeting.ts'

export const ONLINE_CHANNEL = 'cohesion_online'

/** A notification holds 8,000 bytes, an id takes 39. */
const MOST_IDS = 200

type Seen = { id: string; isOnline: boolean }
type Notice = { came: string[]; went: string[] }

export const tellServers = async (db: Db, seen: readonly Seen[]): Promise<void> => {
  const idsOf = (part: readonly Seen[], isOnline: boolean) =>
    part.filter((one) => one.isOnline === isOnline).map(({ id }) => id)
  const notices = partsOf(seen, MOST_IDS).map((part): Notice => ({ came: idsOf(part, true), went: idsOf(part, false) }))
  await sendNoticesIn(
    db,
    ONLINE_CHANNEL,
    notices.map((notice) => JSON.stringify(notice)),
  )
}

/**
 * In-memory copy of the table `presence`. Its notifications use the connection of live messages, so that lists never
 * lag behind the stream.
 */
export const openOnline = async (db: Db) => {
  const online = new Set<string>()
  let noticesRead = 0

  const membersToldOnline = async () => {
    const rows = await db.selectFrom('presence').select('memberId').where('isToldOnline', '=', true).execute()
    return rows.map(({ memberId }) => memberId)
  }

  /** Reloads the table, because notifications may have been missed, and servers of older versions send none. */
  const load = async (): Promise<void> => {
    const readBefore = noticesRead
    const members = await membersToldOnline()
    // A notification during the query may be newer than its result.
    if (noticesRead !== readBefore) return load()
    online.clear()
    for (const id of members) online.add(id)
  }

  await load()
  return {
    members: online as ReadonlySet<string>,
    load,
    readNotice(text: string): void {
      noticesRead++
      const { came, went } = JSON.parse(text) as Notice
      for (const id of came) online.add(id)
      for (const id of went) online.delete(id)
    },
  }
}
