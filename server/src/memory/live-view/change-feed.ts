import type { Db } from '../../platform/db/database.ts'
import { batched } from '../../platform/kit/batched.ts'
import { changesSince, type OutboxWatermark, watermarkNow } from './change-set.ts'

export type ChangeListener = {
  /** These AOIs of a service have changed. */
  changed(serviceId: string, aoiIds: readonly string[]): void
  /** Anything may have changed. */
  lost(): void
}

export type ChangeFeed = {
  listen(listener: ChangeListener): void
  /** Afterwards the listeners know of every commit before the call, on every server process. */
  catchUp(): Promise<void>
  /** The messages that the listeners know of. Undefined before the first call of `catchUp`. */
  watermark(): OutboxWatermark | undefined
  /** Increases with every change of any service: equal revisions mean that nothing has changed. */
  revision(): number
}

/**
 * Follows the outbox for all copies in memory together: one small query, however many services they hold. It tells which
 * AOIs have changed, not how: a listener reads them as they are now, so hearing of a change twice does no harm. Whoever
 * begins to listen between two calls of `catchUp` misses only what was committed before it began.
 */
export const openChangeFeed = (db: Db): ChangeFeed => {
  const listeners: ChangeListener[] = []
  let watermark: OutboxWatermark | undefined
  let revision = 0

  const startAnew = async () => {
    watermark = await watermarkNow(db)
    revision++
    for (const listener of listeners) listener.lost()
  }

  const readOn = async (): Promise<void> => {
    for (;;) {
      const set = watermark && (await changesSince(db, watermark))
      if (!set) return startAnew()
      watermark = set.watermark
      if (set.changes.length > 0) revision++
      for (const { serviceId, aoiIds } of set.changes)
        for (const listener of listeners) listener.changed(serviceId, aoiIds)
      if (set.isComplete) return
    }
  }

  const catchUp = batched<void, void>(async () => {
    await readOn()
    return () => undefined
  })

  return {
    listen: (listener) => listeners.push(listener),
    catchUp: () => catchUp(),
    watermark: () => watermark,
    revision: () => revision,
  }
}
