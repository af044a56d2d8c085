import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { FollowPageData, Language } from '#contract'
import { EMAIL } from '../../people/mail/actions.ts'
import { databaseMs } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { enqueue } from '../../platform/delivery/queue.ts'
import { sealingKeyOf } from '../../platform/secret/sealing.ts'
import { hashToken } from '../../platform/secret/tokens.ts'
import type * as visitors from './queries.ts'

const CODE_MINUTES = 30
const MINUTE_MS = 60_000

/** Token of links in mails to a visitor, which is derived and stored in no table. */
export const contactToken = (db: Db, visitorId: string): Promise<string> => sealingKeyOf(db, `reporter ${visitorId}`)

/** The six digits that are mailed to confirm an address, derived from the id of the request. */
export const codeOf = async (db: Db, codeId: string): Promise<string> => {
  const key = Buffer.from(await sealingKeyOf(db, `reporter code ${codeId}`), 'base64url')
  return String(key.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

const maskAddress = (email: string): string => `${[...email][0]}…${email.slice(email.lastIndexOf('@'))}`

export const mailedUpdatesOf = async (db: Db, visitorId: string): Promise<FollowPageData['mailed']> => {
  const contact = await db
    .selectFrom('reporterContact')
    .select(['email', 'confirmedAt', 'codeExpiresAt'])
    .where('visitorId', '=', visitorId)
    .executeTakeFirst()
  if (!contact?.email) return { address: null, isPending: false }
  if (contact.confirmedAt) return { address: maskAddress(contact.email), isPending: false }
  const isPending = (contact.codeExpiresAt?.getTime() ?? 0) > databaseMs()
  return { address: isPending ? maskAddress(contact.email) : null, isPending }
}

/** Stores an unconfirmed address in place of any earlier one, and mails the code. */
export const askForCode = async (
  db: Db,
  { id: visitorId, serviceId }: visitors.Visitor,
  { email, language }: { email: string; language: Language },
): Promise<void> => {
  const codeId = newId()
  const row = {
    email,
    language,
    codeId,
    codeExpiresAt: new Date(databaseMs() + CODE_MINUTES * MINUTE_MS),
    confirmedAt: null,
    tokenHash: hashToken(await contactToken(db, visitorId)),
  }
  await db
    .insertInto('reporterContact')
    .values({ visitorId, serviceId, ...row })
    .onConflict((conflict) => conflict.column('visitorId').doUpdateSet(row))
    .execute()
  await enqueue(db, [
    { channel: EMAIL, kind: 'reportCode', serviceId, visitorId, payload: { codeId }, expiresAt: row.codeExpiresAt },
  ])
}

/**
 * Starts updates if the code is right. `told` is the state that the visitor's page shows, so only later steps are sent.
 */
export const confirmCode = async (
  db: Db,
  visitorId: string,
  code: string,
  told: Record<string, string>,
): Promise<boolean> => {
  const contact = await db
    .selectFrom('reporterContact')
    .select('codeId')
    .where('visitorId', '=', visitorId)
    .where('codeExpiresAt', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  if (!contact?.codeId) return false
  const right = Buffer.from(await codeOf(db, contact.codeId))
  if (!timingSafeEqual(right, Buffer.from(code))) return false
  await db
    .updateTable('reporterContact')
    .set({
      confirmedAt: sql<Date>`now()`,
      codeId: null,
      codeExpiresAt: null,
      told: JSON.stringify(told),
      checkedAt: sql<Date>`now()`,
    })
    .where('visitorId', '=', visitorId)
    .execute()
  return true
}

/** Ends updates and erases the address. Links in earlier mails keep working. */
export const stopUpdates = async (db: Db, visitorId: string): Promise<void> => {
  await db
    .updateTable('reporterContact')
    .set({ email: null, codeId: null, codeExpiresAt: null })
    .where('visitorId', '=', visitorId)
    .execute()
}

/** Ends updates by e-mail and on devices. */
export const stopUpdatesOf = async (db: Db, visitorId: string): Promise<void> => {
  await stopUpdates(db, visitorId)
  await db.updateTable('reporterContact').set({ devices: '[]' }).where('visitorId', '=', visitorId).execute()
}

export const forgetUnconfirmed = async (db: Db): Promise<void> => {
  await db
    .updateTable('reporterContact')
    .set({ email: null, codeId: null, codeExpiresAt: null })
    .where('confirmedAt', 'is', null)
    .where('codeExpiresAt', '<', sql<Date>`now()`)
    .execute()
}
