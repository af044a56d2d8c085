import type { Db } from '../platform/db/database.ts'
import { openBudget } from './budget.ts'
import type { LoadOptions } from './loads.ts'
import { openMemory } from './memory.ts'
import { openTiles } from './tile/tiles.ts'
import { openViews } from './view.ts'

type Options = Partial<LoadOptions> & { mostCountedRows?: number; log?: Parameters<typeof openMemory>[1] }

export const testMemory = (db: Db, { mostCountedRows, log, ...options }: Options = {}) => {
  const budget = openBudget(Number.POSITIVE_INFINITY)
  const memory = openMemory(db, log ?? { info() {}, warn() {} }, { budget, ...options })
  const view = openViews(db, memory)
  return { memory, view, tiles: openTiles(db, { memory, view, mostCountedRows }) }
}

/** A memory without room, so that PostgreSQL answers everything. */
export const noMemory = (db: Db) => testMemory(db, { budget: openBudget(0) })
