import { type RawBuilder, sql } from 'kysely'
import type { WebhookEvent } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { enqueueSelected } from '../../platform/delivery/queue.ts'

export const WEBHOOK = 'webhook'

const callColumns = ['channel', 'kind', 'service_id', 'address', 'payload', 'subject_id'] as const

const columnsOfCall = (event: WebhookEvent) => sql`
  ${WEBHOOK}::text as channel, ${event}::text as kind, w.service_id, w.id::text as address, '{}'::jsonb as payload`

/** Whether the limits of webhook `w` include AOI `a`. */
export const isWithinLimits = (w: RawBuilder<unknown>, a: RawBuilder<unknown>) => sql<boolean>`(
  (${w}.event_type_ids is null or ${a}.event_type_id = any(${w}.event_type_ids))
  and (${w}.region_ids is null or ${a}.region_id = any(${w}.region_ids)))`

const isWanted = isWithinLimits(sql`w`, sql`a`)

type AlarmEvent = Extract<WebhookEvent, `alarm.${string}`>

/**
 * Enqueues webhook calls about alarms in the caller's transaction, except for muted alarms. A webhook is called once
 * per alarm and event.
 */
export const callForAlarms = async (db: Db, event: AlarmEvent, alarms: readonly { id: string }[]): Promise<void> => {
  if (alarms.length === 0) return
  const calls = sql`
    select ${columnsOfCall(event)}, a.id as subject_id, true as is_urgent,
      concat_ws(' ', w.id, ${event}::text, a.id) as dedupe_key
    from alarm a join webhook w on w.service_id = a.service_id and w.is_enabled and ${event} = any(w.events)
    where a.id = any(${alarms.map(({ id }) => id)}::uuid[]) and not a.is_muted`
  await enqueueSelected([...callColumns, 'is_urgent', 'dedupe_key'], calls).execute(db)
}

const eventOf: Record<string, WebhookEvent> = {
  created: 'event.created',
  updated: 'event.updated',
  archived: 'event.archived',
}

/**
 * Enqueues webhook calls when notifications are expanded. An AOI whose call is still queued gets no second one, because
 * a call reads the latest state when sent.
 */
export const callForNotifications = async (db: Db, kind: string, notificationIds: readonly number[]): Promise<void> => {
  const event = eventOf[kind]
  if (!event) return
  const calls = sql`
    select ${columnsOfCall(event)}, a.id as subject_id
    from (select distinct aoi_id from notification
      where id = any(${notificationIds as number[]}::bigint[]) and after_device_id is null) n
    join aoi a on a.id = n.aoi_id and a.kind = 'event'
    join webhook w on w.service_id = a.service_id and w.is_enabled and ${event} = any(w.events) and ${isWanted}
    where not exists (select from delivery d where d.subject_id = a.id and d.channel = ${WEBHOOK} and d.kind = ${event}
      and d.address = w.id::text and d.state = 'waiting' and d.attempts = 0)`
  await enqueueSelected(callColumns, calls).execute(db)
}

const ENTRY_CREATED = 'logEntry.created' satisfies WebhookEvent

/** Enqueues webhook calls about an entry that a member wrote, unless it is restricted or for one subscriber. */
export const callForEntry = async (db: Db, entryId: string): Promise<void> => {
  const calls = sql`
    select ${columnsOfCall(ENTRY_CREATED)}, e.id as subject_id
    from log_entry e
    join aoi a on a.id = e.aoi_id and a.kind = 'event'
    join webhook w on w.service_id = a.service_id and w.is_enabled and ${ENTRY_CREATED} = any(w.events) and ${isWanted}
    where e.id = ${entryId} and not e.restricted and e.recipient_id is null`
  await enqueueSelected(callColumns, calls).execute(db)
}
