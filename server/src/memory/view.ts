import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../platform/db/database.ts'
import { BitSet } from '../platform/kit/column.ts'
import type { Memory } from './memory.ts'
import { passes, type RowTest } from './select.ts'
import type { AoiStore } from './store.ts'

const MOST_SELECTIONS = 20

export type StoreTests = (store: AoiStore) => RowTest[]

export type RowFilter = {
  /** Cache key: equal for the same filter of the same caller. */
  key: string
  serviceIds: readonly string[]
  /** Subquery for the matching rows of `aoi` in these services; the caller adds an alias. */
  rows(serviceIds: readonly string[]): RawBuilder<unknown>
  /** Builds the row tests of a store, with queries if necessary. Undefined if only SQL can decide. */
  tests?: ((db: Db) => StoreTests | Promise<StoreTests>) | undefined
  /** Whether the result depends on columns only, not on the caller. */
  isByColumns: boolean
  /** Set if the result depends on the AOIs that this member has opened. */
  readerId?: string | undefined
  isAnywhere: boolean
}

export type View = {
  parts: { id: string; store: AoiStore; tests: readonly RowTest[] }[]
  missing: readonly string[]
  /** Subquery for the matching rows of the missing services; the caller adds an alias. */
  rows: RawBuilder<unknown> | undefined
  /** Cache key: equal for equal results. */
  key: string
  /** Whether results change only where a point changes. */
  isByPlace: boolean
}

export type Views = ReturnType<typeof openViews>

export const openViews = (db: Db, memory: Memory) => {
  const selections = new LRUCache<string, Promise<BitSet>>({ max: MOST_SELECTIONS })

  const selectNumbers = async ({ serviceIds, rows }: RowFilter): Promise<BitSet> => {
    const found = await sql<{ numbers: Buffer | null; most: number | null }>`
      select string_agg(int4send(a.number::int), '') as numbers, max(a.number) as most from ${rows(serviceIds)} a`.execute(
      db,
    )
    const [{ numbers, most } = { numbers: null, most: null }] = found.rows
    const set = new BitSet(most ?? 0)
    for (let at = 0; at < (numbers?.length ?? 0); at += 4) set.add(numbers?.readInt32BE(at) ?? 0)
    return set
  }

  const numbersOf = (filter: RowFilter, key: string): Promise<BitSet> => {
    const known = selections.get(key)
    if (known) return known
    const numbers = selectNumbers(filter)
    selections.set(key, numbers)
    numbers.catch(() => selections.delete(key))
    return numbers
  }

  const keyOf = ({ key, serviceIds, readerId, isAnywhere }: RowFilter): string => {
    const revision = isAnywhere ? memory.revision() : memory.revisionOf(serviceIds)
    return JSON.stringify([key, serviceIds, revision, readerId && memory.readRevisionOf(readerId)])
  }

  const fromSql = (filter: RowFilter): View => ({
    parts: [],
    missing: filter.serviceIds,
    rows: filter.rows(filter.serviceIds),
    key: keyOf(filter),
    isByPlace: false,
  })

  const testsOf = (filter: RowFilter): StoreTests | Promise<StoreTests> =>
    filter.tests
      ? filter.tests(db)
      : numbersOf(filter, keyOf(filter)).then((numbers) => ({ columns: { number } }) => [
          passes((row) => numbers.has(number[row] as number)),
        ])

  /** Callers must count over `parts` before they await anything else. */
  return async (filter: RowFilter): Promise<View> => {
    const { serviceIds, isByColumns, isAnywhere } = filter
    if (!isByColumns) await memory.catchUp()
    if (isAnywhere) return fromSql(filter)
    // The key is computed before the history is read, so a cached result is never older than its key.
    const personalKey = isByColumns ? undefined : keyOf(filter)
    if (!filter.tests && (await memory.current(serviceIds)).missing.length > 0) return fromSql(filter)
    const testsIn = await testsOf(filter)
    const { stores, missing } = await memory.current(serviceIds)
    const isWhole = missing.length === 0
    const isByPlace = isWhole && isByColumns
    return {
      parts: [...stores].map(([id, store]) => ({ id, store, tests: testsIn(store) })),
      missing,
      rows: isWhole ? undefined : filter.rows(missing),
      key: isByPlace ? JSON.stringify([filter.key, serviceIds]) : (personalKey ?? keyOf(filter)),
      isByPlace,
    }
  }
}
