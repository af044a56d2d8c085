import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { addressOf, type TextInbox, type TextProvider, type TextRejection, textMessageApi } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { seal, sealingKeyOf, unseal } from '../../platform/secret/sealing.ts'
import { hashToken } from '../../platform/secret/tokens.ts'

/** Days for which ids of received messages are stored. Twilio signs no time, so an old request could be replayed. */
const KNOWN_DAYS = 400

const tokenOf = (db: Db, id: string): Promise<string> => sealingKeyOf(db, `text inbox ${id}`)
const sealName = (id: string): string => `text inbox secret ${id}`

const inboxes = (db: Db) =>
  db
    .selectFrom('textInbox')
    .innerJoin('service', 'service.id', 'textInbox.serviceId')
    .select([
      'textInbox.serviceId',
      'textInbox.id',
      'textInbox.provider',
      'textInbox.sealedSecret',
      'textInbox.lastReceivedAt',
      'textInbox.lastRejection',
      'textInbox.lastRejectedAt',
    ])
    .where('service.deletedAt', 'is', null)

const addressFor = (publicUrl: string, token: string): string =>
  publicUrl + addressOf(textMessageApi.receive, { inbox: token })

export const inboxOf = async (db: Db, serviceId: string, publicUrl: string): Promise<TextInbox> => {
  const row = await inboxes(db).where('textInbox.serviceId', '=', serviceId).executeTakeFirst()
  if (!row) return { address: null, provider: null, lastReceivedAt: null, lastRejection: null }
  const { lastRejection: reason, lastRejectedAt: at } = row
  return {
    address: addressFor(publicUrl, await tokenOf(db, row.id)),
    provider: row.provider,
    lastReceivedAt: row.lastReceivedAt?.toISOString() ?? null,
    lastRejection: reason && at ? { reason, at: at.toISOString() } : null,
  }
}

export type OpenInbox = { serviceId: string; provider: TextProvider; secret: string; address: string }

export const inboxByToken = async (db: Db, token: string, publicUrl: string): Promise<OpenInbox | undefined> => {
  const row = await inboxes(db).where('textInbox.tokenHash', '=', hashToken(token)).executeTakeFirst()
  if (!row) return undefined
  const { serviceId, provider, id, sealedSecret } = row
  return {
    serviceId,
    provider,
    address: addressFor(publicUrl, token),
    secret: await unseal(db, sealName(id), sealedSecret),
  }
}

/** Opens the inbox of a service, or replaces its secret without changing its address. */
export const writeInbox = async (
  db: Db,
  serviceId: string,
  { provider, secret }: { provider: TextProvider; secret: string },
): Promise<void> => {
  const open = await db.selectFrom('textInbox').select('id').where('serviceId', '=', serviceId).executeTakeFirst()
  const id = open?.id ?? newId()
  const change = { provider, sealedSecret: await seal(db, sealName(id), secret), lastRejection: null }
  await db
    .insertInto('textInbox')
    .values({ serviceId, id, tokenHash: hashToken(await tokenOf(db, id)), ...change })
    .onConflict((conflict) => conflict.column('serviceId').doUpdateSet(change))
    .execute()
}

export const closeInbox = async (db: Db, serviceId: string): Promise<void> => {
  await db.deleteFrom('textInbox').where('serviceId', '=', serviceId).execute()
}

export const noteRejection = async (db: Db, serviceId: string, lastRejection: TextRejection): Promise<void> => {
  await db
    .updateTable('textInbox')
    .set({ lastRejection, lastRejectedAt: sql<Date>`now()` })
    .where('serviceId', '=', serviceId)
    .execute()
}

/** Records the receipt at most once a minute, so that messages do not wait for the lock of this row. */
export const noteReceipt = async (db: Db, serviceId: string): Promise<void> => {
  await sql`update text_inbox set last_received_at = now() where service_id = ${serviceId}
    and (last_received_at is null or last_received_at < now() - interval '1 minute')`.execute(db)
}

const idHashOf = (id: string): Buffer => createHash('sha256').update(id).digest()

export const wasReceived = async (db: Db, serviceId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('textReceived')
    .select('serviceId')
    .where('serviceId', '=', serviceId)
    .where('idHash', '=', idHashOf(id))
    .executeTakeFirst()) !== undefined

/** Returns false if the gateway has delivered the message before. */
export const takeReceipt = async (db: Db, serviceId: string, id: string): Promise<boolean> => {
  const row = await db
    .insertInto('textReceived')
    .values({ serviceId, idHash: idHashOf(id) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('serviceId')
    .executeTakeFirst()
  return row !== undefined
}

export const forgetOldReceipts = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('textReceived')
    .where('receivedAt', '<', sql<Date>`now() - make_interval(days => ${sql.lit(KNOWN_DAYS)})`)
    .execute()
}
