import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** How many AOIs of a service are neither deleted nor merged, counted up to `limit`. */
export const countServiceRows = async (db: Db, serviceId: string, limit?: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from aoi where service_id = ${serviceId} and deleted_at is null and main_id is null
      ${limit === undefined ? sql`` : sql`limit ${limit}`}) a`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether the row of any of these AOIs is no longer in the database. */
export const isAnyGone = async (db: Db, aoiIds: readonly string[]): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from aoi where id = any(${aoiIds}::uuid[])`.execute(db)
  return (rows[0]?.count ?? 0) < aoiIds.length
}
