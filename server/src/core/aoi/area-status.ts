import * as notifications from '../../messaging/notification/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import * as areas from './areas.ts'
import * as logs from './log/queries.ts'
import * as aois from './queries.ts'

/**
 * Updates the areas of sensors that changed their state, moved or were added, and the status of these areas.
 * Writes the log of each area.
 */
export const followSensors = async (
  db: Db,
  { changedIds, movedIds }: { changedIds: readonly string[]; movedIds: readonly string[] },
  now: Date,
): Promise<void> => {
  const regrouped = movedIds.length > 0 ? await areas.placeSensors(db, { sensorIds: movedIds }) : []
  const holding = changedIds.length > 0 ? await areas.areasOf(db, changedIds) : []
  await refreshAreas(db, [...new Set([...regrouped, ...holding])], now)
}

export const refreshAreas = async (db: Db, areaIds: readonly string[], now: Date): Promise<void> => {
  const changes = await areas.refreshStatuses(db, areaIds, now)
  for (const { id, from, to } of changes) {
    await logs.recordChange(db, id, null, { what: 'status', fields: [{ field: 'status', from, to }] })
    await aois.touch(db, id, null)
    await notifications.notifyMembers(db, { kind: 'status', aoiId: id, by: null, status: to })
  }
}
