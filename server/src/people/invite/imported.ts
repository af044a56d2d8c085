import { sql } from 'kysely'
import type { Language, UserType } from '#contract'
import { databaseMs } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Budget, takeTurn } from '../../platform/http/attempts.ts'
import { enqueueMail } from '../mail/actions.ts'
import * as invites from './queries.ts'

/** Limits the invitations that a member mails, by hand and by imports together. */
export const mailedInvites = (memberId: string): Budget => ({
  name: `mailed invitations by ${memberId}`,
  most: 100,
  minutes: 60,
})

/** Imports invite many people, some of whom read their mail once a week. */
export const IMPORTED_DAYS = 14
const MINUTES_OF_A_DAY = 24 * 60

/** The given addresses (in lower case) that belong to members of the service or have a valid invitation. */
export const knownAddresses = async (
  db: Db,
  serviceId: string,
  addresses: readonly string[],
): Promise<{ members: Set<string>; invited: Set<string> }> => {
  const { rows } = await sql<{ email: string; isMember: boolean }>`
    select lower(email) as email, true as is_member from member
      where service_id = ${serviceId} and deleted_at is null and lower(email) = any(${addresses as string[]})
    union all select lower(email), false from invite
      where service_id = ${serviceId} and used_at is null and expires_at > now() and lower(email) = any(${addresses as string[]})`.execute(
    db,
  )
  const of = (isMember: boolean) => new Set(rows.filter((row) => row.isMember === isMember).map(({ email }) => email))
  return { members: of(true), invited: of(false) }
}

type Imported = {
  serviceId: string
  roleId: string
  type: UserType
  createdBy: string
  email: string
  language: Language
}

/** Mails an invitation when the budget of its creator allows. The invitation is valid for 14 days from then. */
export const inviteImported = async (db: Db, { language, ...invite }: Imported): Promise<string> => {
  const notBefore = await takeTurn(db, mailedInvites(invite.createdBy))
  const waitMinutes = Math.max(0, Math.ceil((notBefore.getTime() - databaseMs()) / 60_000))
  const { id, expiresAt } = await invites.makeMailed(db, invite, waitMinutes + IMPORTED_DAYS * MINUTES_OF_A_DAY)
  const payload = { inviteId: id, language }
  await enqueueMail(db, 'invite', { serviceId: invite.serviceId, payload, notBefore, expiresAt })
  return id
}

/** Deletes invitations that nobody has opened. Returns the ids of opened and used ones. */
export const withdrawImported = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  await sql`delete from invite where id = any(${ids as string[]}::uuid[]) and used_at is null and opened_at is null`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`select id from invite where id = any(${ids as string[]}::uuid[])`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
