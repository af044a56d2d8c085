import type { Actor } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import type { BitSet } from '../../platform/kit/bit-set.ts'
import { memoize } from '../../platform/kit/memoize.ts'
import type { LiveViewsOptions, Log } from '../live-view/live-views.ts'
import type { Snapshot } from '../live-view/views.ts'
import { numbersFromIndex, pageFromIndex } from './from-index.ts'
import { openLiveWords } from './live-words.ts'
import { wordPatterns } from './meaning.ts'
import type { PageQuery } from './query.ts'
import { pageFromSql } from './sql.ts'
import { indexTuning } from './tuning.ts'
import type { WordIndex } from './word-index.ts'

/** Searches whose numbers the map shows, of one service each. */
const SEARCHES_CACHED = 50
/** Renaming a member changes what a search finds, and no message of an AOI tells of it: seen after this time. */
const REUSE_MS = 1_000

/** What answered a page: the words in memory, a scan of the front of the list, or PostgreSQL alone. */
export type SearchWay = 'words' | 'front' | 'database'

type Options = LiveViewsOptions & {
  tuning?: Partial<typeof indexTuning>
  onPage?: (way: SearchWay) => void
}

export type Search = ReturnType<typeof openSearch>

/** Numbers of AOIs; equal keys mean equal numbers. */
export type FoundNumbers = { numbers: BitSet; key: string }

/** The words of services in memory, and the search through them; PostgreSQL answers where they cannot. */
export const openSearch = (db: Db, log: Log, { tuning, onPage, ...options }: Options) => {
  const liveWords = openLiveWords(db, log, options)
  const cachedNumbers = memoize(SEARCHES_CACHED, (_, index: WordIndex, text: string) =>
    numbersFromIndex(db, index, text),
  )

  type Page = { ids: string[]; way: SearchWay }
  /** A page of one service from its words alone. Returns undefined if they cannot answer, or are not loaded yet. */
  const indexedPage = async (
    reader: Db,
    actor: Actor,
    serviceId: string,
    words: Snapshot<WordIndex> | undefined,
    query: PageQuery,
  ): Promise<Page | undefined> =>
    words && pageFromIndex(reader, { serviceId, index: words.data }, actor, query, { ...indexTuning, ...tuning })

  return {
    /**
     * The ids of a page and one row beyond it, of rows that `reader` has: the database, or a replica. They come service by
     * service, at least a page of each; the caller sorts and cuts them.
     */
    async pageIds(reader: Db, actor: Actor, query: PageQuery): Promise<string[]> {
      const { byKey } = await liveWords.snapshots(actor.visibleServiceIds)
      const ids: string[] = []
      for (const serviceId of actor.visibleServiceIds) {
        const page = await indexedPage(reader, actor, serviceId, byKey.get(serviceId), query)
        onPage?.(page?.way ?? 'database')
        ids.push(...(page?.ids ?? (await pageFromSql(reader, actor, serviceId, query))))
      }
      return ids
    },

    /**
     * The numbers of all AOIs that a search finds in these services, by service. One whose words are not loaded is absent,
     * and all are if words cannot tell exactly: they tell which words are neighbours, not what separates them.
     */
    async numbers(serviceIds: readonly string[], text: string): Promise<Map<string, FoundNumbers>> {
      const found = new Map<string, FoundNumbers>()
      if (wordPatterns(text).length !== 1) return found
      const { byKey } = await liveWords.snapshots(serviceIds)
      for (const [serviceId, { revision, data }] of byKey) {
        const key = JSON.stringify([revision, Math.floor(performance.now() / REUSE_MS), text])
        found.set(serviceId, { numbers: await cachedNumbers(key, data, text), key })
      }
      return found
    },

    /** How much is in memory. */
    state: () => liveWords.state(),

    /** Loads these services and waits for them. */
    load: (serviceIds: readonly string[]) => liveWords.load(serviceIds),

    keepUp: () => liveWords.keepUp(),
  }
}
