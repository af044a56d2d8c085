import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../db/schema/index.ts'

/** Monthly partitions are created this far ahead, so that writes to the audit never lack a partition. */
const MONTHS_AHEAD = 3

export const keepAuditMonths = (db: Kysely<Database>, months: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    // One server at a time. If a long read holds the lock, the next run tries again.
    await sql`set local lock_timeout = '5s'`.execute(transaction)
    await sql`select pg_advisory_xact_lock(hashtextextended('audit months', 111))`.execute(transaction)
    const thisMonth = sql`date_trunc('month', now() at time zone 'UTC')`
    await sql`
      select audit_add_month(month::date)
      from generate_series(${thisMonth}, ${thisMonth} + make_interval(months => ${MONTHS_AHEAD}), interval '1 month')
        as month`.execute(transaction)
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'audit'::regclass and relname ~ '^audit_\\d{4}_\\d\\d$'
        and to_date(right(relname, 7), 'YYYY_MM') < ${thisMonth} - make_interval(months => ${months})`.execute(
      transaction,
    )
    for (const { name } of rows) await sql`drop table ${sql.id(name)}`.execute(transaction)
    await sql`delete from audit_refusal where hour < ${thisMonth} at time zone 'UTC' - make_interval(months => ${months})`.execute(
      transaction,
    )
  })
