import type { Pool } from 'pg'

/** Called with each notice of a channel, those of this server too. */
export type NoticeReaders = ReadonlyMap<string, (text: string) => void>

/** Says something to all servers that are connected at this moment. Nothing is kept; a notice has at most 7,999 bytes. */
export const sendNotices = async (pool: Pool, channel: string, texts: readonly string[]): Promise<void> => {
  if (texts.length > 0) await pool.query('select pg_notify($1, text) from unnest($2::text[]) as text', [channel, texts])
}
