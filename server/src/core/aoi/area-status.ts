import * as notifications from '../../messaging/notification/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Publication, publish } from '../../platform/outbox/outbox.ts'
import * as areas from './areas.ts'
import * as logs from './log/queries.ts'
import * as aois from './queries.ts'

/**
 * Updates the areas of sensors that changed their state, moved or were added, and the status of these areas.
 * Writes the log of each area and announces the changes, one message for each service.
 */
export const followSensors = async (
  db: Db,
  { changedIds, movedIds }: { changedIds: readonly string[]; movedIds: readonly string[] },
  now: Date,
): Promise<void> => {
  const regrouped = movedIds.length > 0 ? await areas.placeSensors(db, { sensorIds: movedIds }) : []
  const holding = changedIds.length > 0 ? await areas.areasOf(db, changedIds) : []
  await refreshAreas(db, [...new Set([...regrouped, ...holding])], now, regrouped)
}

/** Updates the status of these areas, and announces those whose status changed and those in `alsoAnnounce`. */
export const refreshAreas = async (
  db: Db,
  areaIds: readonly string[],
  now: Date,
  alsoAnnounce: readonly string[] = [],
): Promise<void> => {
  const changes = await areas.refreshStatuses(db, areaIds, now)
  for (const { id, from, to } of changes) {
    await logs.recordChange(db, id, null, { what: 'status', fields: [{ field: 'status', from, to }] })
    await aois.touch(db, id, null)
    await notifications.notifyMembers(db, { kind: 'status', aoiId: id, by: null, status: to })
  }
  const announcedIds = [...new Set([...changes.map(({ id }) => id), ...alsoAnnounce])]
  await publish(db, await updates(db, announcedIds, changes))
}

const updates = async (
  db: Db,
  areaIds: readonly string[],
  changes: readonly areas.StatusChange[],
): Promise<Publication[]> => {
  if (areaIds.length === 0) return []
  const rows = await db
    .selectFrom('aoi')
    .select(['id', 'serviceId'])
    .where('id', 'in', [...areaIds])
    .execute()
  return [...Map.groupBy(rows, ({ serviceId }) => serviceId)].map(([serviceId, of]) => ({
    serviceId,
    message: {
      type: 'AOI_UPDATED',
      serviceId,
      aoiIds: of.map(({ id }) => id),
      statuses: changes
        .filter((change) => change.serviceId === serviceId)
        .map(({ id, name, to }) => ({ aoiId: id, name, status: to })),
    },
  }))
}
