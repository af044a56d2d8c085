import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export const read = (db: Db) => db.selectFrom('serverSetting').select(['name', 'offlineMode']).executeTakeFirstOrThrow()

export const change = async (db: Db, fields: { name?: string | undefined; offlineMode?: boolean | undefined }) => {
  await db
    .updateTable('serverSetting')
    .set({ ...fields, updatedAt: sql<Date>`now()` })
    .execute()
}
