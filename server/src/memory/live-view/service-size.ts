import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** How many AOIs of a service are neither deleted nor merged, counted up to `limit`. */
export const countServiceRows = async (db: Db, serviceId: string, limit?: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from aoi where service_id = ${serviceId} and deleted_at is null and main_id is null
      ${limit === undefined ? sql`` : sql`limit ${limit}`}) a`.execute(db)
  return rows[0]?.count ?? 0
}

/** Parts are cut between so many steps: the last of them may make a part longer by a fifth. */
const STEPS_PER_PART = 5

/** How many there are, and the numbers with which parts of about so many rows end; those behind the last one are a part, too. */
export const splitServiceRows = async (
  db: Db,
  serviceId: string,
  rowsPerPart: number,
): Promise<{ count: number; ends: number[] }> => {
  // So many numbers belong to as many rows at most.
  const width = Math.ceil(rowsPerPart / STEPS_PER_PART)
  const { rows: steps } = await sql<{ step: number; count: number }>`
    select (number / ${sql.lit(width)})::int as step, count(*)::int as count
    from aoi where service_id = ${serviceId} and deleted_at is null and main_id is null
    group by 1 order by 1`.execute(db)
  const ends: number[] = []
  let [count, inPart] = [0, 0]
  for (const step of steps) {
    count += step.count
    inPart += step.count
    if (inPart < rowsPerPart) continue
    ends.push((step.step + 1) * width - 1)
    inPart = 0
  }
  return { count, ends }
}

/** Whether the row of any of these AOIs is no longer in the database. */
export const isAnyGone = async (db: Db, aoiIds: readonly string[]): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from aoi where id = any(${aoiIds}::uuid[])`.execute(db)
  return (rows[0]?.count ?? 0) < aoiIds.length
}
