import { type Kysely, sql } from 'kysely'
import { children as ofPeople } from './migrations/0460_service_of_people.ts'
import { children as ofEvents } from './migrations/0461_service_of_events.ts'
import { children as ofReadings } from './migrations/0462_service_of_readings.ts'
import { children as ofSums } from './migrations/0500_sensor_sums.ts'
import { columnOf } from './migrations/serviceOfParent.ts'
import type { Database } from './schema/index.ts'

export async function misplacedTables(db: Kysely<Database>): Promise<string[]> {
  const found: string[] = []
  for (const child of [...ofPeople, ...ofEvents, ...ofReadings, ...ofSums]) {
    const { rows } = await sql<{ isFound: boolean }>`
      select exists (
        select from ${sql.table(child.table)} c join ${sql.table(child.parent)} p on p.id = c.${sql.id(columnOf(child))}
        where c.service_id <> p.service_id) as is_found`.execute(db)
    if (rows[0]?.isFound) found.push(child.table)
  }
  return found
}
