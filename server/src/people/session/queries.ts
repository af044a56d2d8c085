import { sql } from 'kysely'
import type { AccessEvent, Session } from '#contract'
import { deletionOf } from '../../platform/clock/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import type { Caller, Client } from '../../platform/http/serve.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { hashToken, newToken } from '../../platform/secret/tokens.ts'
import * as factors from '../second-factor/queries.ts'
import { noteSeen, noteSignedOut } from '../user/actions.ts'
import { actorOf, lacksSecondFactor, membersWithRights } from '../user/caller.ts'

const SESSION_DAYS = 30
const sessionEnd = () => sql<Date>`now() + make_interval(days => ${SESSION_DAYS})`

/**
 * The member whose session has this token, with everything that rights depend on; undefined if the session has ended.
 */
export const callerByToken = async (db: Db, token: string): Promise<Caller | undefined> => {
  const row = await membersWithRights(db)
    .innerJoin('session', 'session.memberId', 'member.id')
    .select('session.id as sessionId')
    .where('session.tokenHash', '=', hashToken(token))
    .where('session.endedAt', 'is', null)
    .where('session.expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    sessionId: row.sessionId,
    needsNewPassword: row.mustChangePassword,
    needsSecondFactor: lacksSecondFactor(row),
    actor: actorOf(row),
  }
}

export const start = async (db: Db, memberId: string, client: Client): Promise<string> => {
  const token = newToken()
  await db
    .insertInto('session')
    .values({
      id: newId(),
      tokenHash: hashToken(token),
      memberId,
      expiresAt: sessionEnd(),
      userAgent: client.userAgent,
      address: client.address,
    })
    .execute()
  return token
}

/** Ends sessions at once on every server: streams close, and no server accepts their tokens any more. */
const endWhere = async (
  db: Db,
  column: 'id' | 'memberId',
  values: readonly string[],
  except?: string,
): Promise<void> => {
  if (values.length === 0) return
  if (column === 'memberId') await factors.removeTickets(db, values)
  const ended = await db
    .updateTable('session')
    .set({ endedAt: sql<Date>`now()` })
    .where(column, '=', sql<string>`any(${values as string[]}::uuid[])`)
    .where('endedAt', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .returning(['id', 'memberId'])
    .execute()
  await publish(
    db,
    ended.map(({ id }) => ({ control: 'sessionEnded', sessionId: id })),
  )
  await noteSignedOut(db, [...new Set(ended.map(({ memberId }) => memberId))])
}

export const end = (db: Db, sessionId: string): Promise<void> => endWhere(db, 'id', [sessionId])
export const endAllOf = (db: Db, members: string | readonly string[], except?: string): Promise<void> =>
  endWhere(db, 'memberId', [members].flat(), except)

export const ofMember = async (db: Db, memberId: string, currentId: string): Promise<Session[]> => {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'userAgent', 'address', 'createdAt', 'lastUsedAt'])
    .where('memberId', '=', memberId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy(sql`id = ${currentId}`, 'desc')
    .orderBy('lastUsedAt', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ id, createdAt, lastUsedAt, ...session }) => ({
    ...session,
    _id: id,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isCurrent: id === currentId,
  }))
}

export const ownerOf = async (db: Db, sessionId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('session')
      .select('memberId')
      .where('id', '=', sessionId)
      .where('endedAt', 'is', null)
      .executeTakeFirst()
  )?.memberId

const accessEvents = {
  'member.challenge': 'challenged',
  'member.reentry': 'linkMade',
  'reentry.use': 'linkUsed',
  'secondFactor.reset': 'factorReset',
} as const satisfies Record<string, AccessEvent['what']>
const EVENT_DAYS = 30

export const eventsOf = async (db: Db, memberId: string): Promise<AccessEvent[]> => {
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'memberName', 'at'])
    .where('targetKind', '=', 'member')
    .where('targetId', '=', memberId)
    .where('action', 'in', Object.keys(accessEvents))
    .where('outcome', '=', 'done')
    .where('at', '>', sql<Date>`now() - make_interval(days => ${EVENT_DAYS})`)
    .orderBy('at', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ action, memberName, at }) => ({
    what: accessEvents[action as keyof typeof accessEvents],
    by: memberName,
    at: at.toISOString(),
  }))
}

const ENDED_DAYS = 30
const DEVICE_DAYS = 400

const endedAt = sql<Date>`least(ended_at, expires_at)`
export const oldSessions = deletionOf(
  'session',
  endedAt,
  sql`${endedAt} < now() - make_interval(days => ${sql.lit(ENDED_DAYS)})`,
)

export const forgetOldDevices = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('knownDevice')
    .where('lastUsedAt', '<', sql<Date>`now() - make_interval(days => ${DEVICE_DAYS})`)
    .execute()
}

export const audienceOf = async (db: Db, sessionIds: string[]): Promise<Map<string, string[]>> => {
  const { rows } = await sql<{ sessionId: string; services: string[] }>`
    select s.id as session_id, array(
      select m.service_id union select ms.service_id from member_service ms
      join service on service.id = ms.service_id and service.deleted_at is null where ms.member_id = m.id) as services
    from session s join member m on m.id = s.member_id and m.deleted_at is null
    join service own on own.id = m.service_id
    where s.id = any(${sessionIds}) and s.ended_at is null and s.expires_at > now() and not ${factors.mustEnrol(sql`m`, sql`own`)}`.execute(
    db,
  )
  return new Map(rows.map(({ sessionId, services }) => [sessionId, services]))
}

export const touch = async (db: Db, sessionIds: string[]): Promise<void> => {
  if (sessionIds.length === 0) return
  const { rows } = await sql<{ memberId: string }>`
    update session set last_used_at = now(), expires_at = ${sessionEnd()}
    where id in (
      select id from session where id = any(${sessionIds}) and ended_at is null order by id for update)
    returning member_id`.execute(db)
  await noteSeen(db, [...new Set(rows.map(({ memberId }) => memberId))])
}

export const memberByUsername = (db: Db, username: string) =>
  db
    .selectFrom('member')
    .select(['id', 'passwordHash', 'mustChangePassword', 'serviceId', 'firstName', 'lastName', 'username'])
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
