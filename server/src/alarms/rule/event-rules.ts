import { type RawBuilder, sql } from 'kysely'
import { AoiState, type ClusterTrigger, RuleTrigger, type UnattendedTrigger } from '#contract'
import { callForAlarms } from '../../messaging/webhook/actions.ts'
import { type Batch, takeService } from '../../platform/clock/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import { announceAlarms } from './alarms.ts'
import { raiseWatched, type WatchingRule } from './raise.ts'

/** Lets one server evaluate the rules of a service at a time. */
const EVENT_RULES_LOCK = 7_250
const AT_ONCE = 200
/** Each check looks back this far, because a report may be committed after others with a later time. */
const OVERLAP_SECONDS = 10

type EventRule = WatchingRule & { activeFrom: Date; checkedAt: Date | null }

/**
 * Whether an AOI is a report: no alarm created it, and it was not imported, unless its import counts as reports. Only
 * reports trigger rules.
 */
const isReport = (alias: 'a' | 'o') => {
  const aoi = sql.ref(alias)
  return sql`((${aoi}.import_id is null or ${aoi}.is_imported_report)
    and not exists (select from alarm made where made.event_id = ${aoi}.id))`
}

/**
 * Whether `aoi a` has one of these types and states. All states are listed, so that the index by type, state and time
 * applies.
 */
const isOfTypeAndState = (types: readonly string[], states: readonly AoiState[] = AoiState.options) =>
  sql`a.event_type_id = any(${types as string[]}::uuid[]) and a.state = any(${states as string[]}::text[])`

const METRES_PER_DEGREE = 111_320
/** Whether one place is at most `radius` metres from the other. The boxes, which cross 180° east, let an index search. */
const isNear = (one: string, other: string, radius: number): RawBuilder<boolean> => {
  const a = sql.ref(one)
  const b = sql.ref(other)
  const high = radius / METRES_PER_DEGREE
  const wide = sql`least(180, ${high} / greatest(0.01, cos(radians(${b}[1]))))`
  const boxes = [-360, 0, 360].map((turn) => {
    const x = sql`${b}[0] + ${sql.lit(turn)}`
    return sql`${a} <@ box(point(${x} - ${wide}, ${b}[1] - ${high}), point(${x} + ${wide}, ${b}[1] + ${high}))`
  })
  return sql<boolean>`((${sql.join(boxes, sql` or `)})
    and 12742017.6 * asin(least(1, sqrt(power(sin(radians(${a}[1] - ${b}[1]) / 2), 2) + cos(radians(${b}[1]))
      * cos(radians(${a}[1])) * power(sin(radians(${a}[0] - ${b}[0]) / 2), 2)))) <= ${radius})`
}

type WatchedEvent = { id: string; beganAt: Date; count?: number }

const raise = async (db: Db, rule: EventRule, trigger: RuleTrigger, events: readonly WatchedEvent[], now: Date) => {
  for (const { id, beganAt, count } of events) {
    const explanation = { trigger, ...(count !== undefined && { count }) }
    await raiseWatched(db, rule, { aoiId: id, warningId: null, beganAt, explanation }, now)
  }
}

/** Raises one alarm for each report that is still New too long after it was received. */
const raiseUnattended = async (db: Db, rule: EventRule, trigger: UnattendedTrigger, now: Date): Promise<number> => {
  const until = new Date(now.getTime() - trigger.seconds * 1000)
  const { rows } = await sql<WatchedEvent>`
    select a.id, a.received_at as began_at from aoi a
    where a.service_id = ${rule.serviceId} and a.kind = 'event' and a.deleted_at is null and a.main_id is null
      and ${isOfTypeAndState(trigger.eventTypeIds, ['new'])} and a.received_at >= ${rule.activeFrom} and a.received_at <= ${until}
      and ${isReport('a')}
      and not exists (select from alarm known where known.rule_id = ${rule.id} and known.watched_aoi_id = a.id)
    order by a.received_at limit ${sql.lit(AT_ONCE)}`.execute(db)
  await raise(db, rule, trigger, rows, now)
  return rows.length
}

/** Raises one alarm for a report with too many others near it and shortly before it. `endScattered` ends the alarm. */
const raiseClusters = async (db: Db, rule: EventRule, trigger: ClusterTrigger, now: Date): Promise<number> => {
  const from = new Date((rule.checkedAt ?? rule.activeFrom).getTime() - OVERLAP_SECONDS * 1000)
  const { rows } = await sql<WatchedEvent & { receivedAt: Date }>`
    select a.id, a.received_at, near.began_at, near.count from aoi a
    cross join lateral (select count(*)::int as count, min(o.received_at) as began_at from aoi o
      where o.service_id = a.service_id and o.kind = 'event' and o.deleted_at is null
        and o.event_type_id = any(${trigger.eventTypeIds}::uuid[]) and o.received_at <= a.received_at
        and o.received_at > a.received_at - make_interval(secs => ${trigger.withinSeconds})
        and o.received_at >= ${rule.activeFrom} and ${isNear('o.place', 'a.place', trigger.radiusMetres)}
        and ${isReport('o')}) near
    where a.service_id = ${rule.serviceId} and a.kind = 'event' and a.deleted_at is null and a.main_id is null
      and ${isOfTypeAndState(trigger.eventTypeIds)} and a.received_at > ${from} and a.received_at >= ${rule.activeFrom}
      and ${isReport('a')}
    order by a.received_at limit ${sql.lit(AT_ONCE)}`.execute(db)
  let raised = 0
  for (const event of rows.filter(({ count = 0 }) => count > trigger.moreThan)) {
    const { rows: open } = await sql`
      select 1 from alarm l join aoi w on w.id = l.watched_aoi_id join aoi a on a.id = ${event.id}
      where l.rule_id = ${rule.id} and (l.ended_at is null or l.ended_at >= a.received_at)
        and ${isNear('w.place', 'a.place', trigger.radiusMetres)} limit 1`.execute(db)
    if (open.length > 0) continue
    await raise(db, rule, trigger, [event], now)
    raised++
  }
  const checkedAt = rows.length === AT_ONCE ? (rows.at(-1)?.receivedAt ?? now) : now
  await db.updateTable('rule').set({ checkedAt }).where('id', '=', rule.id).execute()
  return raised
}

const endAttended = (db: Db, { id }: EventRule, now: Date) =>
  sql<{ id: string }>`
  update alarm l set ended_at = ${now}, event_due_at = case when l.event_id is not null then ${now}::timestamptz end
  from aoi a where l.rule_id = ${id} and l.ended_at is null and a.id = l.watched_aoi_id
    and (a.state <> 'new' or a.deleted_at is not null or a.main_id is not null) returning l.id`.execute(db)

/** Ends cluster alarms whose place no longer has too many reports within the last period of the rule. */
const endScattered = (db: Db, { id, serviceId }: EventRule, trigger: ClusterTrigger, now: Date) =>
  sql<{ id: string }>`
  update alarm l set ended_at = ${now}, event_due_at = case when l.event_id is not null then ${now}::timestamptz end
  from aoi a where l.rule_id = ${id} and l.ended_at is null and a.id = l.watched_aoi_id and (
    select count(*) from aoi o where o.service_id = ${serviceId} and o.kind = 'event' and o.deleted_at is null
      and o.event_type_id = any(${trigger.eventTypeIds}::uuid[])
      and o.received_at > ${now}::timestamptz - make_interval(secs => ${trigger.withinSeconds})
      and ${isNear('o.place', 'a.place', trigger.radiusMetres)} and ${isReport('o')}) <= ${trigger.moreThan} returning l.id`.execute(
    db,
  )

const noteEnds = async (db: Db, { rows }: { rows: { id: string }[] }): Promise<number> => {
  await callForAlarms(db, 'alarm.cleared', rows)
  return rows.length
}

const evaluateRule = async (db: Db, rule: EventRule, trigger: RuleTrigger, now: Date): Promise<number> => {
  let changed = 0
  if (trigger.type === 'unattended') {
    changed += await noteEnds(db, await endAttended(db, rule, now))
    changed += await raiseUnattended(db, rule, trigger, now)
  } else if (trigger.type === 'cluster') {
    changed += await noteEnds(db, await endScattered(db, rule, trigger, now))
    changed += await raiseClusters(db, rule, trigger, now)
  }
  if (changed > 0) await announceAlarms(db, [rule.serviceId])
  return changed
}

export const eventRules: Batch = {
  table: 'rule',
  due: () => sql`select r.id, r.service_id, r.created_at as at from rule r
    join service s on s.id = r.service_id and s.deleted_at is null
    where r.is_enabled and r.trigger ->> 'type' in ('unattended', 'cluster')`,
  process: async (db, ids, now, serviceId) => {
    if (!(await takeService(db, EVENT_RULES_LOCK, serviceId))) return 0
    const { rows: rules } = await sql<EventRule & { trigger: unknown }>`
      select id, service_id, name, severity, event_type_id, active_from, checked_at, trigger from rule
      where id = any(${ids}::uuid[])`.execute(db)
    let changed = 0
    for (const { trigger, ...rule } of rules) changed += await evaluateRule(db, rule, RuleTrigger.parse(trigger), now)
    return changed
  },
}
