import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Language, typesWith } from '#contract'
import { isTypedPhone } from '../../messaging/sms/stops.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { sealingKeyOf } from '../../platform/secret/sealing.ts'
import { hashToken, newToken } from '../../platform/secret/tokens.ts'

export type Link = {
  id: string
  serviceId: string
  token: string
  createdAt: Date
  alertedAt: Date | null
  holdsReports: boolean
}
export type Visitor = { id: string; serviceId: string; firstName: string; lastName: string; phone: string | null }

const links = (db: Db) =>
  db
    .selectFrom('publicLink')
    .innerJoin('service', 'service.id', 'publicLink.serviceId')
    .select([
      'publicLink.id',
      'publicLink.serviceId',
      'publicLink.token',
      'publicLink.createdAt',
      'publicLink.alertedAt',
      'publicLink.holdsReports',
    ])
    .where('publicLink.replacedAt', 'is', null)
    .where('service.deletedAt', 'is', null)

export const linkOf = (db: Db, serviceId: string): Promise<Link | undefined> =>
  links(db).where('publicLink.serviceId', '=', serviceId).executeTakeFirst()

export const linkByToken = (db: Db, token: string): Promise<Link | undefined> =>
  links(db).where('publicLink.token', '=', token).executeTakeFirst()

export const tokenOfMembers = async (db: Db, usernames: readonly string[]): Promise<string | undefined> =>
  (
    await links(db)
      .innerJoin('member', 'member.serviceId', 'publicLink.serviceId')
      .where('member.username', 'in', usernames)
      .where('member.deletedAt', 'is', null)
      .limit(1)
      .executeTakeFirst()
  )?.token

/** Whether a current or replaced link has this token. Replaced links may still be on posters. */
export const wasLink = async (db: Db, token: string): Promise<boolean> =>
  (await db.selectFrom('publicLink').select('id').where('token', '=', token).executeTakeFirst()) !== undefined

/** 192 random bits. The prefix distinguishes the token from that of an invitation. */
const newLinkToken = () => `p.${randomBytes(24).toString('base64url')}`

export const makeLink = async (
  db: Db,
  serviceId: string,
  createdBy: string,
  { holdsReports = false } = {},
): Promise<boolean> => {
  const made = await db
    .insertInto('publicLink')
    .values({ id: newId(), serviceId, token: newLinkToken(), createdBy, holdsReports })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export const holdReportsOfLink = async (db: Db, linkId: string, holdsReports: boolean): Promise<void> => {
  await db.updateTable('publicLink').set({ holdsReports }).where('id', '=', linkId).execute()
}

export const endLink = async (db: Db, serviceId: string): Promise<void> => {
  await db
    .updateTable('publicLink')
    .set({ replacedAt: sql<Date>`now()` })
    .where('serviceId', '=', serviceId)
    .where('replacedAt', 'is', null)
    .execute()
}

export const areaOf = async (db: Db, serviceId: string): Promise<[number, number, number, number] | null> => {
  const { rows } = await sql<{ area: [number, number, number, number] | null }>`
    select coalesce(
      (select home_area::json from service where id = ${serviceId}),
      case when count(*) > 0 then json_build_array(min(west), min(south), max(east), max(north)) end) as area
    from region where service_id = ${serviceId}`.execute(db)
  return rows[0]?.area ?? null
}

/** Members who may replace the link and are alerted about floods. */
export const keepersOf = async (db: Db, serviceId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('member')
    .select('id')
    .where('serviceId', '=', serviceId)
    .where('type', 'in', typesWith('publicLink.replace'))
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

const visitorRows = (db: Db) =>
  db
    .selectFrom('visitor')
    .innerJoin('service', 'service.id', 'visitor.serviceId')
    .select(['visitor.id', 'visitor.serviceId', 'visitor.firstName', 'visitor.lastName', 'visitor.phone'])
    .where('service.deletedAt', 'is', null)

/** The visitor of a follow link, or of the derived link in notifications and in mails to a confirmed address. */
export const visitorByToken = async (db: Db, follow: string): Promise<Visitor | undefined> =>
  (await visitorRows(db).where('visitor.followTokenHash', '=', hashToken(follow)).executeTakeFirst()) ??
  visitorRows(db)
    .innerJoin('reporterContact as contact', 'contact.visitorId', 'visitor.id')
    .where('contact.tokenHash', '=', hashToken(follow))
    .where(sql<boolean>`(contact.confirmed_at is not null or contact.devices <> '[]')`)
    .executeTakeFirst()

export const visitorById = (db: Db, id: string): Promise<Visitor | undefined> =>
  visitorRows(db).where('visitor.id', '=', id).executeTakeFirst()

type NewVisitor = { firstName: string; lastName: string; phone: string | null; language: Language; follow: string }

export const addVisitor = async (
  db: Db,
  link: Link,
  { follow, ...values }: NewVisitor,
): Promise<Visitor | undefined> => {
  await db
    .insertInto('visitor')
    .values({
      id: newId(),
      serviceId: link.serviceId,
      publicLinkId: link.id,
      followTokenHash: hashToken(follow),
      ...values,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return visitorByToken(db, follow)
}

type TextVisitor = { serviceId: string; phone: string; language: Language }

/**
 * The visitor who sends text messages from this number. Visitors who typed the same number into a form are ignored,
 * because they may not own it.
 */
export const textVisitor = (db: Db, serviceId: string, phone: string): Promise<Visitor | undefined> =>
  visitorRows(db)
    .where('visitor.serviceId', '=', serviceId)
    .where('visitor.phoneDigits', '=', phone.replace(/\D/g, ''))
    .where('visitor.isByText', '=', true)
    .executeTakeFirst()

/** Stores a visitor. Its follow address works once a message contains it (`openTextFollow`). */
export const addTextVisitor = async (db: Db, { serviceId, ...values }: TextVisitor): Promise<Visitor> => {
  const id = newId()
  await db
    .insertInto('visitor')
    .values({ id, serviceId, isByText: true, followTokenHash: hashToken(newToken()), ...values })
    .execute()
  return { id, serviceId, firstName: '', lastName: '', phone: values.phone }
}

/** The token of the follow address in messages to a visitor who reports by text message. */
export const openTextFollow = async (db: Db, id: string): Promise<string> => {
  const token = await sealingKeyOf(db, `text visitor ${id}`)
  await db
    .updateTable('visitor')
    .set({ followTokenHash: hashToken(token) })
    .where('id', '=', id)
    .execute()
  return token
}

/** Visitors of the service with this number, by text message or in a form. */
export const visitorsWithPhone = async (db: Db, serviceId: string, phone: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('visitor')
    .select('id')
    .where('serviceId', '=', serviceId)
    .where(isTypedPhone('visitor.phone', phone))
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks the visitor against erasure until the transaction ends. Returns false if the visitor was erased. */
export const touchVisitor = async (db: Db, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('visitor')
    .set({ lastSeenAt: sql<Date>`now()` })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteVisitor = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('visitor').where('id', '=', id).execute()
}
