import { sql } from 'kysely'
import {
  type Actor,
  displayName,
  type Feed,
  FeedFilter,
  type FeedFormat,
  type Language,
  mayEver,
  type NewFeed,
} from '#contract'
import { actorOf, lacksSecondFactor, membersWithRights } from '../../people/user/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { hashToken, newToken } from '../../platform/secret/tokens.ts'

const listed = (db: Db) =>
  db
    .selectFrom('feed')
    .innerJoin('member', 'member.id', 'feed.creatorId')
    .select([
      'feed.id',
      'feed.serviceId',
      'feed.name',
      'feed.format',
      'feed.filter',
      'feed.createdAt',
      'feed.lastUsedAt',
      'member.id as creatorId',
      'member.firstName',
      'member.lastName',
      'member.username',
    ])
    .where('feed.revokedAt', 'is', null)
    .where('member.deletedAt', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const feedOf = (row: Row): Feed => ({
  _id: row.id,
  name: row.name,
  format: row.format,
  filter: FeedFilter.parse(row.filter),
  creator: { _id: row.creatorId, name: displayName(row) },
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})

export const ofService = async (db: Db, serviceId: string): Promise<Feed[]> => {
  const rows = await listed(db).where('feed.serviceId', '=', serviceId).orderBy('feed.id', 'desc').execute()
  return rows.map(feedOf)
}

export const byId = async (db: Db, id: string) => {
  const row = await listed(db).where('feed.id', '=', id).executeTakeFirst()
  return row && { ...feedOf(row), serviceId: row.serviceId, creatorId: row.creatorId }
}

const idsIn = (value: string | readonly string[] | undefined): string[] =>
  [value ?? []].flat().filter((id) => id !== 'none')

/** Fields of a filter with an id that is not of the service. */
export const foreignFields = async (
  db: Db,
  serviceId: string,
  { eventType, region, community }: FeedFilter,
): Promise<string[]> => {
  const areOwn = (table: string, value: string | readonly string[] | undefined) =>
    sql<boolean>`${idsIn(value)}::uuid[] <@ array(select id from ${sql.table(table)} where service_id = ${serviceId})`
  const { rows } = await sql<Record<string, boolean>>`
    select ${areOwn('event_type', eventType)} as event_type, ${areOwn('region', region)} as region,
      ${areOwn('community', community)} as community`.execute(db)
  return Object.entries(rows[0] ?? {}).flatMap(([field, isOwn]) => (isOwn ? [] : [`filter.${field}`]))
}

/** Stores only the hash of the token, so that a reader of the database cannot read feeds. */
export const create = async (
  db: Db,
  { id: creatorId, serviceId }: Pick<Actor, 'id' | 'serviceId'>,
  { filter, ...feed }: NewFeed,
): Promise<{ id: string; token: string }> => {
  const id = newId()
  const token = newToken()
  await db
    .insertInto('feed')
    .values({ id, serviceId, creatorId, tokenHash: hashToken(token), filter: JSON.stringify(filter), ...feed })
    .execute()
  return { id, token }
}

export const revoke = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('feed').set({ revokedAt: sql<Date>`now()` }).where('id', '=', id).execute()
}

export const countOf = async (db: Db, memberId: string): Promise<number> =>
  (await listed(db).where('feed.creatorId', '=', memberId).execute()).length

export const revokeAllOf = async (db: Db, members: readonly string[]): Promise<{ _id: string; name: string }[]> => {
  const revoked = await db
    .updateTable('feed')
    .set({ revokedAt: sql<Date>`now()` })
    .where('creatorId', '=', sql<string>`any(${members as string[]}::uuid[])`)
    .where('revokedAt', 'is', null)
    .returning(['id', 'name'])
    .execute()
  return revoked.map(({ id, name }) => ({ _id: id, name }))
}

/**
 * Whether the address exists or existed. Programs keep requesting revoked addresses, which must not count as guesses.
 */
export const wasMade = async (db: Db, token: string): Promise<true | undefined> =>
  (await db.selectFrom('feed').select('id').where('tokenHash', '=', hashToken(token)).executeTakeFirst()) && true

export type OpenFeed = {
  id: string
  name: string
  format: FeedFormat
  filter: FeedFilter
  language: Language
  timeZone: string
  /** The creator with its present rights, reduced to reading its own service, except contacts. */
  actor: Actor
}

/**
 * Undefined if the feed is revoked, or if its creator was deleted, may no longer export lists, or must change the
 * password or set up a second factor first.
 */
export const openFeed = async (db: Db, token: string): Promise<OpenFeed | undefined> => {
  const row = await membersWithRights(db)
    .innerJoin('feed', 'feed.creatorId', 'member.id')
    .select([
      'feed.id as feedId',
      'feed.serviceId as feedServiceId',
      'feed.name',
      'feed.format',
      'feed.filter',
      'feed.language',
      'feed.timeZone',
    ])
    .where('feed.tokenHash', '=', hashToken(token))
    .where('feed.revokedAt', 'is', null)
    .where('service.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const creator = actorOf(row)
  if (row.mustChangePassword || lacksSecondFactor(row) || !mayEver(creator, 'list.export')) return undefined
  const { name, format, language, timeZone, feedServiceId: serviceId } = row
  const grant = { id: row.feedId, scopes: ['events' as const], eventTypeIds: null, regionIds: null }
  return {
    id: row.feedId,
    name,
    format,
    language,
    timeZone,
    filter: FeedFilter.parse(row.filter),
    // Only Admins of the feed's service can see and revoke the feed, so it has no AOIs of others that its creator sees.
    actor: { ...creator, serviceId, visibleServiceIds: [serviceId], token: grant },
  }
}

/** Records the use of a feed, at most once a minute. */
export const noteUse = async (db: Db, id: string): Promise<void> => {
  await sql`update feed set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
}
