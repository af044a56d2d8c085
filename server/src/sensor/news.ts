import type { Db } from '../db/database.ts'
import { publish } from '../live/outbox.ts'

const PAUSE_MS = 1000
/** So many are named; more than that concern everyone who looks at any. */
const NAMED = 200

type Gathered = { ids: Set<string>; isMoved: boolean }

/**
 * Mere readings are told once a second and service, however many there were: a storm of readings is no storm of
 * messages. A server that ends in between leaves the last second untold, which the next reading makes good.
 */
export const openNews = (db: Db, { poke, warn }: { poke: () => void; warn: (error: unknown) => void }) => {
  const gathered = new Map<string, Gathered>()
  const tell = async () => {
    const now = [...gathered]
    gathered.clear()
    if (now.length === 0) return
    await publish(
      db,
      now.map(([serviceId, { ids, isMoved }]) => {
        const sensorIds = [...ids].slice(0, NAMED)
        const message = { type: 'SENSOR_UPDATED' as const, serviceId, sensorId: sensorIds[0] ?? '', sensorIds }
        return { serviceId, message: { ...message, ...(isMoved && { isMoved }) } }
      }),
    )
    poke()
  }
  const timer = setInterval(() => void tell().catch(warn), PAUSE_MS).unref()
  return {
    gather(serviceId: string, { sensorIds, isMoved }: { sensorIds: readonly string[]; isMoved: boolean }) {
      if (sensorIds.length === 0) return
      const known = gathered.get(serviceId) ?? { ids: new Set(), isMoved: false }
      gathered.set(serviceId, known)
      for (const id of sensorIds) if (known.ids.size < NAMED) known.ids.add(id)
      known.isMoved ||= isMoved
    },
    tell,
    stop: () => clearInterval(timer),
  }
}

export type News = ReturnType<typeof openNews>
