import type { Db } from '../db/database.ts'
import { partsOf } from '../kit/parts.ts'
import { sendNoticesIn } from '../live/notice.ts'

/** The channel by which servers hear who came and went. */
export const ONLINE_CHANNEL = 'cohesion_online'

/** PostgreSQL takes 8,000 bytes in a notice, and an id needs 39. */
const MOST_IDS = 200

type Seen = { id: string; isOnline: boolean }
type Notice = { came: string[]; went: string[] }

/** Tells all servers, with the commit, who is online and who no longer is. */
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
 * Who is online, as everyone was told last: a copy in this server of what the table `presence` says. Notices come by the
 * connection that brings the streams their messages, so a list is never behind what its reader has heard.
 */
export const openOnline = async (db: Db) => {
  const online = new Set<string>()
  let noticesRead = 0

  const membersToldOnline = async () => {
    const rows = await db.selectFrom('presence').select('memberId').where('isToldOnline', '=', true).execute()
    return rows.map(({ memberId }) => memberId)
  }

  /** Reads the table again: something may have been said while nobody listened here, or by a server of an older version. */
  const load = async (): Promise<void> => {
    const readBefore = noticesRead
    const members = await membersToldOnline()
    // What was said meanwhile may not have been in the table yet.
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
