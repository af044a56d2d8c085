import { sql } from 'kysely'
import {
  acknowledgeLabel,
  alarmNames,
  type EscalationNews,
  escalationText,
  inEveryLanguage,
  type LadderEffect,
  type MemberChannel,
  type MemberMessage,
  memberChannels,
} from '#contract'
import { coverQueuedWords, messageMembers } from '../../messaging/notification/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { timestampOf } from '../../platform/db/time.ts'
import { enqueue, type NewDelivery, settle } from '../../platform/delivery/queue.ts'
import { partsOf, Turns } from '../../platform/kit/slices.ts'
import { linkTokens } from '../../platform/secret/sealing.ts'
import { hashToken } from '../../platform/secret/tokens.ts'
import { channelsTo, type People, type Person, receiversOf } from './people.ts'
import type { StoredEscalation } from './states.ts'

export const ALARM_NOTICE = 'alarmNotice'
const ALARM_NEWS = 'alarmNews'
const ALARMS_PATH = '/?panel=alarms'

export type DueNotice = { escalation: StoredEscalation; effect: LadderEffect }

type Subjects = { subjects: string[]; count: number }

export const subjectsOf = async (db: Db, escalationIds: readonly string[]): Promise<Map<string, Subjects>> => {
  const { rows } = await sql<Subjects & { id: string }>`
    select a.escalation_id as id, count(*)::int as count,
      (array_agg(coalesce(s.name, w.name, a.explanation -> 'warning' -> 'headlines' -> 0 ->> 'headline') order by a.raised_at, a.id))[1:3] as subjects
    from alarm a left join sensor s on s.id = a.sensor_id left join aoi w on w.id = a.watched_aoi_id
    where a.escalation_id = any(${escalationIds as string[]}::uuid[]) and a.ended_at is null group by 1`.execute(db)
  return new Map(rows.map(({ id, ...subjects }) => [id, subjects]))
}

type Bundle = { person: Person; channels: MemberChannel[]; items: DueNotice[] }

const bundlesOf = async (people: People, due: readonly DueNotice[]): Promise<Bundle[]> => {
  const turns = new Turns()
  const bundles = new Map<string, Bundle>()
  for (const item of due) {
    await turns.next()
    const { effect, escalation } = item
    const { persons, channels } =
      effect.type === 'notify'
        ? receiversOf(people, escalation.levels, effect.level)
        : { persons: people.members.filter(({ id }) => id === escalation.ownerId), channels: memberChannels }
    for (const person of persons) {
      const own = channelsTo(people, person, channels, escalation.severity)
      if (own.length === 0) continue
      const bundle = bundles.get(person.id) ?? { person, channels: [], items: [] }
      bundles.set(person.id, bundle)
      bundle.channels = [...new Set([...bundle.channels, ...own])]
      bundle.items.push(item)
    }
  }
  return [...bundles.values()]
}

const newsOfEffect = (effect: LadderEffect): EscalationNews => {
  if (effect.type === 'remind') return 'remind'
  return effect.isRepeat ? 'repeat' : 'notify'
}

/** Messages about one escalation replace each other on a device. */
const tagOf = (escalationIds: readonly string[]): string =>
  escalationIds.length === 1 ? (escalationIds[0] as string).replaceAll('-', '') : 'alarms'

type Notice = { id: string; deliveryId: string } & Bundle

const deliveryOf = (
  serviceId: string,
  { id, deliveryId, person, channels: [channel = 'push', ...fallback], items }: Notice,
  subjects: ReadonlyMap<string, Subjects>,
): NewDelivery[] => {
  const [first] = items
  if (!first) return []
  const count = items.reduce((sum, { escalation }) => sum + (subjects.get(escalation.id)?.count ?? 1), 0)
  const about = {
    ruleName: first.escalation.ruleName,
    subjects: subjects.get(first.escalation.id)?.subjects ?? [],
    count,
  }
  const news = newsOfEffect(first.effect)
  const tag = tagOf(items.map(({ escalation }) => escalation.id))
  const message: MemberMessage = {
    action: 'ALARM',
    texts: inEveryLanguage((language) => escalationText(language, news, alarmNames(language, about))),
    path: ALARMS_PATH,
    devicePath: ALARMS_PATH,
    tokenLink: { id, path: '/invite?alarm=', buttonLabels: inEveryLanguage(acknowledgeLabel) },
    tag,
    isUrgent: items.some(({ escalation }) => escalation.severity === 'high'),
  }
  return [
    {
      id: deliveryId,
      kind: ALARM_NOTICE,
      channel,
      fallback,
      serviceId,
      memberId: person.id,
      payload: message,
      groupKey: tag,
      isUrgent: true,
    },
  ]
}

/** Maximum numbers of rows per statement. */
const NOTICES_AT_ONCE = 200
const RECEIVERS_AT_ONCE = 5_000

const addReceivers = async (db: Db, notices: readonly Notice[]): Promise<void> => {
  const receivers = notices.flatMap(({ id, person, items }) => items.map((item) => ({ id, person, ...item })))
  for (const some of partsOf(receivers, RECEIVERS_AT_ONCE)) {
    const column = <T>(of: (receiver: (typeof receivers)[number]) => T) => some.map(of)
    await sql`insert into escalation_receiver (escalation_id, number, member_id, notice_id, level, at)
      select * from unnest(${column(({ escalation }) => escalation.id)}::uuid[],
        ${column(({ effect }) => effect.notice)}::int[], ${column(({ person }) => person.id)}::uuid[],
        ${column(({ id }) => id)}::uuid[],
        ${column(({ effect }) => (effect.type === 'notify' ? effect.level : null))}::int[],
        ${column(({ effect }) => timestampOf(effect.at))}::timestamptz[])`.execute(db)
  }
}

/**
 * Enqueues the messages of the due steps of ladders, in the caller's transaction: one message to each member about all
 * escalations that became due. A level may be a role with thousands of members, so notices are stored in few statements.
 */
export const sendNotices = async (
  db: Db,
  serviceId: string,
  people: People,
  due: readonly DueNotice[],
): Promise<void> => {
  const subjects = await subjectsOf(
    db,
    due.map(({ escalation }) => escalation.id),
  )
  for (const bundles of partsOf(await bundlesOf(people, due), NOTICES_AT_ONCE)) {
    const notices = bundles.map((bundle): Notice => ({ id: newId(), deliveryId: newId(), ...bundle }))
    await enqueue(
      db,
      notices.flatMap((notice) => deliveryOf(serviceId, notice, subjects)),
    )
    const tokens = await linkTokens(
      db,
      notices.map(({ id }) => id),
    )
    await db
      .insertInto('escalationNotice')
      .values(
        notices.map(({ id, deliveryId, person }, index) => ({
          id,
          serviceId,
          memberId: person.id,
          tokenHash: hashToken(tokens[index] as string),
          deliveryIds: [deliveryId],
        })),
      )
      .execute()
    await addReceivers(db, notices)
  }
}

export const withdrawNotices = async (db: Db, escalationIds: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select d.id from escalation_notice n
    join delivery d on (d.id = any(n.delivery_ids) or d.origin_id = any(n.delivery_ids)) and d.state = 'waiting'
    where n.id in (select notice_id from escalation_receiver where escalation_id = any(${escalationIds as string[]}::uuid[]))
      and not exists (select from escalation_receiver r join escalation e on e.id = r.escalation_id
        where r.notice_id = n.id and e.phase = 'climbing')`.execute(db)
  if (rows.length === 0) return
  await settle(
    db,
    rows.map(({ id }) => id),
    'expired',
  )
}

/**
 * Redacts words in queued messages about alarms of these events, because the messages contain the names of the events.
 */
export const coverNoticeWords = (db: Db, aoiIds: readonly string[], words: readonly string[]): Promise<void> => {
  const deliveryIds = sql`array(select unnest(n.delivery_ids) from alarm a
    join escalation_receiver r on r.escalation_id = a.escalation_id join escalation_notice n on n.id = r.notice_id
    where coalesce(a.watched_aoi_id, a.event_id) = any(${aoiIds as string[]}::uuid[]))`
  return coverQueuedWords(
    db,
    (d) => sql`(${d}.id = any(${deliveryIds}) or ${d}.origin_id = any(${deliveryIds}))`,
    words,
  )
}

type News = { type: 'acknowledged'; by: { id: string; name: string } } | { type: 'ended' }

export const informReceivers = async (db: Db, { id, ...about }: StoredEscalation, news: News): Promise<void> => {
  const { serviceId, ruleName, state } = about
  const receivers = await db
    .selectFrom('escalationReceiver')
    .innerJoin('member', 'member.id', 'escalationReceiver.memberId')
    .select(['member.id', 'member.serviceId'])
    .distinct()
    .where('escalationId', '=', id)
    .where('member.deletedAt', 'is', null)
    .$if(news.type === 'acknowledged', (query) =>
      query.where('member.id', '<>', news.type === 'ended' ? '' : news.by.id),
    )
    .where((eb) =>
      eb.exists(eb.selectFrom('pushDevice').select('id').whereRef('pushDevice.memberId', '=', 'member.id')),
    )
    .execute()
  const tag = tagOf([id])
  const who = news.type === 'acknowledged' ? news.by.name : ''
  await messageMembers(db, receivers, {
    kind: ALARM_NEWS,
    message: {
      action: 'ALARM',
      texts: inEveryLanguage((language) => escalationText(language, news.type, ruleName, who)),
      path: ALARMS_PATH,
      tag,
    },
    channels: ['push'],
    groupKey: tag,
    dedupeKey: `${ALARM_NEWS} ${serviceId} ${id} ${news.type} ${state.notices}`,
  })
}
