import type { PoolClient } from 'pg'

export const OUTBOX_CHANNEL = 'cohesion_outbox'
const ROWS_AT_ONCE = 5_000
const NUMBERING_LOCK = 7001

/**
 * Messages get their position after the commit, when they are visible: commits overtake each other, so a position
 * taken earlier could appear after a higher one and be missed. Numbering inside each writer's transaction is safe too,
 * but commits then cannot share a flush (bench/live.ts). One short transaction numbers everything committed so far, in
 * order of insertion, and notifies the other servers. Both statements are sent together, so no round trip happens under
 * the lock. The second statement sees everything that was committed before it took the lock.
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

export async function numberMessages(client: PoolClient): Promise<boolean> {
  const results = (await client.query(number)) as unknown as { rows: { count: number }[] }[]
  return results[1]?.rows[0]?.count === ROWS_AT_ONCE
}
