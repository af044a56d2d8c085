import type { Actor } from '#contract'
import type { Db } from '../db/database.ts'
import type { BitSet } from '../kit/bit-set.ts'
import { memoize } from '../kit/memoize.ts'
import type { LiveViewOptions, Log } from '../live-view/live-view.ts'
import { numbersFromIndex, pageFromIndex } from './from-index.ts'
import { openLiveWords } from './live-words.ts'
import { wordPatterns } from './meaning.ts'
import type { PageQuery } from './query.ts'
import { pageFromSql } from './sql.ts'
import { indexTuning } from './tuning.ts'
import type { WordIndex } from './word-index.ts'

/** Searches whose numbers the map shows. */
const SEARCHES_CACHED = 20
/** Renaming a member changes what a search finds, and no message of an AOI tells of it: seen after this time. */
const REUSE_MS = 1_000

type Options = LiveViewOptions & { tuning?: Partial<typeof indexTuning>; signal?: AbortSignal }

export type Search = ReturnType<typeof openSearch>

/** The words of all AOIs in memory, and the search through them; PostgreSQL answers where they cannot. */
export const openSearch = (db: Db, log: Log, { tuning, ...options }: Options = {}) => {
  const liveWords = openLiveWords(db, log, { signal: undefined, ...options })
  const cachedNumbers = memoize(SEARCHES_CACHED, (_, index: WordIndex, text: string) =>
    numbersFromIndex(db, index, text),
  )

  /** From the word index alone. Returns undefined if it cannot answer, or is not loaded yet. */
  const indexedPage = async (reader: Db, actor: Actor, query: PageQuery): Promise<string[] | undefined> => {
    const snapshot = await liveWords.snapshotIfLoaded()
    return snapshot && pageFromIndex(reader, snapshot.data, actor, query, { ...indexTuning, ...tuning })
  }

  return {
    indexedPage,

    /**
     * The ids of a page and one row beyond it, of rows that `reader` has: the database, or a replica. The caller sorts
     * them: they may come service by service.
     */
    async pageIds(reader: Db, actor: Actor, query: PageQuery): Promise<string[]> {
      return (await indexedPage(reader, actor, query)) ?? pageFromSql(reader, actor, query)
    },

    /**
     * The numbers of all AOIs that a search finds, of whatever service; equal keys mean equal numbers. Returns undefined
     * if the index is not loaded, or cannot tell exactly: it knows which words are neighbours, not what separates them.
     */
    async numbers(text: string): Promise<{ numbers: BitSet; key: string } | undefined> {
      const snapshot = wordPatterns(text).length === 1 ? await liveWords.snapshotIfLoaded() : undefined
      if (!snapshot) return undefined
      const key = JSON.stringify([snapshot.revision, Math.floor(performance.now() / REUSE_MS), text])
      return { numbers: await cachedNumbers(key, snapshot.data, text), key }
    },

    /** How much is in memory, and for how long. */
    state: () => liveWords.state(),

    /** Loads everything before the first request. */
    async warm(): Promise<void> {
      await liveWords.snapshot()
    },

    keepUp: () => liveWords.keepUp(options.signal),
  }
}
