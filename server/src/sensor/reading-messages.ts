import type { Db } from '../db/database.ts'
import { publish } from '../live/outbox.ts'

const PAUSE_MS = 1000
/** So many are named; more than that concern everyone who looks at any. */
const MOST_IDS = 200

type PendingMessage = { ids: Set<string>; isMoved: boolean }

/**
 * Mere readings are told once a second and service, however many there were: a storm of readings is no storm of
 * messages. A server that ends in between leaves the last second untold, which the next reading makes good.
 */
export const openReadingMessages = (db: Db, { poke, warn }: { poke: () => void; warn: (error: unknown) => void }) => {
  const pending = new Map<string, PendingMessage>()
  const flush = async () => {
    const now = [...pending]
    pending.clear()
    if (now.length === 0) return
    await publish(
      db,
      now.map(([serviceId, { ids, isMoved }]) => {
        const sensorIds = [...ids].slice(0, MOST_IDS)
        const message = { type: 'SENSOR_UPDATED' as const, serviceId, sensorId: sensorIds[0] ?? '', sensorIds }
        return { serviceId, message: { ...message, ...(isMoved && { isMoved }) } }
      }),
    )
    poke()
  }
  const timer = setInterval(() => void flush().catch(warn), PAUSE_MS).unref()
  return {
    add(serviceId: string, { sensorIds, isMoved }: { sensorIds: readonly string[]; isMoved: boolean }) {
      if (sensorIds.length === 0) return
      const message = pending.get(serviceId) ?? { ids: new Set(), isMoved: false }
      pending.set(serviceId, message)
      for (const id of sensorIds) if (message.ids.size < MOST_IDS) message.ids.add(id)
      message.isMoved ||= isMoved
    },
    flush,
    stop: () => clearInterval(timer),
  }
}

export type ReadingMessages = ReturnType<typeof openReadingMessages>
