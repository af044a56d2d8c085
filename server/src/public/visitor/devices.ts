import { sql } from 'kysely'
import { type Language, textIn } from '#contract'
import * as services from '../../people/service/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PushSubscriptionKeys, ReporterDevice } from '../../platform/db/schema/people.ts'
import type { VisitorPush } from '../../platform/push/channel.ts'
import { hashToken } from '../../platform/secret/tokens.ts'
import { contactToken } from './contact.ts'
import { type ReporterNews, reporterTextsFor } from './progress.ts'
import type * as visitors from './queries.ts'

const DEVICES_PER_VISITOR = 5

/** Identifies a device on the follow page without its address. */
const nameOf = ({ endpoint }: PushSubscriptionKeys): string => hashToken(endpoint).toString('base64url').slice(0, 22)

const devicesOf = async (db: Db, visitorId: string): Promise<ReporterDevice[]> => {
  const row = await db
    .selectFrom('reporterContact')
    .select('devices')
    .where('visitorId', '=', visitorId)
    .executeTakeFirst()
  return row?.devices ?? []
}

export const deviceNamesOf = async (db: Db, visitorId: string): Promise<string[]> =>
  (await devicesOf(db, visitorId)).map(nameOf)

/**
 * Starts notifications on a device; a sixth device replaces the oldest. `told` is the state that the page shows, so
 * only later steps are sent. The caller must hold the visitor's lock.
 */
export const addDevice = async (
  db: Db,
  { id: visitorId, serviceId }: visitors.Visitor,
  { endpoint, keys }: PushSubscriptionKeys,
  language: Language,
  told: Record<string, string>,
): Promise<void> => {
  const others = (await devicesOf(db, visitorId)).filter((other) => other.endpoint !== endpoint)
  const devices = JSON.stringify([...others, { endpoint, keys, language }].slice(-DEVICES_PER_VISITOR))
  await db
    .insertInto('reporterContact')
    .values({
      visitorId,
      serviceId,
      language,
      devices,
      tokenHash: hashToken(await contactToken(db, visitorId)),
      told: JSON.stringify(told),
    })
    .onConflict((conflict) =>
      conflict.column('visitorId').doUpdateSet({ devices, told: JSON.stringify(told), checkedAt: sql<Date>`now()` }),
    )
    .execute()
}

export const removeDevice = async (db: Db, visitorId: string, endpoint: string): Promise<void> => {
  await sql`update reporter_contact set devices = coalesce((
      select jsonb_agg(device) from jsonb_array_elements(devices) as device where device ->> 'endpoint' <> ${endpoint}), '[]')
    where visitor_id = ${visitorId}`.execute(db)
}

/**
 * Notifications to visitors' devices. They contain the service's text for a step, and nothing that the reporter wrote.
 */
export const visitorPush: VisitorPush = {
  messagesOf: async (db, { visitorId, serviceId, payload }) => {
    const service = serviceId ? await services.publicService(db, serviceId) : undefined
    if (!visitorId || !serviceId || !service) return []
    const { reportId, ...news } = payload as ReporterNews & { reportId: string }
    const texts = (await reporterTextsFor(db, serviceId))(news)
    const token = await contactToken(db, visitorId)
    return (await devicesOf(db, visitorId)).map(({ language, ...subscription }) => ({
      subscription,
      payload: {
        data: {
          action: 'REPORT_UPDATED',
          text: `${textIn(service, 'title', language)}: ${texts.map((sentence) => sentence[language]).join(' ')}`,
          url: `/invite?follow=${token}`,
          language,
          tag: `report ${reportId}`,
        },
      },
    }))
  },
  forget: removeDevice,
}
