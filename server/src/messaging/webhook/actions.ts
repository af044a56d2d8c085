import { sql } from 'kysely'
import type { WebhookEvent } from '#contract'
import type { Db } from '../../platform/db/database.ts'

export const WEBHOOK = 'webhook'

type AlarmEvent = Extract<WebhookEvent, `alarm.${string}`>

/**
 * Enqueues calls about alarms in the caller's transaction, for the webhooks that want them. Muted alarms make none. Each
 * alarm is raised, acknowledged and cleared once.
 */
export const callForAlarms = async (db: Db, event: AlarmEvent, alarms: readonly { id: string }[]): Promise<void> => {
  if (alarms.length === 0) return
  await sql`
    insert into delivery (id, channel, kind, service_id, address, subject_id, payload, is_urgent, dedupe_key)
    select gen_random_uuid(), ${WEBHOOK}, ${event}, w.service_id, w.id::text, a.id, '{}', true,
      concat_ws(' ', w.id, ${event}::text, a.id)
    from alarm a join webhook w on w.service_id = a.service_id and w.is_enabled and ${event} = any(w.events)
    where a.id = any(${alarms.map(({ id }) => id)}::uuid[]) and not a.is_muted
    on conflict (dedupe_key) do nothing`.execute(db)
}

const eventOf: Record<string, WebhookEvent> = {
  created: 'event.created',
  updated: 'event.updated',
  archived: 'event.archived',
}

/**
 * Enqueues calls for events when their notifications are expanded. A waiting call reads the latest state when sent, so
 * it is not repeated.
 */
export const callForNotifications = async (db: Db, kind: string, notificationIds: readonly number[]): Promise<void> => {
  const event = eventOf[kind]
  if (!event) return
  await sql`
    insert into delivery (id, channel, kind, service_id, address, subject_id, payload)
    select gen_random_uuid(), ${WEBHOOK}, ${event}, w.service_id, w.id::text, a.id, '{}'
    from (select distinct aoi_id from notification
      where id = any(${notificationIds as number[]}::bigint[]) and after_device_id is null) n
    join aoi a on a.id = n.aoi_id and a.kind = 'event'
    join webhook w on w.service_id = a.service_id and w.is_enabled and ${event} = any(w.events)
    where not exists (select from delivery d where d.subject_id = a.id and d.channel = ${WEBHOOK} and d.kind = ${event}
      and d.address = w.id::text and d.state = 'waiting' and d.attempts = 0)`.execute(db)
}
