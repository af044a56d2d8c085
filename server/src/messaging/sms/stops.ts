import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Fewer digits than these do not identify a phone. */
const COMPARED_DIGITS = 7

/** Without the zeros before a national number, so that one form of a number is the end of the other. */
const digitsOf = (phone: string): string => phone.replace(/\D/g, '').replace(/^0+/, '')

/** Whether a column has this number, with or without the country code. */
export const isSamePhone = (column: string, phone: string) => {
  const own = sql`ltrim(regexp_replace(${sql.ref(column)}, '\\D', '', 'g'), '0')`
  const digits = digitsOf(phone)
  if (digits.length < COMPARED_DIGITS) return sql<boolean>`false`
  return sql<boolean>`(length(${own}) >= ${sql.lit(COMPARED_DIGITS)}
    and (right(${own}, ${sql.lit(digits.length)}) = ${digits} or right(${digits}::text, length(${own})) = ${own}))`
}

/** Refuses texts of the service to a number. False: it did so already. */
export const stopTexts = async (db: Db, serviceId: string, phone: string): Promise<boolean> => {
  const row = await db
    .insertInto('smsStop')
    .values({ serviceId, phoneDigits: phone.replace(/\D/g, '') })
    .onConflict((conflict) => conflict.doNothing())
    .returning('serviceId')
    .executeTakeFirst()
  return row !== undefined
}

export const allowTexts = async (db: Db, serviceId: string, phone: string): Promise<void> => {
  await db
    .deleteFrom('smsStop')
    .where('serviceId', '=', serviceId)
    .where(isSamePhone('sms_stop.phone_digits', phone))
    .execute()
}

/** Whether the number of a member refuses texts of its service. */
export const hasStoppedTexts = async (
  db: Db,
  { id, serviceId }: { id: string; serviceId: string },
): Promise<boolean> => {
  const member = await db.selectFrom('member').select('phone').where('id', '=', id).executeTakeFirst()
  return member?.phone ? isStopped(db, serviceId, member.phone) : false
}

export const isStopped = async (db: Db, serviceId: string, phone: string): Promise<boolean> =>
  (await db
    .selectFrom('smsStop')
    .select('serviceId')
    .where('serviceId', '=', serviceId)
    .where(isSamePhone('sms_stop.phone_digits', phone))
    .limit(1)
    .executeTakeFirst()) !== undefined
