import { sql } from 'kysely'
import type { NewWarningFeed, WarningFeed, WarningFeedChange } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'

const currentWarnings = sql<number>`(select count(*)::int from warning w
  where w.feed_id = warning_feed.id and w.ended_at is null and w.is_kept)`

const feeds = (db: Db) =>
  db
    .selectFrom('warningFeed')
    .select(['id', 'serviceId', 'name', 'url', 'intervalMinutes', 'showsTests', 'kept', 'isEnabled', 'createdAt'])
    .select(['isRequested', 'checkedAt', 'succeededAt', 'problem', currentWarnings.as('warnings')])
    .orderBy('createdAt')
    .orderBy('id')

type Row = Awaited<ReturnType<ReturnType<typeof feeds>['execute']>>[number]

const asFeed = ({ id, kept, isRequested, createdAt, checkedAt, succeededAt, ...feed }: Row): WarningFeed => ({
  ...feed,
  _id: id,
  limit: kept,
  isDue: isRequested && feed.isEnabled,
  createdAt: createdAt.toISOString(),
  checkedAt: checkedAt?.toISOString() ?? null,
  succeededAt: succeededAt?.toISOString() ?? null,
})

export const ofService = async (db: Db, serviceId: string): Promise<WarningFeed[]> =>
  (await feeds(db).where('serviceId', '=', serviceId).execute()).map(asFeed)

export const byId = async (db: Db, id: string): Promise<WarningFeed | undefined> => {
  const row = await feeds(db).where('id', '=', id).executeTakeFirst()
  return row && asFeed(row)
}

export const create = async (db: Db, serviceId: string, { limit, ...draft }: NewWarningFeed): Promise<string> => {
  const id = newId()
  await db
    .insertInto('warningFeed')
    .values({ id, serviceId, ...draft, kept: JSON.stringify(limit) })
    .execute()
  return id
}

const atOnce = { nextAt: sql<Date>`now()`, isRequested: true }

/** After a change, all documents are read again. A change of the address deletes the warnings of the old address. */
export const change = async (db: Db, feed: WarningFeed, { limit, ...fields }: WarningFeedChange): Promise<void> => {
  await db
    .updateTable('warningFeed')
    .set({
      ...fields,
      ...(limit && { kept: JSON.stringify(limit) }),
      documents: '{}',
      revision: sql<number>`revision + 1`,
      ...atOnce,
    })
    .where('id', '=', feed._id)
    .execute()
  const isOther = fields.url !== undefined && fields.url !== feed.url
  if (isOther) await db.deleteFrom('warning').where('feedId', '=', feed._id).execute()
  else if (fields.showsTests === false)
    await db.deleteFrom('warning').where('feedId', '=', feed._id).where('status', '!=', 'actual').execute()
}

export const requestCheck = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('warningFeed').set(atOnce).where('id', '=', id).execute()
}

export const remove = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('warningFeed').where('id', '=', id).execute()
}
