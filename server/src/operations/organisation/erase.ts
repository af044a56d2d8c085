import { sql } from 'kysely'
import { eraseOfService as eraseAois } from '../../core/aoi/erase.ts'
import type { Db } from '../../platform/db/database.ts'
import { eraseInBatches, isLongAgo } from '../../platform/db/erase.ts'

/**
 * Erases services 30 days after they were deleted, with everything that belongs to them. Large tables go in batches
 * before the row of the service takes the rest along. Pictures and recordings lose their owner by it and are collected.
 */
export const eraseDeleted = async (db: Db): Promise<void> => {
  const services = await db.selectFrom('service').select('id').where(isLongAgo('deletedAt')).execute()
  for (const { id } of services) {
    await eraseAois(db, id)
    const itsSensors = sql`sensor_id in (select id from sensor where service_id = ${id})`
    for (const table of ['sensor_reading', 'sensor_hour', 'sensor_day', 'sensor_log'])
      await eraseInBatches(db, table, itsSensors)
    for (const table of ['sensor_sum_job', 'sensor', 'delivery', 'visitor', 'member'])
      await eraseInBatches(db, table, sql`service_id = ${id}`)
    await db.deleteFrom('service').where('id', '=', id).execute()
  }
}
