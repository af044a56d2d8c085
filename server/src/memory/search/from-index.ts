import { sql } from 'kysely'
import type { Actor } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { BitSet } from '../../platform/kit/bit-set.ts'
import { inSlices } from '../../platform/kit/slices.ts'
import { REMOVED } from '../live-view/kind-state.ts'
import { findHits, wordQueryOf } from './hits.ts'
import type { PageQuery } from './query.ts'
import { rowFilterOf } from './row-filter.ts'
import { sortKeysOf } from './sort-keys.ts'
import { pageFromFront } from './sql.ts'
import { topRows } from './top-rows.ts'
import type { IndexTuning } from './tuning.ts'
import type { ServiceWords, WordIndex } from './word-index.ts'

/** Rows that PostgreSQL confirms in one query. */
const MAX_CANDIDATES = 20_000
/** The rows that the cursors name are among the hits, and are not on the page. */
const CURSOR_ROWS = 2

/** How a page was found: by the words in memory, or by scanning the front of the list for words that many rows have. */
type IndexedPage = { ids: string[]; way: 'words' | 'front' }

/**
 * The ids of a page of one service, and one row beyond it, in order. The index proposes the first rows, and PostgreSQL decides which
 * of them are in the list: an index that is wrong costs another query, never a wrong row. Returns undefined if the index
 * cannot answer this query exactly; the caller then asks PostgreSQL alone.
 */
export const pageFromIndex = async (
  db: Db,
  { serviceId, index }: ServiceWords,
  actor: Actor,
  query: PageQuery,
  { pagesAsked, commonShare }: IndexTuning,
): Promise<IndexedPage | undefined> => {
  // The index has no start times.
  if (query.sort === 'startTime') return undefined
  const { rows } = index
  const rowCount = rows.length
  const words = await wordQueryOf(index, query.search)
  if (!words) return undefined
  // Of several words the rarest says nothing about how common they are together.
  const isCommon = words.matches.length === 1 && words.rarestCount * commonShare > rowCount
  if (isCommon) {
    const scanned = await pageFromFront(db, actor, serviceId, query)
    if (scanned) return { ids: scanned, way: 'front' }
  }
  const hits = await findHits(db, index, words)
  const keys = await sortKeysOf(db, { serviceId, index }, query, hits)
  if (!keys) return undefined
  const count = query.limit + 1
  const candidates = { hits, keys, accepts: rowFilterOf(rows, query) }
  for (const pages of pagesAsked) {
    const { ranked, unranked, isAll } = await topRows(candidates, Math.min(count * pages + CURSOR_ROWS, MAX_CANDIDATES))
    // Rows that were added since the search began replace hits.
    for (let row = rowCount; row < rows.length; row++) unranked.push(row)
    if (ranked.length + unranked.length > MAX_CANDIDATES) return undefined
    const unrankedNumbers = new Set(unranked.map((row) => rows.number[row] as number))
    const numbers = [...ranked.map((row) => rows.number[row] as number), ...unrankedNumbers]
    const confirmed = await confirm(db, actor, serviceId, query, numbers, count + unrankedNumbers.size)
    // An unranked row may come after rows that were not asked about: only ranked ones show that the page is complete.
    if (isAll || confirmed.filter(({ number }) => !unrankedNumbers.has(number)).length >= count)
      return { ids: confirmed.slice(0, count).map(({ id }) => id), way: 'words' }
  }
  return undefined
}

/** Which of these AOIs are in the list, in its order. `offset 0` keeps the planner from walking along the order. */
const confirm = async (
  db: Db,
  actor: Actor,
  serviceId: string,
  { by, conditions }: PageQuery,
  numbers: readonly number[],
  limit: number,
) => {
  const { rows } = await sql<{ id: string; number: number }>`
    select a.id, a.number from (select a.* from aoi a where a.number = any(${numbers}::int8[]) offset 0) a
    join member me on me.id = ${actor.id}
    where a.service_id = ${serviceId} and ${conditions.all} and ${conditions.between}
    order by ${by.order} limit ${limit}`.execute(db)
  return rows
}

/** The numbers of all AOIs of the index that match. The text must have exactly one pattern. */
export const numbersFromIndex = async (db: Db, index: WordIndex, text: string): Promise<BitSet> => {
  const rowCount = index.rows.length
  const words = await wordQueryOf(index, text)
  const hits = words ? await findHits(db, index, words) : new Uint32Array(0)
  const { number, kindState, highestNumber } = index.rows
  const numbers = new BitSet(highestNumber)
  const collect = (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      const row = hits[at] as number
      // An AOI that got a new row meanwhile is included as it was: the next call sees the change.
      const isPresent = kindState[row] !== REMOVED || (index.find(number[row] as number) ?? 0) >= rowCount
      if (isPresent) numbers.add(number[row] as number)
    }
  }
  await inSlices(0, hits.length, collect)
  return numbers
}
