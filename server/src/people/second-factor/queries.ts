import { type RawBuilder, sql } from 'kysely'
import { secondFactorTypes } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { hashToken, newToken } from '../../platform/secret/tokens.ts'

const TICKET_MINUTES = 5
const TICKET_TRIES = 8

/** Whether a member of a service has to turn on a second factor before anything else. */
export const mustEnrol = (
  member: RawBuilder<unknown>,
  service: RawBuilder<unknown>,
) => sql<boolean>`(${service}.requires_second_factor and ${member}.type = any(${secondFactorTypes as string[]})
  and not exists (select from second_factor f where f.member_id = ${member}.id and f.confirmed_at is not null))`

export const isOn = async (db: Db, memberId: string): Promise<boolean> =>
  (await db
    .selectFrom('secondFactor')
    .select('memberId')
    .where('memberId', '=', memberId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()) !== undefined

export const recoveryCodesLeft = async (db: Db, memberId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('recoveryCode')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('memberId', '=', memberId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Turns the factor off and deletes its recovery codes. Returns false if the factor was not on. */
export const remove = async (db: Db, memberId: string): Promise<boolean> => {
  const removed = await db
    .deleteFrom('secondFactor')
    .where('memberId', '=', memberId)
    .returning('confirmedAt')
    .executeTakeFirst()
  return removed?.confirmedAt != null
}

export const makeTicket = async (db: Db, memberId: string): Promise<string> => {
  const token = newToken()
  await db
    .insertInto('signInTicket')
    .values({
      tokenHash: hashToken(token),
      memberId,
      expiresAt: sql<Date>`now() + make_interval(mins => ${TICKET_MINUTES})`,
    })
    .execute()
  return token
}

/** A sign-in ticket and its member. `isOver`: the ticket is expired or had too many codes. */
export const ticketByToken = (db: Db, token: string) =>
  db
    .selectFrom('signInTicket as ticket')
    .innerJoin('member', 'member.id', 'ticket.memberId')
    .select(['ticket.memberId', 'member.serviceId', 'member.firstName', 'member.lastName', 'member.username'])
    .select('member.mustChangePassword')
    .select(sql<boolean>`ticket.expires_at <= now() or ticket.tries >= ${TICKET_TRIES}`.as('isOver'))
    .where('ticket.tokenHash', '=', hashToken(token))
    .where('member.deletedAt', 'is', null)
    .executeTakeFirst()

/** Counts a try of the ticket before the code is checked. Returns false if the ticket has no tries left. */
export const chargeTicket = async (db: Db, token: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('signInTicket')
    .set({ tries: sql<number>`tries + 1` })
    .where('tokenHash', '=', hashToken(token))
    .where('tries', '<', TICKET_TRIES)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Uses the ticket up. Returns false if another sign-in used the ticket first. */
export const redeemTicket = async (db: Db, token: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('signInTicket')
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const removeTickets = async (db: Db, memberIds: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('signInTicket')
    .where('memberId', '=', sql<string>`any(${memberIds as string[]}::uuid[])`)
    .execute()
}

export const forgetOldTickets = async (db: Db): Promise<void> => {
  await db.deleteFrom('signInTicket').where('expiresAt', '<', sql<Date>`now() - interval '1 hour'`).execute()
}

export const membersToEnrol = async (db: Db, serviceId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select m.id from member m join service own on own.id = m.service_id
    where own.id = ${serviceId} and m.deleted_at is null and ${mustEnrol(sql`m`, sql`own`)}`.execute(db)
  return rows.map(({ id }) => id)
}
