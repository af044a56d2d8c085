import { sql } from 'kysely'
import {
  type ApiToken,
  displayName,
  type EndedAccess,
  type NewApiToken,
  OWN_SCOPE,
  secondFactorTypes,
  TOKEN_PREFIX,
} from '#contract'
import { deletionOf } from '../../platform/clock/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { hashToken, newToken } from '../../platform/secret/tokens.ts'

/** Tokens that work: neither revoked nor expired, and their creator still has an account. */
const working = (db: Db) =>
  db
    .selectFrom('apiToken')
    .innerJoin('member', 'member.id', 'apiToken.creatorId')
    .innerJoin('service', 'service.id', 'apiToken.serviceId')
    .where('apiToken.revokedAt', 'is', null)
    .where('apiToken.expiresAt', '>', sql<Date>`now()`)
    .where('member.deletedAt', 'is', null)
    .where('service.deletedAt', 'is', null)

/** The creator of a token with its present rights, narrowed by the token; undefined if the token does not work. */
export const callerByToken = async (db: Db, token: string): Promise<Caller | undefined> => {
  const row = await working(db)
    .leftJoin('role', 'role.id', 'member.roleId')
    .leftJoin('secondFactor', 'secondFactor.memberId', 'member.id')
    .select([
      'apiToken.id as tokenId',
      'apiToken.name as tokenName',
      'apiToken.scopes',
      'apiToken.eventTypeIds',
      'apiToken.regionIds',
      'apiToken.serviceId',
      'member.id',
      'member.firstName',
      'member.lastName',
      'member.username',
      'member.type',
      'member.isServerOwner',
      'member.mustChangePassword',
      'role.isViewer',
      'service.requiresSecondFactor',
      'secondFactor.confirmedAt as secondFactorSince',
    ])
    .where('apiToken.tokenHash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row) return undefined
  return {
    sessionId: row.tokenId,
    needsNewPassword: row.mustChangePassword,
    needsSecondFactor: row.requiresSecondFactor && !row.secondFactorSince && secondFactorTypes.includes(row.type),
    actor: {
      id: row.id,
      name: `${displayName(row)} (${row.tokenName})`,
      type: row.type,
      serviceId: row.serviceId,
      visibleServiceIds: [row.serviceId],
      isViewer: row.isViewer ?? false,
      isServerOwner: row.isServerOwner,
      mayExport: false,
      token: { id: row.tokenId, scopes: row.scopes, eventTypeIds: row.eventTypeIds, regionIds: row.regionIds },
    },
  }
}

const listed = (db: Db) =>
  db
    .selectFrom('apiToken')
    .innerJoin('member', 'member.id', 'apiToken.creatorId')
    .select([
      'apiToken.id',
      'apiToken.serviceId',
      'apiToken.name',
      'apiToken.scopes',
      'apiToken.eventTypeIds',
      'apiToken.regionIds',
      'apiToken.createdAt',
      'apiToken.expiresAt',
      'apiToken.lastUsedAt',
      'member.id as creatorId',
      'member.firstName',
      'member.lastName',
      'member.username',
    ])
    .where('apiToken.revokedAt', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const tokenOf = (row: Row): ApiToken => ({
  _id: row.id,
  name: row.name,
  scopes: row.scopes,
  eventTypes: row.eventTypeIds,
  regions: row.regionIds,
  creator: { _id: row.creatorId, name: displayName(row) },
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})

/**
 * Tokens that are not revoked, the newest first. Includes expired tokens, so that their owner sees why a program
 * stopped.
 */
export const ofService = async (db: Db, serviceId: string): Promise<ApiToken[]> => {
  const rows = await listed(db).where('apiToken.serviceId', '=', serviceId).orderBy('apiToken.id', 'desc').execute()
  return rows.map(tokenOf)
}

export const byId = async (db: Db, id: string) => {
  const row = await listed(db).where('apiToken.id', '=', id).executeTakeFirst()
  return row && { ...tokenOf(row), serviceId: row.serviceId, creatorId: row.creatorId }
}

/** Stores only the hash, so that a reader of the database cannot use the token. */
export const create = async (
  db: Db,
  { id: creatorId, serviceId }: { id: string; serviceId: string },
  { name, scopes, eventTypes, regions, days }: NewApiToken,
): Promise<{ id: string; token: string }> => {
  const id = newId()
  const token = TOKEN_PREFIX + newToken()
  await db
    .insertInto('apiToken')
    .values({
      id,
      serviceId,
      creatorId,
      name,
      tokenHash: hashToken(token),
      scopes: [...new Set(scopes)],
      eventTypeIds: eventTypes,
      regionIds: regions,
      expiresAt: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .execute()
  return { id, token }
}

export type TokenName = { _id: string; name: string }

const nameOf = ({ id, name }: { id: string; name: string }): TokenName => ({ _id: id, name })

/** Ends tokens at once on every server: their streams close, and no server accepts them any more. */
const revokeWhere = async (db: Db, column: 'id' | 'creatorId', ids: readonly string[]): Promise<TokenName[]> => {
  if (ids.length === 0) return []
  const revoked = await db
    .updateTable('apiToken')
    .set({ revokedAt: sql<Date>`now()` })
    .where(column, '=', sql<string>`any(${ids as string[]}::uuid[])`)
    .where('revokedAt', 'is', null)
    .returning(['id', 'name'])
    .execute()
  await publish(
    db,
    revoked.map(({ id }) => ({ control: 'sessionEnded', sessionId: id })),
  )
  return revoked.map(nameOf)
}

/**
 * Access of other programs through a member: API tokens, and feeds and calendar links, which belong to layers above.
 */
export type MemberPrograms = {
  count: (db: Db, memberId: string) => Promise<number>
  end: (db: Db, members: string | readonly string[]) => Promise<EndedAccess>
}

/** Detail for the audit: names of the tokens and feeds that ended, if any. */
export const namesOf = ({ revokedTokens, revokedFeeds }: EndedAccess = { revokedTokens: [], revokedFeeds: [] }) => ({
  ...(revokedTokens.length > 0 && { revokedTokens }),
  ...(revokedFeeds.length > 0 && { revokedFeeds }),
})

export const countOf = async (db: Db, memberId: string): Promise<number> => {
  const { count } = await working(db)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('apiToken.creatorId', '=', memberId)
    .executeTakeFirstOrThrow()
  return count
}

export const revoke = (db: Db, id: string): Promise<TokenName[]> => revokeWhere(db, 'id', [id])
export const revokeAllOf = (db: Db, members: string | readonly string[]): Promise<TokenName[]> =>
  revokeWhere(db, 'creatorId', [members].flat())

/**
 * Makes another member the creator of these tokens, with whose rights they then act. Returns the tokens that moved. The
 * token of a phone stays, because it sends the positions of its member.
 */
export const takeOver = async (
  db: Db,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<TokenName[]> => {
  const taken = await db
    .updateTable('apiToken')
    .set({ creatorId: to })
    .where('id', '=', sql<string>`any(${ids as string[]}::uuid[])`)
    .where('creatorId', '=', from)
    .where(sql<boolean>`not ${OWN_SCOPE} = any(scopes)`)
    .where('revokedAt', 'is', null)
    .returning(['id', 'name'])
    .execute()
  return taken.map(nameOf)
}

/** Records the use of tokens, at most once a minute for each. Ids of sessions are ignored. */
export const noteUse = async (db: Db, ids: readonly string[]): Promise<void> => {
  await sql`
    update api_token set last_used_at = now() where id in (
      select id from api_token where id = any(${ids as string[]}::uuid[])
        and (last_used_at is null or last_used_at < now() - interval '1 minute') order by id for update)`.execute(db)
}

/**
 * The service of each working token. Omits tokens whose creator must first set up a second factor or a new password.
 */
export const audienceOf = async (db: Db, ids: readonly string[]): Promise<Map<string, string[]>> => {
  const rows = await working(db)
    .leftJoin('secondFactor', 'secondFactor.memberId', 'member.id')
    .select(['apiToken.id', 'apiToken.serviceId'])
    .where('apiToken.id', '=', sql<string>`any(${ids as string[]}::uuid[])`)
    .where('member.mustChangePassword', '=', false)
    .where((eb) =>
      eb.or([
        eb('service.requiresSecondFactor', '=', false),
        eb('secondFactor.confirmedAt', 'is not', null),
        eb('member.type', 'not in', secondFactorTypes),
      ]),
    )
    .execute()
  return new Map(rows.map(({ id, serviceId }) => [id, [serviceId]]))
}

const KEPT_DAYS = 30

const tokenEnd = sql<Date>`least(revoked_at, expires_at)`
export const oldTokens = deletionOf(
  'api_token',
  tokenEnd,
  sql`${tokenEnd} < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`,
)
