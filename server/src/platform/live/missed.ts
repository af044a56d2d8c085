import type { Pool } from 'pg'
import type { StreamClient } from './stream-client.ts'

const ROWS_AT_ONCE = 500

/**
 * Reads missed messages and the oldest kept position in one snapshot, so that no pruning comes in between. Each part of
 * the union uses an index of its own (migration 0441), so that no messages of other services are read.
 */
const readMissed = {
  name: 'outbox_missed',
  text: `
    select kept.oldest, kept.newest, missed.position, missed.body
    from (select coalesce(min(position), 0) as oldest, coalesce(max(position), 0) as newest from outbox) kept
    left join lateral (
      select position, body::text as body from (
        (select own.* from unnest($2::uuid[]) as reader(service_id), lateral (
          select id, position, body from outbox
          where outbox.service_id = reader.service_id and position > $1 and not body ? 'control'
          order by position limit ${ROWS_AT_ONCE}) own)
        union all
        (select id, position, body from outbox
          where position > $1 and (service_id is null or member_ids <> '{}') and not body ? 'control'
            and (service_id is null or service_id <> all($2))
            and ($3 = any(member_ids) or session_id = $4
              or (service_id is null and member_ids = '{}' and session_id is null))
          order by position limit ${ROWS_AT_ONCE})
      ) mine
      order by position limit ${ROWS_AT_ONCE}
    ) missed on true
    order by missed.position`,
}

type Row = { oldest: number; newest: number; position: number | null; body: string | null }

/**
 * Sends the next part of the missed messages and advances the client's position. Returns false if missed messages were
 * pruned, or if this database never assigned the client's position.
 */
export async function sendMissed(pool: Pool, client: StreamClient): Promise<boolean> {
  const values = [client.position, [...client.services], client.memberId, client.sessionId]
  const { rows } = await pool.query<Row>({ ...readMissed, values })
  const { oldest, newest } = rows[0] ?? { oldest: 0, newest: 0 }
  if (client.position > newest || client.position < oldest - 1) return false
  const missed = rows.flatMap(({ position, body }) => (position && body ? [{ position, body }] : []))
  for (const { position, body } of missed) {
    await client.caughtUp()
    if (client.isGone) return true
    const frame = client.frameOf({ position, body })
    if (frame) client.write(frame)
  }
  const last = missed.at(-1)
  client.position = last && missed.length === ROWS_AT_ONCE ? last.position : newest
  return true
}
