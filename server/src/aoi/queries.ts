import { sql } from 'kysely'
import type { Actor, AoiKind, GenericMetrics } from '#contract'
import type { Db } from '../db/database.ts'

type Period = { startTime?: Date | undefined; endTime?: Date | undefined }

/**
 * Read: opened after someone else's last change, or the caller's own, or older than its joining (behaviour 12).
 * Each number is one pass over an index of its own; archived ones are neither read nor unread.
 */
export const genericMetrics = async (
  db: Db,
  actor: Actor,
  { type, startTime, endTime }: { type: AoiKind } & Period,
): Promise<GenericMetrics> => {
  const within = sql`a.kind = ${type} and a.deleted_at is null
    and a.created_at >= ${startTime ?? new Date(0)} and a.created_at <= ${endTime ?? new Date('9999-12-31')}`
  const visible = sql`a.service_id = any(${actor.visibleServiceIds})`
  const {
    rows: [row],
  } = await sql<GenericMetrics>`
    select
      count(*) filter (where state = 'new')::int as "newAois",
      count(*) filter (where state = 'inProgress')::int as "isProgressAois",
      count(*) filter (where state = 'done')::int as "doneAois",
      count(*) filter (where is_read and state <> 'done')::int as "readAois",
      count(*) filter (where not is_read and state <> 'done')::int as "unreadAois",
      (select count(*)::int from share s join aoi a on a.id = s.aoi_id
        where s.member_id = ${actor.id} and s.done_at is null and ${within}) as "sharedAois"
    from (
      select a.state, coalesce(a.creator_id = ${actor.id} or a.received_at < m.created_at
        or r.read_at >= others.changed_at or others.changed_at is null, false) as is_read
      from aoi a
      join member m on m.id = ${actor.id}
      cross join lateral (select case when a.changed_by = ${actor.id} then a.changed_by_others_at else a.changed_at end
        as changed_at) others
      left join aoi_read r on r.aoi_id = a.id and r.member_id = ${actor.id}
      where ${visible} and ${within}
    ) seen`.execute(db)
  if (!row) throw new Error('an aggregate without a group answers one row')
  return row
}

/** For each event type the ids of its newest events, at most 1,000, and how many there are. */
export const newestByType = async (
  db: Db,
  serviceId: string,
): Promise<Map<string, { aois: string[]; count: number }>> => {
  const { rows } = await sql<{ eventTypeId: string; aois: string[]; count: number }>`
    select t.id as event_type_id, newest.aois, total.count
    from event_type t
    cross join lateral (select coalesce(array_agg(id), '{}') as aois from (
      select a.id from aoi a where a.event_type_id = t.id and a.deleted_at is null
      order by a.created_at desc, a.id desc limit 1000) n) newest
    cross join lateral (
      select count(*)::int from aoi a where a.event_type_id = t.id and a.deleted_at is null) total
    where t.service_id = ${serviceId}`.execute(db)
  return new Map(rows.map(({ eventTypeId, ...attached }) => [eventTypeId, attached]))
}
