import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

const MESSAGES_PER_QUERY = 500
/** Above this lag a full reload is faster. */
const MAX_MESSAGES_BEHIND = 50_000

/**
 * A state of the stores that includes all messages up to `position` and the messages `early`, which are committed and
 * have no position yet.
 */
export type OutboxWatermark = { position: number; early: ReadonlySet<number> }

/** If `aoiIds` is empty, any AOI of the service may have changed. */
type Change = { serviceId: string; aoiIds: string[] }

/** AOIs changed since a watermark, and the watermark after these changes. `isComplete`: no more messages follow. */
export type ChangeSet = {
  watermark: OutboxWatermark
  changes: Change[]
  /** Members who opened AOIs. Nothing changes for other members. */
  readerIds: string[]
  isComplete: boolean
}

type Row = {
  oldest: number
  newest: number
  id: number | null
  position: number | null
  type: string
  serviceId: string
  aoiIds: string[]
  /** Members who opened the AOIs, if the message is for them alone; otherwise null. */
  readerIds: string[] | null
}

const isAoiMessage = sql`body ->> 'type' in ('AOI_CREATED', 'AOI_UPDATED', 'RESYNC')`

/** The watermark of a read in this transaction's snapshot. */
export const watermarkNow = async (db: Db): Promise<OutboxWatermark> => {
  const { rows } = await sql<{ position: number; early: number[] }>`
    select (select coalesce(max(position), 0) from outbox) as position,
      array(select id::int8 from outbox where position is null and ${isAoiMessage})::float8[] as early`.execute(db)
  const [{ position, early } = { position: 0, early: [] }] = rows
  return { position, early: new Set(early) }
}

/** Runs before every tile and search; usually true after two index lookups. */
export const isUpToDate = async (db: Db, { position, early }: OutboxWatermark): Promise<boolean> => {
  const { rows } = await sql<{ newest: number; hasUnread: boolean }>`
    select coalesce(max(position), 0) as newest,
      exists (select from outbox where position is null and id <> all(${[...early]}::int8[])) as has_unread
    from outbox`.execute(db)
  return rows[0]?.newest === position && !rows[0].hasUnread
}

/**
 * Reads AOIs changed since the watermark, including messages without a position. Returns undefined if changes are
 * unknown: pruned messages, a restored database, or a RESYNC. The caller then reloads.
 */
export const changesSince = async (db: Db, watermark: OutboxWatermark): Promise<ChangeSet | undefined> => {
  if (await isUpToDate(db, watermark)) return { watermark, changes: [], readerIds: [], isComplete: true }
  const { position, early } = watermark
  const { rows } = await sql<Row>`
    select kept.oldest, kept.newest, message.id, message.position, message.body ->> 'type' as type,
      message.body ->> 'serviceId' as service_id,
      array(select jsonb_array_elements_text(message.body -> 'aoiIds')) as aoi_ids,
      case when message.service_id is null and message.member_ids <> '{}' then message.member_ids end as reader_ids
    from (select coalesce(min(position), 0) as oldest, coalesce(max(position), 0) as newest from outbox) kept
    left join lateral (
      (select id, position, service_id, member_ids, body from outbox where position > ${position} and ${isAoiMessage}
        order by position limit ${sql.lit(MESSAGES_PER_QUERY)})
      union all
      (select id, position, service_id, member_ids, body from outbox
        where position is null and ${isAoiMessage} and id <> all(${[...early]}::int8[])
        order by id limit ${sql.lit(MESSAGES_PER_QUERY)})
    ) message on true
    order by message.position`.execute(db)
  const [{ oldest, newest } = { oldest: 0, newest: 0 }] = rows
  if (oldest > position + 1 || newest < position || newest - position > MAX_MESSAGES_BEHIND) return undefined

  const messages = rows.flatMap((row) => (row.id === null ? [] : { ...row, id: row.id }))
  const unread = messages.filter(({ id }) => !early.has(id))
  if (unread.some(({ type }) => type === 'RESYNC')) return undefined
  const numbered = messages.filter((message) => message.position !== null)
  const numberedIds = new Set(numbered.map(({ id }) => id))
  const isLastPage = numbered.length < MESSAGES_PER_QUERY
  return {
    watermark: {
      position: isLastPage ? newest : (numbered.at(-1)?.position ?? newest),
      early: new Set([...early, ...messages.map(({ id }) => id)]).difference(numberedIds),
    },
    changes: unread.flatMap(({ serviceId, aoiIds, readerIds }) => (readerIds ? [] : { serviceId, aoiIds })),
    readerIds: unread.flatMap(({ readerIds }) => readerIds ?? []),
    isComplete: isLastPage && messages.length - numbered.length < MESSAGES_PER_QUERY,
  }
}
