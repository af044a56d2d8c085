import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Followed, follow, type Log } from '../memory/follow.ts'
import { asOfOneMoment } from '../memory/reading.ts'
import { numbersByName, readAll, readSome } from './load.ts'
import { Words } from './words.ts'

/** More than this are not held: they would take some two gigabytes. */
const MOST_ROWS = 8_000_000

/** The words of all AOIs. */
export const openWordIndex = (db: Db, log: Log, signal: AbortSignal | undefined): Followed<Words> =>
  follow(db, log, {
    read: () => read(db, log, signal),
    take: async (words, aoiIds) => {
      for (const told of await readSome(db, aoiIds)) words.put(told)
    },
    isWorn: (words) => words.isWorn,
  })

const read = async (db: Db, log: Log, signal: AbortSignal | undefined) => {
  const startMs = performance.now()
  const words = new Words()
  const { heard, all: byName } = await asOfOneMoment(db, async (moment) => {
    await refuseTooMany(moment)
    await words.read(readAll(moment, signal))
    return numbersByName(moment)
  })
  await words.settle(byName)
  const [count, ms] = [words.rows.length, Math.round(performance.now() - startMs)]
  log.info({ count, words: words.vocabulary.size, ms }, 'search: all words are in memory')
  return { heard, all: words }
}

const refuseTooMany = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ count: number }>`
    select reltuples::int8 as count from pg_class where oid = 'aoi'::regclass`.execute(db)
  if ((rows[0]?.count ?? 0) > MOST_ROWS) throw new Error(`more than ${MOST_ROWS} AOIs are searched in the database`)
}
