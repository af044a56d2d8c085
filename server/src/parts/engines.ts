import { setInterval as every } from 'node:timers/promises'
import { openEventCounts } from '../core/dashboard/count.ts'
import { openMetrics } from '../core/metric/calculate.ts'
import { openBudget } from '../memory/budget.ts'
import { openMemory } from '../memory/memory.ts'
import { openTiles } from '../memory/tile/tiles.ts'
import { openViews } from '../memory/view.ts'
import type { Read } from '../platform/db/replica/replicas.ts'
import type { Base } from './part.ts'

const KEEP_UP_MS = 5_000

export const openEngines = ({ config, database: { db }, log }: Base, read: Read) => {
  const closing = new AbortController()
  const { signal } = closing
  const budget = openBudget(config.memoryBytes)
  const memory = openMemory(db, log, { budget, read, signal })
  const view = openViews(db, memory)

  const keepUp = async () => {
    for await (const _ of every(KEEP_UP_MS, undefined, { ref: false, signal })) {
      // Ignored, because the next request tries again and reports the failure.
      await memory.keepUp().catch(() => {})
    }
  }

  return {
    budget,
    memory,
    view,
    tiles: openTiles(db, { memory, view }),
    countEvents: openEventCounts(db),
    calculate: openMetrics(memory, view),
    onListen: () => void keepUp().catch(() => {}),
    onClosing: () => closing.abort(),
  }
}
