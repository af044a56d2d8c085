import { selectAois } from '../aoi/queries.ts'
import type { Read } from '../db/replica/replicas.ts'
import { openMapIndex } from '../map-index/map-index.ts'
import { openSearch } from '../search/search.ts'
import type { Base } from './part.ts'

/** Search and the map index, in memory. They load after the start; only requests that need them wait. */
export const openEngines = ({ database: { db }, log }: Base, read: Read) => {
  const closing = new AbortController()
  const { signal } = closing
  const search = openSearch(db, log, { signal, read })
  const mapIndex = openMapIndex(db, log, { selectRows: selectAois(db), searchNumbers: search.numbers, signal, read })
  const load = async () => {
    try {
      await mapIndex.warm()
      await search.warm()
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'map and search: not yet in memory')
    }
    await Promise.all([mapIndex.keepUp(), search.keepUp()])
  }
  return {
    search,
    mapIndex,
    onListen: () => void load().catch(() => {}),
    onClosing: () => closing.abort(),
  }
}
