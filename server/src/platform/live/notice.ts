import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Db } from '../db/database.ts'

export type NoticeReaders = ReadonlyMap<string, (text: string) => void>

/** Notifies all connected servers. Nothing is stored; a notice has at most 7,999 bytes. */
export const sendNotices = async (pool: Pool, channel: string, texts: readonly string[]): Promise<void> => {
  if (texts.length > 0) await pool.query('select pg_notify($1, text) from unnest($2::text[]) as text', [channel, texts])
}

export const sendNoticesIn = async (db: Db, channel: string, texts: readonly string[]): Promise<void> => {
  if (texts.length > 0)
    await sql`select pg_notify(${channel}, text) from unnest(${texts as string[]}::text[]) as text`.execute(db)
}
