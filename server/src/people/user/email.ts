import { sql } from 'kysely'
import type { OwnEmail } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/secret/tokens.ts'

export const ownEmail = async (db: Db, memberId: string): Promise<Omit<OwnEmail, 'canMail'>> => {
  const row = await db
    .selectFrom('member')
    .leftJoin('emailConfirmation as link', (join) =>
      join.onRef('link.memberId', '=', 'member.id').on('link.expiresAt', '>', sql<Date>`now()`),
    )
    .select(['member.email as address', 'link.email as pending'])
    .where('member.id', '=', memberId)
    .executeTakeFirst()
  return { address: row?.address ?? null, pending: row?.pending ?? null }
}

export const confirmationByToken = (db: Db, token: string) =>
  db
    .selectFrom('emailConfirmation as link')
    .innerJoin('member', 'member.id', 'link.memberId')
    .select(['link.memberId', 'link.email', 'member.username', 'member.serviceId'])
    .where('link.tokenHash', '=', hashToken(token))
    .where('link.expiresAt', '>', sql<Date>`now()`)
    .where('member.deletedAt', 'is', null)
    .executeTakeFirst()

const CONFIRM_HOURS = 24

/** Stores an address that the member confirms with the token. Replaces an earlier unconfirmed address. */
export const beginConfirmation = async (
  db: Db,
  memberId: string,
  { linkId, email, token }: { linkId: string; email: string; token: string },
): Promise<void> => {
  const row = {
    id: linkId,
    email,
    tokenHash: hashToken(token),
    createdAt: sql<Date>`now()`,
    expiresAt: sql<Date>`now() + make_interval(hours => ${CONFIRM_HOURS})`,
  }
  await db
    .insertInto('emailConfirmation')
    .values({ memberId, ...row })
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(row))
    .execute()
}

export const setEmail = async (
  db: Db,
  memberId: string,
  email: string | null,
): Promise<{ email: string | null; serviceId: string }> => {
  const before = await db
    .selectFrom('member')
    .select(['email', 'serviceId'])
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await db.deleteFrom('emailConfirmation').where('memberId', '=', memberId).execute()
  await db.updateTable('member').set({ email }).where('id', '=', memberId).execute()
  return before
}

export const forgetOldConfirmations = async (db: Db): Promise<void> => {
  await db.deleteFrom('emailConfirmation').where('expiresAt', '<', sql<Date>`now()`).execute()
}
