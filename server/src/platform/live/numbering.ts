import type { PoolClient } from 'pg'

export const OUTBOX_CHANNEL = 'cohesion_outbox'
const ROWS_AT_ONCE = 5_000
const NUMBERING_LOCK = 7001

/**
 * Messages get their position once they are visible: commits overtake each other, so a number given earlier could become
 * visible after a higher one, and a client that remembers the last number it saw would miss it.
 *
 * Numbering under a lock inside each writer's transaction is safe as well, but then no two commits share a flush to disk
 * (bench/live.ts measures it). Here one short transaction numbers whatever has been committed since the last one, in the
 * order of insertion, and tells the other servers. The lock makes positions visible in their order. Both statements go
 * to the server at once, so no round trip happens under it; the second sees everything up to the moment it got the lock.
 */
const number = `
  select pg_advisory_xact_lock(${NUMBERING_LOCK});
  with fresh as materialized (
    select id, nextval('outbox_position') as position
    from (select id from outbox where position is null order by id limit ${ROWS_AT_ONCE}) committed
  ), numbered as (
    update outbox set position = fresh.position from fresh where outbox.id = fresh.id returning outbox.id
  )
  select count(*) as count, case when count(*) > 0 then pg_notify('${OUTBOX_CHANNEL}', '') end from numbered`

/** Returns whether there may be more. */
export async function numberMessages(client: PoolClient): Promise<boolean> {
  const results = (await client.query(number)) as unknown as { rows: { count: number }[] }[]
  return results[1]?.rows[0]?.count === ROWS_AT_ONCE
}
