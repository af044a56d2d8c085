import { sql } from 'kysely'
import { type Actor, displayName, may, type UserType } from '#contract'
import { deletionOf } from '../../platform/clock/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { linkToken } from '../../platform/secret/sealing.ts'
import { hashToken, newToken } from '../../platform/secret/tokens.ts'

/** An invitation must be opened within 10 minutes; then its form stays valid for 30 more. */
const OPEN_MINUTES = 10
const FORM_MINUTES = 30
/** Long enough to read the link out by phone, and too short to be useful in an old chat. */
const REENTRY_MINUTES = 60
/** Mailed invitations are valid for longer, because people do not read their mail at once. */
const MAILED_MINUTES = 72 * 60
/** Expired links are kept this long, to report that they have expired. */
const KEPT_DAYS = 30

const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`

type NewInvite = { serviceId: string; roleId: string; type: UserType; createdBy: string }

export const make = async (db: Db, invite: NewInvite): Promise<{ token: string; expiresAt: Date }> => {
  const token = newToken()
  const { expiresAt } = await db
    .insertInto('invite')
    .values({ id: newId(), tokenHash: hashToken(token), expiresAt: inMinutes(OPEN_MINUTES), ...invite })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return { token, expiresAt }
}

export const makeMailed = async (
  db: Db,
  invite: NewInvite & { email: string },
  minutes = MAILED_MINUTES,
): Promise<{ id: string; expiresAt: Date }> => {
  const id = newId()
  const tokenHash = hashToken(await linkToken(db, id))
  const { expiresAt } = await db
    .insertInto('invite')
    .values({ id, tokenHash, expiresAt: inMinutes(minutes), ...invite })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return { id, expiresAt }
}

/**
 * An invitation and whether it is valid. An invitation becomes invalid when its creator may no longer grant its type.
 */
export const byToken = async (db: Db, token: string, { forUpdate = false } = {}) => {
  const row = await db
    .selectFrom('invite')
    .innerJoin('role', 'role.id', 'invite.roleId')
    .leftJoin('member as maker', 'maker.id', 'invite.createdBy')
    .select(['invite.id', 'invite.serviceId', 'invite.roleId', 'invite.type', 'role.name as roleName'])
    .select(['role.translations as roleTranslations'])
    .select(['invite.email', 'invite.expiresAt'])
    .select(['invite.usedAt', 'maker.id as makerId', 'maker.type as makerType', 'maker.deletedAt as makerGoneAt'])
    .select(['maker.serviceId as makerServiceId', 'maker.isServerOwner as makerIsOwner'])
    .select(['maker.firstName', 'maker.lastName', 'maker.username'])
    .select(sql<boolean>`coalesce(invite.form_expires_at, invite.expires_at) <= now()`.as('isOver'))
    .where('invite.tokenHash', '=', hashToken(token))
    .$if(forUpdate, (query) => query.forUpdate('invite'))
    .executeTakeFirst()
  if (!row) return undefined
  const maker =
    row.makerId && row.makerServiceId && row.makerType && !row.makerGoneAt
      ? actorLike(row.makerId, row.makerServiceId, row.makerType, row.makerIsOwner ?? false)
      : undefined
  const mayStill = maker && may(maker, 'member.invite', { serviceId: row.serviceId, type: row.type })
  const invitedBy = displayName({
    firstName: row.firstName ?? '',
    lastName: row.lastName ?? '',
    username: row.username ?? '',
  })
  return { ...row, invitedBy, isOver: row.isOver || !mayStill }
}

const actorLike = (id: string, serviceId: string, type: UserType, isServerOwner: boolean): Actor => ({
  id,
  serviceId,
  type,
  isServerOwner,
  name: '',
  isViewer: false,
  mayExport: false,
  visibleServiceIds: [serviceId],
  token: null,
})

/**
 * Records the first opening and returns the time when the form expires. The first opening starts the form's time limit,
 * except for mailed links, because mail scanners open links.
 */
export const open = async (db: Db, { id, email }: { id: string; email: string | null }): Promise<Date> => {
  const { formExpiresAt, expiresAt } = await db
    .updateTable('invite')
    .set({
      openedAt: sql<Date>`coalesce(opened_at, now())`,
      ...(email === null && { formExpiresAt: sql<Date>`coalesce(form_expires_at, ${inMinutes(FORM_MINUTES)})` }),
    })
    .where('id', '=', id)
    .returning(['formExpiresAt', 'expiresAt'])
    .executeTakeFirstOrThrow()
  return formExpiresAt ?? expiresAt
}

export const use = async (db: Db, id: string, usedBy: string): Promise<void> => {
  await db.updateTable('invite').set({ usedAt: sql<Date>`now()`, usedBy, email: null }).where('id', '=', id).execute()
}

export const isFree = async (db: Db, username: string): Promise<boolean> =>
  (await db
    .selectFrom('member')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('deletedAt', 'is', null)
    .executeTakeFirst()) === undefined

/** A new link invalidates earlier ones. */
export const makeReentry = async (db: Db, memberId: string, createdBy: string | null) => {
  await db.deleteFrom('reentryLink').where('memberId', '=', memberId).where('usedAt', 'is', null).execute()
  const token = newToken()
  const { expiresAt } = await db
    .insertInto('reentryLink')
    .values({ id: newId(), memberId, createdBy, tokenHash: hashToken(token), expiresAt: inMinutes(REENTRY_MINUTES) })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return { token, expiresAt }
}

/** Stores a mailed link, idempotent for the same mail. Links that other members created for the member stay valid. */
export const storeMailedReentry = async (db: Db, memberId: string, token: string): Promise<void> => {
  await db
    .deleteFrom('reentryLink')
    .where('memberId', '=', memberId)
    .where('createdBy', 'is', null)
    .where('usedAt', 'is', null)
    .execute()
  await db
    .insertInto('reentryLink')
    .values({ id: newId(), memberId, tokenHash: hashToken(token), expiresAt: inMinutes(REENTRY_MINUTES) })
    .onConflict((conflict) => conflict.column('tokenHash').doNothing())
    .execute()
}

export const reentryByToken = async (db: Db, token: string, { forUpdate = false } = {}) => {
  const row = await db
    .selectFrom('reentryLink as link')
    .innerJoin('member', 'member.id', 'link.memberId')
    .select(['link.id', 'link.memberId', 'link.usedAt', 'link.expiresAt'])
    .select(['member.username', 'member.firstName', 'member.lastName', 'member.serviceId'])
    .select(sql<boolean>`link.expires_at <= now()`.as('isOver'))
    .where('link.tokenHash', '=', hashToken(token))
    .where('member.deletedAt', 'is', null)
    .$if(forUpdate, (query) => query.forUpdate('link'))
    .executeTakeFirst()
  return row && { ...row, name: displayName(row) }
}

export const useReentry = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('reentryLink').set({ usedAt: sql<Date>`now()` }).where('id', '=', id).execute()
}

const isOld = sql`created_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`
export const oldInvites = deletionOf('invite', sql`created_at`, isOld)
export const oldReentryLinks = deletionOf('reentry_link', sql`created_at`, isOld)
