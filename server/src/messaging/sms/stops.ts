import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Minimum number of digits that identify a phone. */
const COMPARED_DIGITS = 7
/** The longest country code, which a national number lacks. */
const COUNTRY_DIGITS = 3

/** Leaves out leading zeros, so that the national form of a number is the end of its international form. */
const digitsOf = (phone: string): string => phone.replace(/\D/g, '').replace(/^0+/, '')

const isInternational = (phone: string): boolean => /^\s*(\+|00)/.test(phone)

/** A column with numbers as members and visitors typed them. */
const typed = (column: string) => ({ column: sql.ref(column), isFull: sql`${sql.ref(column)} ~ '^\\s*(\\+|00)'` })
const stopped = { column: sql.ref('sms_stop.phone_digits'), isFull: sql.ref('sms_stop.is_international') }

/**
 * Whether a column has this number. Two international numbers must be equal. Otherwise one of the two may lack the
 * country code.
 */
const isSame = ({ column, isFull }: ReturnType<typeof typed>, phone: string): RawBuilder<boolean> => {
  const own = sql`ltrim(regexp_replace(${column}, '\\D', '', 'g'), '0')`
  const digits = digitsOf(phone)
  if (digits.length < COMPARED_DIGITS) return sql<boolean>`false`
  return sql<boolean>`(${own} = ${digits} or (
    not (${isFull} and ${isInternational(phone)})
    and least(length(${own}), ${sql.lit(digits.length)}) >= ${sql.lit(COMPARED_DIGITS)}
    and abs(length(${own}) - ${sql.lit(digits.length)}) <= ${sql.lit(COUNTRY_DIGITS)}
    and (right(${own}, ${sql.lit(digits.length)}) = ${digits} or right(${digits}::text, length(${own})) = ${own})))`
}

export const isTypedPhone = (column: string, phone: string) => isSame(typed(column), phone)

/** Records that a number refuses texts of the service. Returns false if this was already recorded. */
export const stopTexts = async (db: Db, serviceId: string, phone: string): Promise<boolean> => {
  const row = await db
    .insertInto('smsStop')
    .values({ serviceId, phoneDigits: phone.replace(/\D/g, ''), isInternational: isInternational(phone) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('serviceId')
    .executeTakeFirst()
  return row !== undefined
}

export const allowTexts = async (db: Db, serviceId: string, phone: string): Promise<void> => {
  await db.deleteFrom('smsStop').where('serviceId', '=', serviceId).where(isSame(stopped, phone)).execute()
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
    .where(isSame(stopped, phone))
    .limit(1)
    .executeTakeFirst()) !== undefined
