import { sql } from 'kysely'
import { type NewNotice, type Notice, PUBLIC_MAP } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'

export const read = async (db: Db) => {
  const { map, ...fields } = await db
    .selectFrom('serverSetting')
    .select(['name', 'offlineMode', 'map'])
    .executeTakeFirstOrThrow()
  return { ...fields, publicMap: map.styleUrl === PUBLIC_MAP.styleUrl }
}

type Change = { name?: string | undefined; offlineMode?: boolean | undefined; publicMap?: boolean | undefined }

export const change = async (db: Db, { publicMap, ...fields }: Change) => {
  const map = publicMap === undefined ? {} : { map: JSON.stringify(publicMap ? { styleUrl: PUBLIC_MAP.styleUrl } : {}) }
  await db
    .updateTable('serverSetting')
    .set({ ...fields, ...map, updatedAt: sql<Date>`now()` })
    .execute()
}

export const notices = async (db: Db): Promise<Notice[]> => {
  const rows = await db
    .selectFrom('notice')
    .select(['id', 'text', 'translations', 'createdAt', 'expiresAt'])
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', sql<Date>`now()`)]))
    .orderBy('createdAt', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ id, createdAt, expiresAt, ...notice }) => ({
    ...notice,
    _id: id,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  }))
}

export const addNotice = async (db: Db, notice: NewNotice, createdBy: string): Promise<string> => {
  const id = newId()
  await db
    .insertInto('notice')
    .values({ ...notice, id, createdBy, translations: JSON.stringify(notice.translations) })
    .execute()
  return id
}

export const removeNotice = async (db: Db, id: string): Promise<boolean> =>
  (await db.deleteFrom('notice').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

export const databaseHealth = async (db: Db) => {
  const start = performance.now()
  const {
    rows: [row],
  } = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`.execute(
    db,
  )
  return { version: row?.version ?? '', bytes: row?.bytes ?? 0, ms: performance.now() - start }
}

export const backupDays = async (db: Db): Promise<number | null> => {
  const { isNightly, keep } = await db
    .selectFrom('backupSetting')
    .select(['isNightly', 'keep'])
    .executeTakeFirstOrThrow()
  return isNightly ? keep : null
}
