import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#contract'
import { microseconds } from '../../memory/read-rows.ts'
import type { AoiStore } from '../../memory/store.ts'
import type { Db } from '../../platform/db/database.ts'
import { BitSet } from '../../platform/kit/column.ts'

/** The member whose reads and shares the row shows. */
export type Reader = Pick<Actor, 'id' | 'token'>

type Condition = RawBuilder<unknown>

export type Alias = RawBuilder<unknown>

const joinedAt = ({ id }: Reader): Condition => sql`(select m.created_at from member m where m.id = ${id})`

/**
 * Whether the AOI counts as read: the reader created it, nobody else changed it, the reader opened it after the last
 * change by someone else, or it was received before the reader joined.
 */
export const isRead = (reader: Reader, a: Alias): Condition =>
  reader.token
    ? sql`false`
    : readWhere(
        reader,
        a,
        (time) => sql`exists (select 1 from aoi_read r
      where r.aoi_id = ${a}.id and r.member_id = ${reader.id} and r.read_at >= ${time})`,
      )

/**
 * `isRead` for the joined row `r` of `aoi_read`. Over a whole table it is fifty times faster than a subquery per row.
 */
export const isReadInJoin = (reader: Reader, a: Alias, r: Alias): Condition =>
  readWhere(reader, a, (time) => sql`coalesce(${r}.read_at >= ${time}, false)`)

const readWhere = (reader: Reader, a: Alias, wasOpenedSince: (time: Condition) => Condition): Condition =>
  sql`(coalesce(${a}.creator_id = ${reader.id}, false) or ${a}.received_at < ${joinedAt(reader)}
    or ${changedByOthers(reader, a)} is null or ${wasOpenedSince(changedByOthers(reader, a))})`

const changedByOthers = (reader: Reader, a: Alias): Condition =>
  sql`(case when ${a}.changed_by = ${reader.id} then ${a}.changed_by_others_at else ${a}.changed_at end)`

/**
 * When a member joined (µs), and the numbers of open AOIs that nobody else has changed since the member opened them.
 */
export type ReaderHistory = { joinedAt: number; opened: BitSet }

/** For filters that do not depend on reading. */
export const NO_HISTORY: ReaderHistory = { joinedAt: 0, opened: new BitSet(0) }

const openedNumbers = (reader: Reader) => sql<number[]>`coalesce((
  select json_agg(a.number) from aoi_read r join aoi a on a.id = r.aoi_id
  where r.member_id = ${reader.id} and r.read_at >= ${changedByOthers(reader, sql`a`)} and a.state <> 'done'), '[]')`

export const historyOf = async (db: Db, reader: Reader): Promise<ReaderHistory> => {
  const { joinedAt, numbers } = await db
    .selectFrom('member as me')
    .select([microseconds(sql`me.created_at`).as('joinedAt'), openedNumbers(reader).as('numbers')])
    .where('me.id', '=', reader.id)
    .executeTakeFirstOrThrow()
  const opened = new BitSet(numbers.reduce((most, number) => Math.max(most, number), 0))
  for (const number of numbers) opened.add(number)
  return { joinedAt, opened }
}

/** Returns a test for unread rows, which agrees with `isRead` in SQL. The rows must not be archived. */
export const unreadRows = (
  { columns, dictionaries }: AoiStore,
  { joinedAt, opened }: ReaderHistory,
  { id }: Reader,
) => {
  const { number, creatorId, soleChangerId, receivedAt } = columns
  const reader = dictionaries.creatorId.codeOf(id) ?? -1
  return (row: number): boolean =>
    creatorId[row] !== reader &&
    soleChangerId[row] !== reader &&
    (receivedAt[row] as number) >= joinedAt &&
    !opened.has(number[row] as number)
}

export const markRead = async (db: Db, memberId: string, aoiId: string): Promise<void> => {
  await sql`insert into aoi_read (member_id, aoi_id, read_at) values (${memberId}, ${aoiId}, clock_timestamp())
    on conflict (member_id, aoi_id) do update set read_at = excluded.read_at`.execute(db)
}

export const markSeen = async (
  db: Db,
  memberId: string,
  aoiId: string,
  seen: { updates: boolean; subscriptions: boolean },
) => {
  await sql`insert into aoi_read (member_id, aoi_id, updates_seen_at, subscriptions_seen_at)
    values (${memberId}, ${aoiId}, ${seen.updates ? sql`clock_timestamp()` : null}, ${
      seen.subscriptions ? sql`clock_timestamp()` : null
    })
    on conflict (member_id, aoi_id) do update set
      updates_seen_at = coalesce(excluded.updates_seen_at, aoi_read.updates_seen_at),
      subscriptions_seen_at = coalesce(excluded.subscriptions_seen_at, aoi_read.subscriptions_seen_at)`.execute(db)
}
