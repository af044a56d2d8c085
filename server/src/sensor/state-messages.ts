import type { Db } from '../db/database.ts'
import { type Publication, publish } from '../live/outbox.ts'

/** A message lists at most so many changes; of the rest only the number, since clients load the list again. */
const MOST_CHANGES = 20

export type StateChange = { serviceId: string; sensorId: string; name: string; state: string }

/** One message for each service, whatever the number of sensors. */
export const announceStates = async (db: Db, changes: readonly StateChange[]): Promise<void> => {
  const publications = [...Map.groupBy(changes, ({ serviceId }) => serviceId)].map(([serviceId, of]): Publication => {
    // Alarms first, so that the list always includes them.
    const ordered = of.toSorted((a, b) => Number(b.state === 'ALARM') - Number(a.state === 'ALARM'))
    return {
      serviceId,
      message: {
        type: 'SENSOR_UPDATED',
        serviceId,
        sensorId: ordered[0]?.sensorId ?? '',
        sensorIds: ordered.slice(0, MOST_CHANGES).map(({ sensorId }) => sensorId),
        changed: ordered.length,
        changes: ordered.slice(0, MOST_CHANGES).map(({ sensorId, name, state }) => ({ sensorId, name, state })),
      },
    }
  })
  await publish(db, publications)
}
