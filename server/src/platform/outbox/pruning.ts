import type { Pool } from 'pg'

/** A client that is away for less than this time still gets every message that it missed. */
const KEPT = '24 hours'
const ROWS_AT_ONCE = 5_000
/** Lets one server prune at a time, because a second one would only wait for row locks. */
const PRUNING_LOCK = 7002

/**
 * Deletes messages older than KEPT. The newest message always stays, because its position shows how far the numbering
 * has come.
 */
const prune = {
  name: 'outbox_prune',
  text: `
    with turn as materialized (select pg_try_advisory_xact_lock(${PRUNING_LOCK}) as is_mine),
    old as (
      select position from outbox, turn
      where is_mine and position < coalesce(
        (select position from outbox where created_at >= now() - interval '${KEPT}' order by position limit 1),
        (select max(position) from outbox))
      order by position limit ${ROWS_AT_ONCE}
    )
    delete from outbox where position in (select position from old)`,
}

export async function pruneOutbox(pool: Pool): Promise<number> {
  let pruned = 0
  while (true) {
    const { rowCount } = await pool.query(prune)
    pruned += rowCount ?? 0
    if ((rowCount ?? 0) < ROWS_AT_ONCE) return pruned
  }
}
