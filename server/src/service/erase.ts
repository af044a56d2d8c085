import { sql } from 'kysely'
import { eraseOfService as eraseAois } from '../aoi/actions.ts'
import type { Db } from '../db/database.ts'
import { eraseInBatches, isLongAgo } from '../db/erase.ts'

/**
 * Erases services 30 days after they were deleted, with everything that belongs to them. Large tables go in batches
 * before the row of the service takes the rest along. Pictures and recordings lose their owner by it and are collected.
 */
export const eraseDeleted = async (db: Db): Promise<void> => {
  const services = await db.selectFrom('service').select('id').where(isLongAgo('deletedAt')).execute()
  for (const { id } of services) {
    await eraseAois(db, id)
    const itsSensors = sql`sensor_id in (select id from sensor where service_id = ${id})`
    await eraseInBatches(db, 'sensor_reading', itsSensors)
    await eraseInBatches(db, 'sensor_log', itsSensors)
    for (const table of ['sensor', 'delivery', 'visitor', 'member'])
      await eraseInBatches(db, table, sql`service_id = ${id}`)
    await db.deleteFrom('service').where('id', '=', id).execute()
  }
}
