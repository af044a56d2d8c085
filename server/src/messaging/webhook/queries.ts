import { sql } from 'kysely'
import type { Webhook, WebhookDelivery, WebhookEvent } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { WEBHOOK } from './actions.ts'

const webhooks = (db: Db) =>
  db
    .selectFrom('webhook')
    .select([
      'id',
      'serviceId',
      'url',
      'events',
      'eventTypeIds',
      'regionIds',
      'isEnabled',
      'createdAt',
      'failingSince',
      'switchedOffAt',
    ])
    .orderBy('createdAt')
    .orderBy('id')

type Row = Awaited<ReturnType<ReturnType<typeof webhooks>['execute']>>[number]

const asWebhook = ({
  id,
  eventTypeIds,
  regionIds,
  createdAt,
  failingSince,
  switchedOffAt,
  ...webhook
}: Row): Webhook => ({
  ...webhook,
  _id: id,
  eventTypes: eventTypeIds,
  regions: regionIds,
  createdAt: createdAt.toISOString(),
  failingSince: failingSince?.toISOString() ?? null,
  switchedOffAt: switchedOffAt?.toISOString() ?? null,
})

export const ofService = async (db: Db, serviceId: string): Promise<Webhook[]> =>
  (await webhooks(db).where('serviceId', '=', serviceId).execute()).map(asWebhook)

export const byId = async (db: Db, id: string): Promise<Webhook | undefined> => {
  const row = await webhooks(db).where('id', '=', id).executeTakeFirst()
  return row && asWebhook(row)
}

type Draft = { url: string; events: WebhookEvent[]; eventTypes: string[] | null; regions: string[] | null }

export const create = async (
  db: Db,
  serviceId: string,
  createdBy: string,
  { eventTypes, regions, ...draft }: Draft,
): Promise<string> => {
  const id = newId()
  await db
    .insertInto('webhook')
    .values({ id, serviceId, createdBy, ...draft, eventTypeIds: eventTypes, regionIds: regions })
    .execute()
  return id
}

type Change = { [K in keyof Draft]?: Draft[K] | undefined } & { isEnabled?: boolean | undefined }

/** Turning a webhook on or changing its address resets its failures. */
export const change = async (
  db: Db,
  id: string,
  { url, events, eventTypes, regions, isEnabled }: Change,
): Promise<void> => {
  const isFresh = url !== undefined || isEnabled === true
  await db
    .updateTable('webhook')
    .set({
      url,
      events,
      eventTypeIds: eventTypes,
      regionIds: regions,
      isEnabled,
      ...(isFresh && { failingSince: null, failures: 0, switchedOffAt: null }),
    })
    .where('id', '=', id)
    .execute()
}

export const secretVersion = async (db: Db, id: string): Promise<number> =>
  (await db.selectFrom('webhook').select('secretVersion').where('id', '=', id).executeTakeFirstOrThrow()).secretVersion

export const replaceSecret = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('webhook').set({ secretVersion: sql<number>`secret_version + 1` }).where('id', '=', id).execute()
}

export const remove = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('webhook').where('id', '=', id).execute()
}

export const noteSuccess = async (db: Db, id: string): Promise<void> => {
  await sql`update webhook set failing_since = null, failures = 0
    where id = ${id} and failing_since is not null`.execute(db)
}

const DEAD_DAYS = 3
const DEAD_FAILURES = 8

/**
 * Records a failed call. Turns the webhook off if the receiver is gone or calls have failed for too many days. Returns
 * whether this call turned it off.
 */
export const noteFailure = async (db: Db, id: string, isGone: boolean): Promise<boolean> => {
  const { rows } = await sql`
    with failing as (
      update webhook set failures = failures + 1, failing_since = coalesce(failing_since, now())
      where id = ${id} and is_enabled returning id, failures, failing_since)
    select 1 from failing where ${isGone} or (failures >= ${sql.lit(DEAD_FAILURES)}
      and failing_since <= now() - make_interval(days => ${sql.lit(DEAD_DAYS)}))`.execute(db)
  if (rows.length === 0) return false
  await sql`update webhook set is_enabled = false, switched_off_at = now() where id = ${id}`.execute(db)
  return true
}

const RECENT = 50

const deliveries = (db: Db, webhookId: string) =>
  db
    .selectFrom('delivery')
    .select(['id', 'kind', 'state', 'attempts', 'lastError', 'createdAt', 'sentAt'])
    .where('channel', '=', WEBHOOK)
    .where('address', '=', webhookId)

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveries>['execute']>>[number]

const asDelivery = ({ id, kind, lastError, createdAt, sentAt, ...row }: DeliveryRow): WebhookDelivery => ({
  ...row,
  _id: id,
  event: kind,
  code: lastError,
  createdAt: createdAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
})

export const recentDeliveries = async (db: Db, webhookId: string): Promise<WebhookDelivery[]> => {
  const rows = await deliveries(db, webhookId).orderBy('createdAt', 'desc').orderBy('id').limit(RECENT).execute()
  return rows.map(asDelivery)
}

export const deliveryById = async (db: Db, webhookId: string, id: string): Promise<WebhookDelivery | undefined> => {
  const row = await deliveries(db, webhookId).where('id', '=', id).executeTakeFirst()
  return row && asDelivery(row)
}
