import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type LiveView, type LiveViewOptions, type Log, liveView } from '../live-view/live-view.ts'
import { readConsistently } from '../live-view/read-table.ts'
import { numbersByName, readAll, readSome } from './load.ts'
import { WordIndex } from './word-index.ts'

/** More are searched in PostgreSQL alone: they would take some two gigabytes of memory. */
const MAX_ROWS = 8_000_000

/** A live view of the words of all AOIs. */
export const openLiveWords = (
  db: Db,
  log: Log,
  { signal, read = (work) => work(db), ...options }: LiveViewOptions & { signal: AbortSignal | undefined },
): LiveView<WordIndex> =>
  liveView(
    db,
    log,
    {
      load: () => read((source) => load(source, log, signal)),
      update: async (index, aoiIds) => {
        for (const aoi of await readSome(db, aoiIds)) index.put(aoi)
      },
      countRows: (index) => index.rows.length,
      needsRebuild: (index) => index.needsRebuild,
    },
    options,
  )

const load = async (db: Db, log: Log, signal: AbortSignal | undefined) => {
  const startMs = performance.now()
  const index = new WordIndex()
  const { watermark, data: byName } = await readConsistently(db, async (snapshot) => {
    await refuseTooMany(snapshot)
    await index.load(readAll(snapshot, signal))
    return numbersByName(snapshot)
  })
  await index.build(byName)
  const [count, ms] = [index.rows.length, Math.round(performance.now() - startMs)]
  log.info({ count, words: index.vocabulary.size, ms }, 'search: all words are in memory')
  return { watermark, data: index }
}

const refuseTooMany = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ count: number }>`
    select reltuples::int8 as count from pg_class where oid = 'aoi'::regclass`.execute(db)
  if ((rows[0]?.count ?? 0) > MAX_ROWS) throw new Error(`more than ${MAX_ROWS} AOIs are searched in the database`)
}
