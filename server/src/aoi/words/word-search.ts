import { setInterval as every } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Actor } from '#contract'
import type { Db } from '../../db/database.ts'
import { remembered } from '../../places/remembered.ts'
import { matches } from '../filter.ts'
import { foundAtOnce, type Page } from '../found.ts'
import type { Log } from '../memory/follow.ts'
import { GONE } from '../memory/look.ts'
import { Numbers } from '../memory/numbers.ts'
import { inSlices } from '../memory/slices.ts'
import { conditionOf } from './conditions.ts'
import { firstOf } from './first.ts'
import { hitsOf, type Sought, soughtBy } from './hits.ts'
import { keysOf } from './keys.ts'
import { piecesOf } from './pieces.ts'
import { openWordIndex } from './word-index.ts'
import type { Words } from './words.ts'

/** How many pages of hits the database is asked about, one after the other: it may let only a few of them pass. */
const PAGES = [1, 8, 64]
const MOST_AT_ONCE = 20_000
/** The rows that the pages before and behind end with are among the hits, and do not pass. */
const CURSORS = 2
/** A word that every so many rows have stands among the first ones often enough to fill a page. */
const MANY = 6
/** Each service by itself is looked through for such a word. */
const MOST_SERVICES = 2
/** Searches whose finds the map shows. */
const SEARCHES_KEPT = 20
const KEPT_MS = 1_000
const KEEP_UP_MS = 5_000

export type WordSearch = ReturnType<typeof openWordSearch>

/** Searches from memory: it tells which AOIs have the words, in the order of the list, and the database which may pass. */
export const openWordSearch = (
  db: Db,
  log: Log,
  { many = MANY, signal }: { many?: number; signal?: AbortSignal } = {},
) => {
  const index = openWordIndex(db, log, signal)
  const numbers = remembered(SEARCHES_KEPT, (_, words: Words, text: string) => numbersWith(db, words, text))

  return {
    /**
     * The numbers of all that have what is sought, of whatever service. Nothing where memory cannot tell exactly: that
     * words follow each other it knows, but not what stands between them.
     */
    async numbers(text: string): Promise<{ found: Numbers; stamp: string } | undefined> {
      const held = piecesOf(text).length === 1 ? await index.now() : undefined
      if (!held) return undefined
      // Whoever is called so may be renamed, and no message of AOIs tells it.
      const stamp = JSON.stringify([held.revision, Math.floor(performance.now() / KEPT_MS), text])
      return { found: await numbers(stamp, held.all, text), stamp }
    },

    /** The ids of a page, and one beyond it. Nothing where memory cannot tell, or as long as nothing was read. */
    async ids(actor: Actor, page: Page): Promise<string[] | undefined> {
      const held = await index.now()
      if (!held) return undefined
      const words = held.all
      const since = words.rows.length
      const sought = await soughtBy(words, page.query.search ?? '')
      if (!sought) return undefined
      const isCommon = sought.kinds.length === 1 && sought.count * many > since
      const isAtOnce = isCommon && actor.visibleServiceIds.length <= MOST_SERVICES
      return (isAtOnce && (await foundAtOnce(db, actor, page))) || firstIds(db, words, actor, page, sought, since)
    },

    /** Reads everything before the first one asks. */
    async warm(): Promise<void> {
      await index.fresh()
    },

    /** Takes in what changes also while nobody searches: after a quiet night the first one does not wait for all of it. */
    async keepUp(): Promise<void> {
      for await (const _ of every(KEEP_UP_MS, undefined, { ref: false, ...(signal && { signal }) })) {
        // Whoever searches is told what fails.
        await index.now().catch(() => {})
      }
    },
  }
}

const numbersWith = async (db: Db, words: Words, text: string): Promise<Numbers> => {
  const since = words.rows.length
  const sought = await soughtBy(words, text)
  const hits = sought ? await hitsOf(db, words, sought) : new Uint32Array(0)
  const { number, look, highestNumber } = words.rows
  const numbers = new Numbers(highestNumber)
  const collect = (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      const row = hits[at] as number
      // What changes meanwhile is shown as it was, until the next one asks.
      const isThere = look[row] !== GONE || (words.find(number[row] as number) ?? 0) >= since
      if (isThere) numbers.add(number[row] as number)
    }
  }
  await inSlices(0, hits.length, collect)
  return numbers
}

const firstIds = async (db: Db, words: Words, actor: Actor, page: Page, sought: Sought, since: number) => {
  const { query } = page
  const { rows } = words
  const hits = await hitsOf(db, words, sought)
  const keys = await keysOf(db, words, query, hits)
  if (!keys) return undefined
  const wanted = query.limit + 1
  const found = { hits, keys, isWanted: conditionOf(rows, actor, query) }
  for (const pages of PAGES) {
    const { placed, loose, isAll } = await firstOf(found, Math.min(wanted * pages + CURSORS, MOST_AT_ONCE))
    // What changed since the search began has a new row.
    for (let row = since; row < rows.length; row++) loose.push(row)
    if (placed.length + loose.length > MOST_AT_ONCE) return undefined
    const unplaced = new Set(loose.map((row) => rows.number[row] as number))
    const numbers = [...placed.map((row) => rows.number[row] as number), ...unplaced]
    const passed = await passing(db, actor, page, numbers, wanted + unplaced.size)
    // Those whose place is not known may stand behind others that were not asked about.
    if (isAll || passed.filter(({ number }) => !unplaced.has(number)).length >= wanted)
      return passed.slice(0, wanted).map(({ id }) => id)
  }
  return undefined
}

/** What everything else lets pass, in order. `offset 0` keeps the planner from walking along the order instead. */
const passing = async (db: Db, actor: Actor, { query, by, within }: Page, numbers: number[], most: number) => {
  const { rows } = await sql<{ id: string; number: number }>`
    select a.id, a.number from (select a.* from aoi a where a.number = any(${numbers}::int8[]) offset 0) a
    join member me on me.id = ${actor.id}
    where a.service_id = any(${actor.visibleServiceIds}::uuid[]) and ${matches(query, actor)} and ${within}
    order by ${by.order} limit ${most}`.execute(db)
  return rows
}
