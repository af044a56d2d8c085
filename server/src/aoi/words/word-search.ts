import { sql } from 'kysely'
import type { Actor } from '#contract'
import type { Db } from '../../db/database.ts'
import { remembered } from '../../places/remembered.ts'
import { matches } from '../filter.ts'
import { foundAtOnce, type Page } from '../found.ts'
import { follow, type Log } from '../memory/follow.ts'
import { GONE } from '../memory/look.ts'
import { Numbers } from '../memory/numbers.ts'
import { asOfOneMoment } from '../memory/reading.ts'
import { conditionOf } from './conditions.ts'
import { firstOf } from './first.ts'
import { hitsOf, type Sought, soughtBy } from './hits.ts'
import { keysOf } from './keys.ts'
import { numbersByName, readAll, readSome } from './load.ts'
import { Words } from './words.ts'

/** How many pages of hits the database is asked about, one after the other: it may let only a few of them pass. */
const PAGES = [1, 8, 64]
const MOST_AT_ONCE = 20_000
/** The rows that the pages before and behind end with are among the hits, and do not pass. */
const CURSORS = 2
/** Searches whose finds the map shows. */
const SEARCHES_KEPT = 20
const KEPT_MS = 1_000
/** A word that every so many rows have stands among the first ones often enough to fill a page. */
const MANY = 6

export type WordSearch = ReturnType<typeof openWordSearch>

/** Searches from memory: it tells which AOIs have the words, in the order of the list, and the database which may pass. */
export const openWordSearch = (db: Db, log: Log, { many = MANY } = {}) => {
  const index = follow(db, log, {
    read: () => read(db, log),
    take: async (words, aoiIds) => {
      for (const told of await readSome(db, aoiIds)) words.put(told)
    },
    isWorn: (words) => words.isWorn,
  })

  const numbers = remembered(SEARCHES_KEPT, (_, words: Words, sought: Sought) => numbersOf(db, words, sought))

  return {
    /**
     * The numbers of all that have what is sought, of whatever service. Nothing where memory cannot tell exactly: that
     * words follow each other it knows, but not what stands between them.
     */
    async numbers(text: string): Promise<{ found: Numbers; stamp: string } | undefined> {
      const held = await index.now()
      const sought = held && soughtBy(held.all, text)
      if (!held || sought?.kinds.length !== 1) return undefined
      // Whoever is called so may be renamed, and no message of AOIs tells it.
      const stamp = JSON.stringify([held.revision, Math.floor(performance.now() / KEPT_MS), text])
      return { found: await numbers(stamp, held.all, sought), stamp }
    },

    /** The ids of a page, and one beyond it. Nothing where memory cannot tell, or as long as nothing was read. */
    async ids(actor: Actor, page: Page): Promise<string[] | undefined> {
      const held = await index.now()
      if (!held) return undefined
      const words = held.all
      const sought = soughtBy(words, page.query.search ?? '')
      if (!sought) return undefined
      const isCommon = sought.count * many > words.rows.length
      return (isCommon && (await foundAtOnce(db, actor, page))) || firstIds(db, words, actor, page, sought)
    },

    /** Reads everything before the first one asks. */
    async warm(): Promise<void> {
      await index.fresh()
    },
  }
}

const numbersOf = async (db: Db, words: Words, sought: Sought): Promise<Numbers> => {
  const hits = await hitsOf(db, words, sought)
  const { number, look } = words.rows
  const numbers = new Numbers(hits.reduce((most, row) => Math.max(most, number[row] as number), 0))
  for (const row of hits) if (look[row] !== GONE) numbers.add(number[row] as number)
  return numbers
}

const read = async (db: Db, log: Log) => {
  const startMs = performance.now()
  const { heard, all } = await asOfOneMoment(db, (moment) => Words.of(readAll(moment), () => numbersByName(moment)))
  const [count, ms] = [all.rows.length, Math.round(performance.now() - startMs)]
  log.info({ count, words: all.vocabulary.size, ms }, 'search: all words are in memory')
  return { heard, all }
}

const firstIds = async (db: Db, words: Words, actor: Actor, page: Page, sought: Sought) => {
  const { query } = page
  const hits = await hitsOf(db, words, sought)
  const keys = await keysOf(db, words, query, hits)
  if (!keys) return undefined
  const wanted = query.limit + 1
  const found = { hits, keys, isWanted: conditionOf(words.rows, actor, query) }
  for (const pages of PAGES) {
    const { placed, loose, isAll } = await firstOf(found, wanted * pages + CURSORS)
    if (placed.length + loose.length > MOST_AT_ONCE) return undefined
    const numbersOf = (rows: number[]) => rows.map((row) => words.rows.number[row] as number)
    const [first, unplaced] = [numbersOf(placed), new Set(numbersOf(loose))]
    const passed = await passing(db, actor, page, [...first, ...unplaced], wanted + unplaced.size)
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
