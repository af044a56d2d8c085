import { type Kysely, sql } from 'kysely'
import { type LadderInput, ladderStart, type MemberChannel, stepLadder } from '#contract'
import { callForAlarms } from '../../messaging/webhook/actions.ts'
import { type Batch, batchJob, takeService } from '../../platform/clock/batch.ts'
import type { Job } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import { announceAlarms, joinEscalation, leaveEscalations } from '../rule/alarms.ts'
import { type DueNotice, informReceivers, sendNotices, withdrawNotices } from './notices.ts'
import { isReached, loadPeople, type People } from './people.ts'
import { type StoredEscalation, storeState, takeEscalations } from './states.ts'

export type EscalationTools = { channels: readonly MemberChannel[] }

/** Only one server begins escalations of a service at a time, so that alarms of one rule join one escalation. */
const BEGIN_LOCK = 7_300

const step = (escalation: StoredEscalation, input: LadderInput, people: People) => {
  const { timing, state, levels, severity, ownerId } = escalation
  return stepLadder(timing, state, input, people.now.getTime(), {
    level: (level) => isReached(people, levels, level, severity),
    owner: people.members.some(({ id }) => id === ownerId),
  })
}

const apply = async (
  db: Db,
  tools: EscalationTools,
  escalations: readonly StoredEscalation[],
  input: LadderInput,
  now: Date,
): Promise<void> => {
  for (const [serviceId, own] of Map.groupBy(escalations, (escalation) => escalation.serviceId)) {
    const people = await loadPeople(db, serviceId, { now, ...tools })
    const due: DueNotice[] = []
    for (const escalation of own) {
      const { state, effects } = step(escalation, input, people)
      await storeState(db, escalation.id, state, now)
      due.push(...effects.map((effect) => ({ escalation, effect })))
    }
    await sendNotices(db, serviceId, people, due)
    if (input.type === 'end') {
      await withdrawNotices(
        db,
        own.map(({ id }) => id),
      )
      for (const escalation of own) await informReceivers(db, escalation, { type: 'ended' })
    }
  }
  await announceAlarms(
    db,
    escalations.map(({ serviceId }) => serviceId),
  )
}

const lasts = sql`exists (select from alarm a where a.escalation_id = e.id and a.ended_at is null and not a.is_muted)`

/** Ends escalations whose alarms have all ended or are muted. Alarms that outlast a mute escalate again. */
const settled = (tools: EscalationTools): Batch => ({
  table: 'escalation',
  due: () =>
    sql`select e.id, e.service_id, e.began_at as at from escalation e where e.phase <> 'ended' and not ${lasts}`,
  process: async (db, ids, now) => {
    const escalations = await takeEscalations(
      db,
      sql`e.id = any(${ids}::uuid[]) and e.phase <> 'ended' and not ${lasts}`,
    )
    await apply(db, tools, escalations, { type: 'end' }, now)
    await leaveEscalations(
      db,
      escalations.map(({ id }) => id),
    )
    return escalations.length
  },
})

const isWaiting = sql`a.rule_id = r.id and a.ended_at is null and a.escalation_id is null and not a.is_muted`

/** Alarms without an escalation join an unacknowledged escalation of their rule, or begin a new one. */
const waiting: Batch = {
  table: 'rule',
  due: () => sql`
    select r.id, r.service_id, min(a.raised_at) as at
    from rule r join service v on v.id = r.service_id and v.deleted_at is null join alarm a on ${isWaiting}
    where r.plan_id is not null group by r.id`,
  process: async (db, ruleIds, _now, serviceId) => {
    if (!(await takeService(db, BEGIN_LOCK, serviceId))) return 0
    const { rows } = await sql<{ ruleId: string; serviceId: string; raisedAt: Date; ids: string[] }>`
      select r.id as rule_id, r.service_id, min(a.raised_at) as raised_at, array_agg(a.id) as ids
      from rule r join alarm a on ${isWaiting}
      where r.id = any(${ruleIds}::uuid[]) and r.plan_id is not null group by r.id`.execute(db)
    for (const { ruleId, raisedAt, ids } of rows) {
      const { rows: open } = await sql<{ id: string }>`
        select id from escalation where rule_id = ${ruleId} and phase = 'climbing' order by due_at, id limit 1
        for update`.execute(db)
      const escalationId = open[0]?.id ?? (await begin(db, ruleId, raisedAt))
      await joinEscalation(db, ids, escalationId)
    }
    await announceAlarms(
      db,
      rows.map(({ serviceId }) => serviceId),
    )
    return rows.length
  },
}

const begin = async (db: Db, ruleId: string, raisedAt: Date): Promise<string> => {
  const id = newId()
  const { phase, level, rounds, notices } = ladderStart(raisedAt.getTime())
  await sql`
    insert into escalation (id, service_id, rule_id, rule_name, severity, plan_name, levels, remind_seconds, phase, level,
      rounds, notices, climb_at, began_at)
    select ${id}, r.service_id, r.id, r.name, r.severity, p.name, p.levels, p.remind_seconds, ${phase}, ${level}::int,
      ${rounds}::int, ${notices}::int, ${raisedAt}::timestamptz, ${raisedAt}::timestamptz
    from rule r join escalation_plan p on p.id = r.plan_id where r.id = ${ruleId}`.execute(db)
  return id
}

const dueLevels = (tools: EscalationTools): Batch => ({
  table: 'escalation',
  due: (now) => sql`select id, service_id, due_at as at from escalation where due_at <= ${now}`,
  process: async (db, ids, now) => {
    const due = await takeEscalations(db, sql`e.id = any(${ids}::uuid[]) and e.due_at <= ${now}`)
    await apply(db, tools, due, { type: 'time' }, now)
    return due.length
  },
})

const noticesOfLevel = sql`from escalation_receiver r join escalation_notice n on n.id = r.notice_id
  join delivery d on d.id = any(n.delivery_ids) or d.origin_id = any(n.delivery_ids) where r.escalation_id = e.id and r.level = e.level`
const isUnreached = sql`e.phase = 'climbing' and e.level between 0 and
    case jsonb_typeof(e.levels) when 'array' then jsonb_array_length(e.levels) else 0 end - 1
  and exists (select ${noticesOfLevel})
  and not exists (select ${noticesOfLevel} and d.state not in ('failed', 'expired'))`

/** Advances an escalation at once if no message of its current level was delivered: all failed or expired. */
const unreachedLevels = (tools: EscalationTools): Batch => ({
  table: 'escalation',
  due: () => sql`select e.id, e.service_id, e.began_at as at from escalation e where ${isUnreached}`,
  process: async (db, ids, now) => {
    const unreached = await takeEscalations(db, sql`e.id = any(${ids}::uuid[]) and ${isUnreached}`)
    await apply(db, tools, unreached, { type: 'unreached' }, now)
    return unreached.length
  },
})

export const escalationJobs = (db: Kysely<Database>, tools: EscalationTools): Job[] => [
  batchJob(db, 'escalations to end', settled(tools)),
  batchJob(db, 'escalations to begin', waiting),
  batchJob(db, 'escalations to advance', dueLevels(tools)),
  batchJob(db, 'escalations that reach nobody', unreachedLevels(tools)),
]

type Member = { id: string; name: string }

const lockOne = async (db: Db, id: string): Promise<StoredEscalation | undefined> => {
  const [escalation] = await takeEscalations(db, sql`e.id = ${id}`, { skipLocked: false })
  return escalation?.state.phase === 'ended' ? undefined : escalation
}

/**
 * Gives an escalation to a member: its ladder stops and the other receivers are informed. Sensors and alarms do not
 * change. Returns false if the escalation has ended or the member already has it.
 */
export const acknowledge = async (
  db: Db,
  tools: EscalationTools,
  id: string,
  by: Member,
  now: Date,
): Promise<boolean> => {
  const escalation = await lockOne(db, id)
  if (!escalation || escalation.ownerId === by.id) return false
  await apply(db, tools, [escalation], { type: 'acknowledge' }, now)
  await db
    .updateTable('escalation')
    .set({ ownerId: by.id, ownerName: by.name, acknowledgedAt: now })
    .where('id', '=', id)
    .execute()
  await callForAlarms(
    db,
    'alarm.acknowledged',
    await db.selectFrom('alarm').select('id').where('escalationId', '=', id).execute(),
  )
  await withdrawNotices(db, [id])
  await informReceivers(db, escalation, { type: 'acknowledged', by })
  return true
}

export const acknowledgeSensor = async (
  db: Db,
  tools: EscalationTools,
  sensorId: string,
  by: Member,
  now: Date,
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select distinct escalation_id as id from alarm
    where sensor_id = ${sensorId} and ended_at is null and escalation_id is not null order by 1`.execute(db)
  for (const { id } of rows) await acknowledge(db, tools, id, by, now)
}

/** Gives an escalation to the next level, which is notified at once. Returns false if the escalation has ended. */
export const handOver = async (db: Db, tools: EscalationTools, id: string, now: Date): Promise<boolean> => {
  const escalation = await lockOne(db, id)
  if (!escalation) return false
  await apply(db, tools, [escalation], { type: 'handOver' }, now)
  return true
}
