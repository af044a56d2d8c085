import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { LiveMessage } from '#contract'
import type { Db } from '../db/database.ts'
import { frameWithoutId } from './message.ts'
import type { StreamClients } from './stream-clients.ts'

export type NoticeReaders = ReadonlyMap<string, (text: string) => void>

/** Notifies all connected servers. Nothing is stored; a notice has at most 7,999 bytes. */
export const sendNotices = async (pool: Pool, channel: string, texts: readonly string[]): Promise<void> => {
  if (texts.length > 0) await pool.query('select pg_notify($1, text) from unnest($2::text[]) as text', [channel, texts])
}

export const sendNoticesIn = async (db: Db, channel: string, texts: readonly string[]): Promise<void> => {
  if (texts.length > 0)
    await sql`select pg_notify(${channel}, text) from unnest(${texts as string[]}::text[]) as text`.execute(db)
}

export const FLEETING_CHANNEL = 'cohesion_fleeting'

type Fleeting = { serviceId: string; message: LiveMessage }

/** PostgreSQL rejects longer notifications. */
const MOST_BYTES = 7_999

/**
 * Sends messages to the current listeners of a service on every server without storing them, for values that expire
 * within seconds and would fill the outbox. A client that reconnects loads the values again.
 */
export const publishFleeting = async (db: Db, messages: readonly Fleeting[]): Promise<void> => {
  const texts = messages.map(({ serviceId, message }) => JSON.stringify({ serviceId, message }))
  const tooLong = texts.find((text) => Buffer.byteLength(text) > MOST_BYTES)
  if (tooLong) throw new Error(`message too long to publish without storing it: ${tooLong.slice(0, 100)}`)
  await sendNoticesIn(db, FLEETING_CHANNEL, texts)
}

/** Writes a fleeting message to this server's streams that are up to date. */
export const deliverFleeting = (clients: StreamClients, text: string): void => {
  const { serviceId, message } = JSON.parse(text) as Fleeting
  const frame = frameWithoutId(JSON.stringify(message))
  for (const client of clients.recipientsOf({ serviceId, memberIds: [], sessionId: null }))
    if (client.isLive && !client.isGone && !client.rewrite) client.write(frame)
}
