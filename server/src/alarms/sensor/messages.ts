import type { LiveMessage } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { type Publication, publish } from '../../platform/outbox/outbox.ts'

type SensorUpdate = Extract<LiveMessage, { type: 'SENSOR_UPDATED' }>

/** Maximum number of sensor ids in a message: messages about readings must fit into one PostgreSQL notification. */
const MOST_NAMED = 100
/** Maximum number of state changes in a message. Clients show few of them, and `changed` is the number of all. */
const MOST_CHANGES = 20

export const sensorUpdate = (
  serviceId: string,
  sensorIds: readonly string[],
  more: Pick<SensorUpdate, 'isMoved' | 'changed' | 'changes'> = {},
): SensorUpdate => ({
  type: 'SENSOR_UPDATED',
  serviceId,
  sensorId: sensorIds[0] ?? '',
  sensorIds: sensorIds.slice(0, MOST_NAMED),
  ...(sensorIds.length > MOST_NAMED && { hasMore: true }),
  ...more,
})

export type StateChange = { serviceId: string; sensorId: string; name: string; state: string }

/** Publishes one message per service, whatever the number of sensors. */
export const announceStates = async (db: Db, changes: readonly StateChange[]): Promise<void> => {
  const publications = [...Map.groupBy(changes, ({ serviceId }) => serviceId)].map(([serviceId, of]): Publication => {
    // Alarms first, so that the list always includes them.
    const ordered = of.toSorted((a, b) => Number(b.state === 'ALARM') - Number(a.state === 'ALARM'))
    const ids = ordered.map(({ sensorId }) => sensorId)
    const named = ordered.slice(0, MOST_CHANGES).map(({ sensorId, name, state }) => ({ sensorId, name, state }))
    return { serviceId, message: sensorUpdate(serviceId, ids, { changed: ordered.length, changes: named }) }
  })
  await publish(db, publications)
}
