import type { QueryClient } from '@tanstack/react-query'
import { addressOf, CHECKED_FILES_MAX, coverApi, DROP_COPY, fileApi } from '#contract'
import { call } from '../../api/call.ts'
import { deviceStore } from '../../api/device/store.ts'
import { onLive } from '../../api/live.ts'

const SEEN_KEY = 'cohesion-covered-at'
/** Name of the service worker's cache, as in sw.ts. */
const PICTURES = 'pictures'

const addressesOf = (token: string): string[] => {
  const address = addressOf(fileApi.read, { token })
  return [address, `${address}?size=thumb`]
}

const dropPictures = async (tokens: readonly string[]): Promise<void> => {
  if (tokens.length === 0 || !('caches' in window)) return
  const cache = await caches.open(PICTURES)
  for (const address of tokens.flatMap(addressesOf)) {
    await cache.delete(address, { ignoreVary: true })
    // The empty reply replaces the copy in the browser's HTTP cache.
    await fetch(address, { cache: 'reload', headers: DROP_COPY }).catch(() => undefined)
  }
}

const dropAnswers = async (before: number): Promise<void> => {
  const deleting = (await deviceStore()).transaction('answers', 'readwrite')
  const range = IDBKeyRange.upperBound(before, true)
  for (let cursor = await deleting.store.index('at').openCursor(range); cursor; cursor = await cursor.continue())
    await cursor.delete()
  await deleting.done
}

const cachedTokens = async (): Promise<string[]> => {
  if (!('caches' in window) || !(await caches.has(PICTURES))) return []
  const requests = await (await caches.open(PICTURES)).keys()
  const tokens = requests.map(({ url }) => new URL(url).pathname.split('/').at(-1) ?? '')
  return [...new Set(tokens)].slice(-CHECKED_FILES_MAX)
}

/** Drops stored copies of contents that were redacted while this device was offline. */
const checkCopies = async (): Promise<void> => {
  const { missing, coveredAt } = await call(coverApi.check, { body: { files: await cachedTokens() } })
  await dropPictures(missing)
  if (coveredAt === null || coveredAt === localStorage.getItem(SEEN_KEY)) return
  // Replies loaded since the page opened have the redacted contents.
  await dropAnswers(performance.timeOrigin)
  localStorage.setItem(SEEN_KEY, coveredAt)
}

/** Drops stored copies of redacted contents, at once and on each redaction. Browsers without storage have no copies. */
export const followCovers = (queries: QueryClient): (() => void) => {
  void checkCopies().catch(() => undefined)
  return onLive((message) => {
    if (message.type === 'RESYNC') void checkCopies().catch(() => undefined)
    if (message.type !== 'CONTENT_COVERED') return
    queries.removeQueries({ type: 'inactive' })
    void dropAnswers(Date.now()).catch(() => undefined)
    void dropPictures(message.files).catch(() => undefined)
  })
}
