import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

type ChannelHistory = { lastSentAt: string | null; lastError: { code: string; at: string } | null }

/**
 * When a channel last sent something, and its last failure after that. A receiver who has no address or refuses messages
 * does not count as a failure.
 */
export const channelHistory = async (db: Db, channel: string): Promise<ChannelHistory> => {
  const { rows } = await sql<{ lastSentAt: Date | null; code: string | null; at: Date | null }>`
    with last_sent as (select max(sent_at) as at from delivery where channel = ${channel})
    select last_sent.at as last_sent_at, failure.last_error as code, failure.created_at as at
    from last_sent left join lateral (
      select d.last_error, d.created_at from delivery d
      where d.channel = ${channel} and d.last_error is not null and d.state in ('waiting', 'failed')
        and d.last_error not in ('noReceiver', 'stopped') and (last_sent.at is null or d.created_at > last_sent.at)
      order by d.created_at desc limit 1) failure on true`.execute(db)
  const [row] = rows
  return {
    lastSentAt: row?.lastSentAt?.toISOString() ?? null,
    lastError: row?.code && row.at ? { code: row.code, at: row.at.toISOString() } : null,
  }
}
