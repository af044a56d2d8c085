import type { Db } from '../db/database.ts'
import { publish } from '../live/outbox.ts'

const PAUSE_MS = 1000
/** A message lists at most so many sensors. */
const MOST_IDS = 200

type PendingMessage = { ids: Set<string>; isMoved: boolean }

/**
 * Announces readings that changed no state, once a second for each service, so that a burst of readings is no burst of
 * messages. If the server ends in between, the last second is not announced; the next reading makes up for it.
 */
export const openReadingMessages = (db: Db, { wake, warn }: { wake: () => void; warn: (error: unknown) => void }) => {
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
    wake()
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
