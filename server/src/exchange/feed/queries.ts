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
  secondFactorTypes,
} from '#contract'
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

/** Stores only the hash of the token, so that a reader of the database cannot read feeds. */
export const create = async (
  db: Db,
  { id: creatorId, serviceId }: Pick<Actor, 'id' | 'serviceId'>,
  { filter, ...feed }: NewFeed,
): Promise<{ id: string; token: string }> => {
  const [id, token] = [newId(), newToken()]
  await db
    .insertInto('feed')
    .values({ id, serviceId, creatorId, tokenHash: hashToken(token), filter: JSON.stringify(filter), ...feed })
    .execute()
  return { id, token }
}

export const revoke = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('feed').set({ revokedAt: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** Whether the address exists or existed: programs keep requesting a revoked one, which is no guess. */
export const wasMade = async (db: Db, token: string): Promise<true | undefined> =>
  (await db.selectFrom('feed').select('id').where('tokenHash', '=', hashToken(token)).executeTakeFirst()) && true

export type OpenFeed = {
  id: string
  name: string
  format: FeedFormat
  filter: FeedFilter
  language: Language
  timeZone: string
  /** The creator with its present rights, narrowed to reading without contacts. */
  actor: Actor
}

/** Undefined if the feed is revoked, or its creator was deleted, may not export lists or may not sign in as before. */
export const openFeed = async (db: Db, token: string): Promise<OpenFeed | undefined> => {
  const row = await db
    .selectFrom('feed')
    .innerJoin('member', 'member.id', 'feed.creatorId')
    .innerJoin('service', 'service.id', 'member.serviceId')
    .leftJoin('role', 'role.id', 'member.roleId')
    .leftJoin('secondFactor', 'secondFactor.memberId', 'member.id')
    .select(['feed.id as feedId', 'feed.name', 'feed.format', 'feed.filter', 'feed.language', 'feed.timeZone'])
    .select(['member.id', 'member.firstName', 'member.lastName', 'member.username', 'member.type', 'member.serviceId'])
    .select(['member.isServerOwner', 'member.allowCsvDownload', 'member.mustChangePassword', 'role.isViewer'])
    .select(['service.requiresSecondFactor', 'secondFactor.confirmedAt as secondFactorSince'])
    .select((eb) =>
      eb
        .selectFrom('memberService')
        .innerJoin('service as other', 'other.id', 'memberService.serviceId')
        .where('other.deletedAt', 'is', null)
        .whereRef('memberService.memberId', '=', 'member.id')
        .select(sql<string[]>`coalesce(array_agg(member_service.service_id order by 1), '{}')`.as('ids'))
        .as('provided'),
    )
    .where('feed.tokenHash', '=', hashToken(token))
    .where('feed.revokedAt', 'is', null)
    .where('member.deletedAt', 'is', null)
    .where('service.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const mustEnrol = row.requiresSecondFactor && !row.secondFactorSince && secondFactorTypes.includes(row.type)
  const creator: Actor = {
    id: row.id,
    name: displayName(row),
    type: row.type,
    serviceId: row.serviceId,
    visibleServiceIds: [row.serviceId, ...(row.provided ?? [])],
    isViewer: row.isViewer ?? false,
    isServerOwner: row.isServerOwner,
    mayExport: row.allowCsvDownload,
    token: null,
  }
  if (row.mustChangePassword || mustEnrol || !mayEver(creator, 'list.export')) return undefined
  const { name, format, language, timeZone } = row
  const grant = { id: row.feedId, scopes: ['events' as const], eventTypeIds: null, regionIds: null }
  return {
    ...{ id: row.feedId, name, format, language, timeZone },
    filter: FeedFilter.parse(row.filter),
    actor: { ...creator, token: grant },
  }
}

/** Records the use of a feed, at most once a minute. */
export const noteUse = async (db: Db, id: string): Promise<void> => {
  await sql`update feed set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
}
