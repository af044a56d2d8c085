import { sql } from 'kysely'
import type { Actor, AoiKind, AoiState, Metric, SharedMetrics, StateCounts, StateMetrics } from '#contract'
import { watermarkColumns } from '../../memory/change-set.ts'
import { countStates } from '../../memory/counts.ts'
import type { Views } from '../../memory/view.ts'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { aoiFilter, type Filter, filterCondition, matchesPeriod } from './filter.ts'
import * as logs from './log/queries.ts'

export { details } from './details.ts'
export { aoiFilter, type Filter, filterCondition, scope, withMetric } from './filter.ts'
export { regionAt } from './region.ts'
export { rowsForReaders } from './rows-for-readers.ts'

export type Subject = {
  _id: string
  number: number
  kind: AoiKind
  name: string
  serviceId: string
  creatorId: string | null
  visitorId: string | null
  state: AoiState
  isArchived: boolean
  deletedBy: string | null
  /** The report that shows this one, if it was merged. */
  mainId: string | null
  isSharedWithMe: boolean
}

type AoiKey = { id: string } | { number: number } | { nonce: string }

const matchesKey = (name: AoiKey) =>
  'id' in name
    ? sql`a.id = ${name.id}`
    : 'number' in name
      ? sql`a.number = ${name.number}`
      : sql`a.nonce = ${name.nonce}`

/** Actions on a merged report apply to its main event, except for a member who sees only the report by a share. */
const mainOf = (name: AoiKey, { visibleServiceIds }: Actor) => sql`
  a.id = (select case when a.service_id = any(${visibleServiceIds as string[]}::uuid[]) then coalesce(a.main_id, a.id)
    else a.id end from aoi a where ${matchesKey(name)})`

/**
 * Reads an AOI as a subject of rights; `forUpdate` locks its row. With `isDeleted` it finds only deleted ones. `toMain`
 * reads the main report instead of a merged one.
 */
export const subject = async (
  db: Db,
  actor: Actor,
  name: AoiKey,
  { isDeleted = false, forUpdate = false, toMain = false } = {},
): Promise<Subject | undefined> => {
  const {
    rows: [row],
  } = await sql<Omit<Subject, '_id'> & { id: string }>`${prepared}
    select a.id, a.number, a.kind, a.name, a.service_id, a.creator_id, a.visitor_id, a.state,
      a.archived_at is not null as is_archived, a.deleted_by, a.main_id,
      exists (select 1 from share s where s.aoi_id = a.id and s.member_id = ${actor.id}) as is_shared_with_me
    from aoi a where ${toMain ? mainOf(name, actor) : matchesKey(name)} and a.deleted_at is ${isDeleted ? sql`not null` : sql`null`}
    ${forUpdate ? sql`for update of a` : sql``}`.execute(db)
  if (!row) return undefined
  const { id, ...aoi } = row
  return { ...aoi, _id: id }
}

/** The members that the AOI is shared with; they get its messages even from services they do not see. */
export const sharedWith = async (db: Db, aoiId: string): Promise<string[]> =>
  (await db.selectFrom('share').select('memberId').where('aoiId', '=', aoiId).execute()).map(({ memberId }) => memberId)

/** Records a change and the last change by anyone else, from which each reader's unread state follows. */
export const touch = async (db: Db, aoiId: string, memberId: string | null): Promise<void> => {
  await sql`update aoi set
      changed_by_others_at = case when changed_by is distinct from ${memberId} then changed_at else changed_by_others_at end,
      changed_by = ${memberId}, changed_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = ${aoiId}`.execute(db)
}

/**
 * Decides between New and In progress. Entries and shares count, those of merged reports too; those of the system and
 * of reporters do not.
 */
export const refreshState = async (db: Db, aoiId: string): Promise<void> => {
  await sql`update aoi set is_worked_on = exists (
      select 1 from aoi o where (o.id = aoi.id or o.main_id = aoi.id) and (
        exists (select 1 from share s where s.aoi_id = o.id and s.source in ('member', 'action'))
        or exists (select 1 from log_entry e where e.aoi_id = o.id and ${logs.isByAnother(sql`o`)})))
    where id = ${aoiId}`.execute(db)
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

type PeriodFilter = { startTime?: Date | undefined; endTime?: Date | undefined; metric?: Metric | undefined }

export type CounterFilter = { type: AoiKind } & PeriodFilter

export const isCounted = ({ type, ...filter }: CounterFilter) =>
  sql`a.kind = ${type} and a.deleted_at is null and a.main_id is null and ${matchesPeriod(filter)}`

export const isVisible = (actor: Actor) => sql`a.service_id = any(${actor.visibleServiceIds as string[]}::uuid[])`

export const states = sql`
  count(*) filter (where state = 'new')::int as "newAois",
  count(*) filter (where state = 'inProgress')::int as "isProgressAois",
  count(*) filter (where state = 'done')::int as "doneAois"`

export const countShared = (actor: Actor, { type, ...filter }: CounterFilter) => sql`(
  select count(*)::int from aoi a
  where ${filterCondition({ ...filter, type: 'shared', isActivity: type === 'activity', isSensors: type === 'sensor' }, actor)})`

export const onlyRow = <T>(rows: readonly T[]): T => {
  if (!rows[0]) throw new Error('an aggregate without a group answers one row')
  return rows[0]
}

export const listFilter = ({ type, ...period }: CounterFilter): Filter => ({
  ...period,
  ...{ type: 'all', isActivity: type === 'activity', isSensors: type === 'sensor' },
})

/** Counts by state, with the messages included in them. Without memory, an index-only scan. */
export const stateMetrics = async (db: Db, view: Views, actor: Actor, filter: CounterFilter): Promise<StateMetrics> => {
  const found = await view(aoiFilter(listFilter(filter), actor))
  if (found.watermark) {
    const { position, early } = found.watermark
    return { ...(await countStates(found)), includes: { position, early: [...early] } }
  }
  const { rows } = await sql<StateCounts & NonNullable<StateMetrics['includes']>>`
    select ${states}, ${watermarkColumns} from aoi a where ${isVisible(actor)} and ${isCounted(filter)}`.execute(db)
  const { position, early, ...counts } = onlyRow(rows)
  return { ...counts, includes: { position, early } }
}

export const sharedMetrics = async (db: Db, actor: Actor): Promise<SharedMetrics> => {
  const { rows } = await sql<SharedMetrics>`
    select ${countShared(actor, { type: 'event' })} as "sharedAois"`.execute(db)
  return onlyRow(rows)
}

/** The newest events of each event type, up to 1,000 ids, and their number. */
export const newestByType = async (
  db: Db,
  serviceId: string,
): Promise<Map<string, { aois: string[]; count: number }>> => {
  const { rows } = await sql<{ eventTypeId: string; aois: string[]; count: number }>`
    select t.id as event_type_id, newest.aois, total.count
    from event_type t
    cross join lateral (select coalesce(array_agg(id), '{}') as aois from (
      select a.id from aoi a where a.event_type_id = t.id and a.deleted_at is null and a.main_id is null
      order by a.created_at desc, a.id desc limit 1000) n) newest
    cross join lateral (
      select count(*)::int from aoi a where a.event_type_id = t.id and a.deleted_at is null and a.main_id is null) total
    where t.service_id = ${serviceId}`.execute(db)
  return new Map(rows.map(({ eventTypeId, ...attached }) => [eventTypeId, attached]))
}

/** The areas that a sensor belongs to. */
export const areasOfSensor = async (db: Db, sensorId: string): Promise<string[]> =>
  (await db.selectFrom('aoiSensor').select('aoiId').where('sensorId', '=', sensorId).execute()).map(
    ({ aoiId }) => aoiId,
  )
