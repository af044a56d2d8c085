import { type RawBuilder, sql } from 'kysely'
import { NOTIFICATION_NAME_MAX, type NotificationKind, notificationKinds, typesWith } from '#contract'
import { mustEnrol } from '../../people/second-factor/queries.ts'
import type { Batch } from '../../platform/clock/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import { enqueueSelected } from '../../platform/delivery/queue.ts'
import { PUSH } from '../../platform/push/channel.ts'

/** The specification's action of each kind. */
const actions: Record<NotificationKind, string> = {
  created: 'AOI_CREATED',
  shared: 'AOI_SHARED',
  updated: 'AOI_UPDATED',
  archived: 'AOI_ARCHIVED',
  deleted: 'AOI_DELETED',
  status: 'AOI_STATUS',
}

/** Members involved in the AOI and in reports merged into it. */
const involvedMembers = sql`select o.creator_id as id from aoi o where o.id = a.id or o.main_id = a.id
  union select s.member_id from aoi o join share s on s.aoi_id = o.id where o.id = a.id or o.main_id = a.id
  union select e.author_id from aoi o join log_entry e on e.aoi_id = o.id
    where (o.id = a.id or o.main_id = a.id) and not e.is_system`

/** A role without listed event types has all of them. */
const membersWithItsType = sql`select c.id from member c
  where c.service_id = a.service_id and a.event_type_id is not null and case
    when t.responsible_role_id is not null then c.role_id = t.responsible_role_id
    else c.role_id in (
      select r.id from role r where r.service_id = a.service_id and (
        exists (select from role_event_type x where x.role_id = r.id and x.event_type_id = a.event_type_id)
        or not exists (select from role_event_type x where x.role_id = r.id)))
    end`

/** Possible recipients, found through the AOI without scanning all devices. */
const candidates: Record<NotificationKind, RawBuilder<unknown>> = {
  created: membersWithItsType,
  shared: sql`select unnest(n.member_ids) as id`,
  updated: involvedMembers,
  archived: involvedMembers,
  deleted: involvedMembers,
  // Also the members who manage the sensors of the service.
  status: sql`${involvedMembers} union select c.id from member c
    where c.service_id = a.service_id and c.type = any(${typesWith('sensor.edit')})`,
}

/** Whether the recipient can still see the AOI. */
const maySee = sql<boolean>`(m.service_id = a.service_id
  or exists (select from member_service o where o.member_id = m.id and o.service_id = a.service_id)
  or exists (select from share s where s.aoi_id = a.id and s.member_id = m.id))`

/** Long names are cut, because screens are small and a push service takes at most 4 kB. */
const shortName = sql`case when length(a.name) > ${NOTIFICATION_NAME_MAX} then left(a.name, ${NOTIFICATION_NAME_MAX - 1}) || '…' else a.name end`

/**
 * Messages per transaction. 30,000 messages took 9 s in one transaction. In several transactions they take 13 s, but
 * none takes more than 0.6 s, and deliveries continue in between.
 */
const MESSAGES_AT_ONCE = 1000

/**
 * Selects the next messages of notifications, in order of devices. Devices registered after the change and members
 * without a required second factor are left out.
 */
const messagesOf = (kind: NotificationKind, ids: readonly number[]) => {
  const url = kind === 'deleted' ? sql`'/'` : sql`'/?selected=aoi.' || a.nonce`
  return sql`select n.id as notification_id, recipient.device_id, recipient.member_id, recipient.service_id,
      ${PUSH}::text as channel, ${kind}::text as kind, recipient.device_id::text as address,
      -- a later message about the same AOI replaces an earlier one that the device has not received yet
      replace(a.id::text, '-', '') as group_key,
      jsonb_build_object('data', jsonb_build_object('action', ${actions[kind]}::text, 'url', ${url},
        'text', replace(n.texts ->> recipient.language, '{name}', ${shortName}))) as payload
    from notification n
    join aoi a on a.id = n.aoi_id
    left join event_type t on t.id = a.event_type_id
    cross join lateral (
      select m.id as member_id, m.service_id, d.id as device_id, coalesce(m.language, d.language,
        (select s.main_language from service s where s.id = m.service_id)) as language
      from (${candidates[kind]}) candidate
      join member m on m.id = candidate.id and m.deleted_at is null
      join service own on own.id = m.service_id
      join push_device d on d.member_id = m.id and d.created_at <= n.created_at
        and (n.after_device_id is null or d.id > n.after_device_id)
      where m.id is distinct from n.by_id
        and not coalesce(m.notification_preferences -> 'off' ? ${kind}, false) and ${maySee} and not ${mustEnrol(sql`m`, sql`own`)}
      order by d.id limit ${sql.lit(MESSAGES_AT_ONCE)}) recipient
    where n.id = any(${ids as number[]}::bigint[])
    order by n.id`
}

const messageColumns = ['channel', 'kind', 'service_id', 'member_id', 'address', 'group_key', 'payload'] as const

const expand = async (db: Db, kind: NotificationKind, ids: readonly number[]): Promise<void> => {
  const { rows } = await sql<{ id: number; count: number; lastDeviceId: string }>`
    with message as materialized (${messagesOf(kind, ids)}),
    enqueued as (${enqueueSelected(messageColumns, sql`select * from message`)})
    select notification_id as id, count(*)::int as count, max(device_id::text) as last_device_id
    from message group by 1`.execute(db)
  const unfinished = rows.filter(({ count }) => count === MESSAGES_AT_ONCE)
  for (const { id, lastDeviceId } of unfinished)
    await db.updateTable('notification').set({ afterDeviceId: lastDeviceId }).where('id', '=', id).execute()
  const left = new Set(unfinished.map(({ id }) => Number(id)))
  const done = ids.filter((id) => !left.has(Number(id)))
  if (done.length > 0) await db.deleteFrom('notification').where('id', 'in', done).execute()
}

type CallWebhooks = (db: Db, kind: NotificationKind, ids: readonly number[]) => Promise<void>

/**
 * Turns notifications into messages to devices. Large audiences take several runs. Concurrent servers process different
 * notifications.
 */
export const notifications = (callWebhooks: CallWebhooks): Batch => ({
  table: 'notification',
  atOnce: 20,
  due: () =>
    sql`select id, service_id, created_at as at from notification where kind = any(${[...notificationKinds]}::text[])`,
  process: async (db, ids) => {
    const taken = await db
      .selectFrom('notification')
      .select(['id', 'kind'])
      .where('id', 'in', ids.map(Number))
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute()
    for (const [kind, ofKind] of Map.groupBy(taken, (notification) => notification.kind)) {
      const ownIds = ofKind.map(({ id }) => id)
      await callWebhooks(db, kind, ownIds)
      await expand(db, kind, ownIds)
    }
    return taken.length
  },
})
