import { type RawBuilder, sql } from 'kysely'
import {
  type Escalation,
  EscalationLevel,
  type EscalationPlan,
  type EscalationPlanDraft,
  MOST_TRIAL_RECEIVERS,
  memberChannels,
} from '#contract'
import { mustEnrol } from '../../people/second-factor/queries.ts'
import { deletionOf } from '../../platform/clock/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { isoTime } from '../../platform/db/time.ts'
import { Turns } from '../../platform/kit/slices.ts'
import { hashToken } from '../../platform/secret/tokens.ts'
import { loadPeople, receiversOf } from './people.ts'

/** Names of the first receivers, and the number of all receivers. */
type NamedReceivers = { names: string[]; count: number }

const plans = (db: Db) =>
  db
    .selectFrom('escalationPlan')
    .select(['id', 'serviceId', 'name', 'levels', 'remindSeconds'])
    .select(
      sql<string[]>`array(select r.name from rule r where r.plan_id = escalation_plan.id order by lower(r.name))`.as(
        'rules',
      ),
    )
    .orderBy(sql`lower(escalation_plan.name)`)
    .orderBy('id')

type PlanRow = Awaited<ReturnType<ReturnType<typeof plans>['execute']>>[number]

const asPlan = ({ id, levels, ...plan }: PlanRow): EscalationPlan => ({
  ...plan,
  _id: id,
  levels: EscalationLevel.array().parse(levels),
})

export const plansOf = async (db: Db, serviceId: string): Promise<EscalationPlan[]> =>
  (await plans(db).where('serviceId', '=', serviceId).execute()).map(asPlan)

export const planById = async (db: Db, id: string): Promise<EscalationPlan | undefined> => {
  const row = await plans(db).where('id', '=', id).executeTakeFirst()
  return row && asPlan(row)
}

export const lockPlan = async (db: Db, id: string): Promise<void> => {
  await db.selectFrom('escalationPlan').select('id').where('id', '=', id).forUpdate().execute()
}

const columns = ({ name, levels, remindSeconds }: EscalationPlanDraft) => ({
  name,
  remindSeconds,
  levels: JSON.stringify(levels),
})

export const createPlan = async (db: Db, serviceId: string, draft: EscalationPlanDraft): Promise<string> => {
  const id = newId()
  await db
    .insertInto('escalationPlan')
    .values({ id, serviceId, ...columns(draft) })
    .execute()
  return id
}

export const changePlan = async (db: Db, id: string, draft: EscalationPlanDraft): Promise<void> => {
  await db.updateTable('escalationPlan').set(columns(draft)).where('id', '=', id).execute()
}

export const removePlan = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('escalationPlan').where('id', '=', id).execute()
}

/**
 * Returns the members whom each level of a plan would have notified at these times; undefined if there is no such plan.
 */
export const receiversOfPlan = async (
  db: Db,
  planId: string,
  times: readonly Date[],
): Promise<NamedReceivers[][] | undefined> => {
  const plan = await planById(db, planId)
  if (!plan) return undefined
  const { serviceId, levels } = plan
  const people = await loadPeople(db, serviceId, { now: new Date(0), channels: memberChannels })
  const turns = new Turns()
  const receivers: NamedReceivers[][] = []
  for (const now of times) {
    const ofLevels: NamedReceivers[] = []
    for (const level of levels.keys()) {
      await turns.next()
      const { persons } = receiversOf({ ...people, now }, levels, level)
      ofLevels.push({
        names: persons.slice(0, MOST_TRIAL_RECEIVERS.names).map(({ name }) => name),
        count: persons.length,
      })
    }
    receivers.push(ofLevels)
  }
  return receivers
}

export const foreignIds = async (db: Db, serviceId: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select n.id from unnest(${ids as string[]}::uuid[]) as n (id)
    where not exists (select from member m where m.id = n.id and m.service_id = ${serviceId} and m.deleted_at is null)
      and not exists (select from role r where r.id = n.id and r.service_id = ${serviceId})
      and not exists (select from rota r where r.id = n.id and r.service_id = ${serviceId})`.execute(db)
  return rows.map(({ id }) => id)
}

const MOST_ESCALATIONS = 200

const receivers = sql`(
  select coalesce(json_agg(json_build_object('memberId', r.member_id, 'name', trim(m.first_name || ' ' || m.last_name),
      'level', r.level, 'at', ${isoTime(sql`r.at`)}, 'deliveries', (
        select coalesce(json_agg(json_build_object('channel', d.channel, 'state', d.state) order by d.channel), '[]') from (
          select distinct on (d.channel) d.channel, d.state from delivery d where d.id = any(n.delivery_ids) or d.origin_id = any(n.delivery_ids)
          -- If a message went to several devices, the most advanced state counts.
          order by d.channel, array_position(array['seen', 'delivered', 'sent', 'waiting', 'failed', 'expired'], d.state)) d))
    order by r.level nulls last, m.first_name, m.last_name, m.id), '[]')
  from (select distinct on (x.member_id, x.level) x.* from escalation_receiver x where x.escalation_id = e.id
    order by x.member_id, x.level, x.number desc) r
  join escalation_notice n on n.id = r.notice_id join member m on m.id = r.member_id)`

/** An escalation has this long to send its first message. */
const UNREACHED_SECONDS = 30

/** Whether no message of open escalation `e` was sent to anyone. A message that has failed and is retried counts as not sent. */
const isUnreached = sql<boolean>`(e.phase = 'climbing' and e.began_at < now() - make_interval(secs => ${sql.lit(UNREACHED_SECONDS)})
  and not exists (select from escalation_receiver r join escalation_notice n on n.id = r.notice_id
    join delivery d on d.id = any(n.delivery_ids) or d.origin_id = any(n.delivery_ids)
    where r.escalation_id = e.id
      and (d.state in ('sent', 'delivered', 'seen') or (d.state = 'waiting' and d.attempts = 0))))`

export const unreachedEscalations = async (db: Db, most: number) => {
  const { rows } = await sql<{ id: string; serviceId: string; ruleName: string; beganAt: Date }>`
    select e.id, e.service_id, e.rule_name, e.began_at from escalation e where ${isUnreached}
    order by e.began_at, e.id limit ${most}`.execute(db)
  return rows
}

export const countUnreached = async (db: Db): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from escalation e where ${isUnreached}`.execute(db)
  return rows[0]?.count ?? 0
}

const fields = sql<Escalation>`json_build_object('_id', e.id, 'serviceId', e.service_id, 'ruleName', e.rule_name,
  'planName', e.plan_name, 'severity', e.severity, 'phase', e.phase, 'level', e.level,
  'levels', jsonb_array_length(e.levels), 'nextAt', ${isoTime(sql`e.climb_at`)}, 'beganAt', ${isoTime(sql`e.began_at`)},
  'isUnreached', ${isUnreached},
  'owner', case when e.owner_name is not null then json_build_object('_id', e.owner_id, 'name', e.owner_name) end,
  'acknowledgedAt', ${isoTime(sql`e.acknowledged_at`)},
  'openAlarms', (select count(*)::int from alarm a where a.escalation_id = e.id and a.ended_at is null),
  'receivers', ${receivers})`

const select = async (db: Db, condition: RawBuilder<unknown>): Promise<Escalation[]> => {
  const { rows } = await sql<{ escalation: Escalation }>`select ${fields} as escalation from escalation e
    where ${condition} order by e.began_at desc, e.id desc limit ${sql.lit(MOST_ESCALATIONS)}`.execute(db)
  return rows.map(({ escalation }) => escalation)
}

export const openEscalations = (db: Db, serviceIds: readonly string[]): Promise<Escalation[]> =>
  select(db, sql`e.service_id = any(${serviceIds as string[]}::uuid[]) and e.phase <> 'ended'`)

export const byId = async (db: Db, id: string): Promise<Escalation | undefined> =>
  (await select(db, sql`e.id = ${id}`))[0]

/**
 * Finds a notice by the token of its link, for seven days. Links of deleted members and of members who must turn on a
 * second factor do not work.
 */
export const noticeByToken = async (db: Db, token: string) => {
  const { rows } = await sql<{ id: string; serviceId: string; memberId: string; memberName: string; mayAct: boolean }>`
    select n.id, n.service_id, n.member_id, trim(m.first_name || ' ' || m.last_name) as member_name,
      not coalesce(r.is_viewer, false) as may_act
    from escalation_notice n join member m on m.id = n.member_id and m.deleted_at is null
    join service own on own.id = m.service_id and own.deleted_at is null
    left join role r on r.id = m.role_id
    where n.token_hash = ${hashToken(token)} and n.created_at > now() - interval '7 days' and not ${mustEnrol(sql`m`, sql`own`)}`.execute(
    db,
  )
  return rows[0]
}

export const ofNotice = (db: Db, noticeId: string): Promise<Escalation[]> =>
  select(db, sql`e.id in (select r.escalation_id from escalation_receiver r where r.notice_id = ${noticeId})`)

/**
 * Ids of messages to a member about these escalations that can be marked as seen. Unsent messages are included only if
 * the member acts, because a message that is marked as seen is not sent any more.
 */
export const unseenDeliveries = async (
  db: Db,
  memberId: string,
  escalationIds: string[],
  { isActing }: { isActing: boolean },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct d.id from escalation_receiver r join escalation_notice n on n.id = r.notice_id
    join delivery d on d.id = any(n.delivery_ids) or d.origin_id = any(n.delivery_ids)
    where r.member_id = ${memberId} and r.escalation_id = any(${escalationIds}::uuid[]) and ${isActing ? sql`d.state <> 'seen'` : sql`d.state in ('sent', 'delivered')`}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export const oldEscalations = deletionOf('escalation', sql`ended_at`, sql`ended_at < now() - interval '400 days'`)
export const oldNotices = deletionOf(
  'escalation_notice',
  sql`created_at`,
  sql`created_at < now() - interval '30 days' and not exists (select from escalation_receiver r
    join escalation e on e.id = r.escalation_id where r.notice_id = escalation_notice.id and e.ended_at is null)`,
)
