import { sql } from 'kysely'
import { eraseOfService as eraseAois } from '../../core/aoi/erase.ts'
import type { SingleRows } from '../../platform/clock/batch.ts'
import { eraseInBatches, isLongAgo } from '../../platform/db/erase.ts'

/**
 * Erases services and all their rows, 30 days after their deletion. Rows of large tables are deleted in batches; the
 * deletion of the service's own row cascades to the rest. Housekeeping collects the files, which then have no owner.
 */
export const deletedServices: SingleRows = {
  table: 'service',
  due: () => sql`select id, id as service_id, deleted_at as at from service where ${isLongAgo('deleted_at')}`,
  processOne: async (db, id) => {
    await eraseAois(db, id)
    const itsSensors = sql`sensor_id in (select id from sensor where service_id = ${id})`
    for (const table of ['sensor_reading', 'sensor_hour', 'sensor_day', 'sensor_log'])
      await eraseInBatches(db, table, itsSensors)
    for (const table of ['sensor_sum_job', 'sensor', 'delivery', 'visitor', 'member'])
      await eraseInBatches(db, table, sql`service_id = ${id}`)
    await db.deleteFrom('service').where('id', '=', id).execute()
  },
}
