import type { Db } from '../../platform/db/database.ts'
import { publishFleeting } from '../../platform/live/fleeting.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import type { IngestOutcome } from './ingest.ts'
import { sensorUpdate } from './messages.ts'

const PAUSE_MS = 1000

type PendingMessage = { ids: Set<string>; isMoved: boolean }

/**
 * Announces sensors that have new readings but an unchanged state, once a second for each service. Only messages about
 * moves are stored for clients that are away; otherwise a hundred services would store a hundred messages a second. If
 * the server dies, the messages of the last second are lost.
 */
export const openReadingMessages = (db: Db, { wake, warn }: { wake: () => void; warn: (error: unknown) => void }) => {
  const pending = new Map<string, PendingMessage>()
  const flush = async () => {
    const now = [...pending]
    pending.clear()
    if (now.length === 0) return
    const messages = now.map(([serviceId, { ids, isMoved }]) => ({
      serviceId,
      isMoved,
      message: sensorUpdate(serviceId, [...ids], isMoved ? { isMoved } : {}),
    }))
    await publishFleeting(
      db,
      messages.filter(({ isMoved }) => !isMoved),
    )
    const moved = messages.filter(({ isMoved }) => isMoved)
    await publish(db, moved)
    if (moved.length > 0) wake()
  }
  const timer = setInterval(() => void flush().catch(warn), PAUSE_MS).unref()
  return {
    add(serviceId: string, { unannouncedIds, isMoved }: Pick<IngestOutcome, 'unannouncedIds' | 'isMoved'>) {
      if (unannouncedIds.length === 0) return
      const message = pending.get(serviceId) ?? { ids: new Set(), isMoved: false }
      pending.set(serviceId, message)
      for (const id of unannouncedIds) message.ids.add(id)
      message.isMoved ||= isMoved
    },
    flush,
    stop: () => clearInterval(timer),
  }
}

export type ReadingMessages = ReturnType<typeof openReadingMessages>
