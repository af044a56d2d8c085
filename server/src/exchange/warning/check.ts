import type { Kysely } from 'kysely'
import type { LngLat, WarningFeedProblem } from '#contract'
import type { Database } from '../../platform/db/schema/index.ts'
import type { WarningDocument } from '../../platform/db/schema/warning.ts'
import { type Fetch, fetchDocument } from './fetch.ts'
import type { Link } from './read/document.ts'
import { DocumentError, type Reader } from './read/reader.ts'
import { type AlertFrom, storeCheck, storeProblem } from './store.ts'

/** Limits of one check. The next check fetches the remaining documents. */
const MOST_FETCHES = 60
const AT_ONCE = 4
const CHECK_MS = 45_000

export type DueFeed = {
  id: string
  serviceId: string
  url: string
  showsTests: boolean
  revision: number
  documents: Record<string, WarningDocument>
  near: LngLat | null
}

type Tools = { db: Kysely<Database>; fetch: Fetch; reader: Reader; now: Date; stop: AbortSignal }
type Documents = Record<string, WarningDocument>

const problemFrom = (error: unknown): WarningFeedProblem =>
  error instanceof DocumentError ? error.problem : { code: 'failed' }

/** The links of the feed when it was last read, for a feed that has not changed since. */
const linksOf = (documents: Documents, url: string): Link[] =>
  Object.entries(documents).flatMap(([address, { version }]) =>
    address === url || version === undefined ? [] : [{ url: address, version }],
  )

type Entries = { alerts: AlertFrom[]; documents: Documents; problems: WarningFeedProblem[]; isComplete: boolean }

/** Reads the linked documents that are not stored yet. A document that fails does not stop the others. */
const readEntries = async (
  { fetch, signal, reader }: { fetch: Fetch; signal: AbortSignal; reader: Reader },
  feed: DueFeed,
  links: readonly Link[],
): Promise<Entries> => {
  const entries: Entries = { alerts: [], documents: {}, problems: [], isComplete: true }
  const isStored = ({ url, version }: Link) => feed.documents[url]?.isRead && feed.documents[url]?.version === version
  for (const link of links)
    entries.documents[link.url] = {
      ...feed.documents[link.url],
      version: link.version,
      isRead: isStored(link) === true,
    }
  const waiting = links.filter((link) => !isStored(link)).slice(0, MOST_FETCHES)
  const readNext = async (): Promise<void> => {
    for (let link = waiting.shift(); link; link = waiting.shift()) {
      if (signal.aborted) return
      const { url, version } = link
      try {
        const { bytes, validators } = await fetchDocument(fetch, url, feed.documents[url] ?? {}, signal)
        const { alerts } = bytes ? await reader.read(bytes, url, feed.near) : { alerts: [] }
        entries.alerts.push(...alerts.map((alert) => ({ alert, source: url })))
        entries.documents[url] = { ...validators, version, isRead: true }
      } catch (error) {
        entries.problems.push(problemFrom(error))
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readNext))
  entries.isComplete = Object.values(entries.documents).every(({ isRead }) => isRead) || entries.problems.length > 0
  return entries
}

const readFeed = async ({ reader, ...tools }: Omit<Tools, 'db'>, feed: DueFeed) => {
  const signal = AbortSignal.any([tools.stop, AbortSignal.timeout(CHECK_MS)])
  const { bytes, validators } = await fetchDocument(tools.fetch, feed.url, feed.documents[feed.url] ?? {}, signal)
  const document = bytes && (await reader.read(bytes, feed.url, feed.near))
  const links = document ? document.links : linksOf(feed.documents, feed.url)
  const entries = await readEntries({ fetch: tools.fetch, signal, reader }, feed, links)
  const own = (document?.alerts ?? []).map((alert): AlertFrom => ({ alert, source: feed.url }))
  return {
    alerts: [...own, ...entries.alerts],
    documents: { [feed.url]: validators, ...entries.documents },
    /** Documents with current warnings. Warnings inside the feed's own document are known only if it was read now. */
    sources: { linked: links.map(({ url }) => url), isFeedRead: document !== undefined },
    problems: entries.problems,
    isComplete: entries.isComplete,
  }
}

/** Fetches and reads a feed, and stores its warnings in one transaction. Never rejects for a fault of the feed. */
export const checkFeed = async ({ db, ...tools }: Tools, feed: DueFeed): Promise<void> => {
  try {
    const found = await readFeed(tools, feed)
    if (tools.stop.aborted) return
    await storeCheck(db, feed, found, tools.now)
  } catch (error) {
    if (tools.stop.aborted) return
    if (!(error instanceof DocumentError)) throw error
    await storeProblem(db, feed, error.problem, tools.now)
  }
}
