import { sql } from 'kysely'
import type { ServiceName } from '#contract'
import type { Db } from '../db/database.ts'
import { addressOfFile } from '../files/files.ts'

const named = (db: Db) =>
  db
    .selectFrom('service')
    .leftJoin('file', 'file.id', 'service.logoFileId')
    .select(['service.id', 'service.title', 'file.token as logoToken'])
    .where('service.deletedAt', 'is', null)

const asName = (row: { id: string; title: string; logoToken: string | null }): ServiceName => ({
  _id: row.id,
  title: row.title,
  logo: row.logoToken && addressOfFile(row.logoToken),
})

/** In the order of the ids: the caller's own comes first. */
export const names = async (db: Db, ids: readonly string[]): Promise<ServiceName[]> => {
  const rows = await named(db).where('service.id', 'in', ids).execute()
  return rows.map(asName).sort((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id))
}

/** Names alone: what else a service has is for those who may see it. */
export const others = async (db: Db, than: string): Promise<{ _id: string; title: string }[]> => {
  const rows = await named(db).where('service.id', '!=', than).orderBy('service.title').execute()
  return rows.map(({ id, title }) => ({ _id: id, title }))
}

export const publishTerms = async (db: Db, id: string, terms: { en: string; he: string }): Promise<void> => {
  await db
    .updateTable('service')
    .set({ terms: JSON.stringify(terms), termsUpdatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export const byId = (db: Db, id: string) =>
  named(db)
    .select([
      'service.colours',
      'service.translations',
      'service.chatTemplate',
      'service.terms',
      'service.termsUpdatedAt',
    ])
    .where('service.id', '=', id)
    .executeTakeFirst()
    .then((row) => row && { ...row, ...asName(row), serviceId: row.id })
