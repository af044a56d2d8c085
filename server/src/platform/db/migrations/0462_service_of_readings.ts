import type { Kysely } from 'kysely'
import { type Child, carryService } from './serviceOfParent.ts'

/** Adds the `service_id` of the sensor. */
export const children: readonly Child[] = [
  { table: 'sensor_log', parent: 'sensor' },
  { table: 'sensor_media_job', parent: 'sensor' },
  { table: 'sensor_reading', parent: 'sensor' },
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const child of children) await carryService(db, child)
}

export const outsideTransaction = true
export const isCompatible = true
