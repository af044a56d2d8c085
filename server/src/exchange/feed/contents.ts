import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type AoiSummary, type EventType, FEED_ROWS, type FeedFilter, Problem } from '#contract'
import type { Memory } from '../../memory/memory.ts'
import type { Db } from '../../platform/db/database.ts'
import { limiterPerKey, openLimiter } from '../../platform/http/limiter.ts'
import { matchesEtag } from '../../platform/kit/etag.ts'
import { listed, rowOf } from '../export/aois.ts'
import { type AoiColumn, fixedColumns, typesFor } from '../export/columns.ts'
import type { AoiColumnId } from '../export/texts.ts'
import { withoutVisitorsWords } from '../export/visitors-words.ts'
import type { Row } from '../formats/table.ts'
import { writers } from '../formats/writers.ts'
import type { OpenFeed } from './queries.ts'
import { ACTIVITY, symbolName } from './symbols.ts'

/** Feeds omit contacts, descriptions and answers. Events named by visitors show the name of their type. */
const COLUMNS: ReadonlySet<AoiColumnId> = new Set([
  'name',
  'created',
  'address',
  'community',
  'start',
  'end',
  'isPublic',
  'number',
  'type',
  'state',
  'region',
])

const DAY_MS = 86_400_000
/**
 * Feeds without changed events are written again after this time, because regions, types and `days` may have changed.
 */
const REUSE_MS = 600_000
const MOST_KNOWN = 10_000
const KEPT_BYTES = 32_000_000
/** Maximum number of feeds of a service that wait while another of its feeds is written. */
const MOST_WAITING = 25

const queryOf = ({ kind, state, days, ...filter }: FeedFilter, now: number) => ({
  ...filter,
  type: state,
  isActivity: kind === 'activity',
  startTime: days ? new Date(now - days * DAY_MS) : undefined,
  sort: 'createdAt' as const,
  order: 'desc' as const,
})

type Symbols = { of: (aoi: AoiSummary) => string; all: ReadonlyMap<string, string> }

const symbolsOf = (types: readonly EventType[], folder: string): Symbols => {
  const byType = new Map(types.map((type) => [type._id, symbolName(type)]))
  const names = new Set([...byType.values(), symbolName(), symbolName(ACTIVITY)])
  return {
    of: ({ properties: { activity, publicAction } }) =>
      (activity ? symbolName(ACTIVITY) : byType.get(publicAction?._id ?? '')) ?? symbolName(),
    all: new Map([...names].map((name) => [name, `${folder}/symbols/${name}.png`])),
  }
}

const pagesOf = async function* (
  db: Db,
  { actor, filter }: OpenFeed,
  { columns, symbols, now }: { columns: readonly AoiColumn[]; symbols: Symbols; now: number },
): AsyncGenerator<Row[]> {
  let left = FEED_ROWS
  for await (const aois of listed(db, actor, queryOf(filter, now), { answers: false })) {
    const shown = await withoutVisitorsWords(db, actor, aois.slice(0, left))
    yield shown.map((aoi) => ({ ...rowOf({ ...aoi, description: '' }, columns), symbol: symbols.of(aoi) }))
    left -= aois.length
    if (left <= 0) return
  }
}

const write = async (db: Db, feed: OpenFeed, token: string, now: number): Promise<Buffer> => {
  const { name, format, language, timeZone, filter, actor } = feed
  const types = await typesFor(db, actor)
  const all = await fixedColumns(db, actor, { types, kinds: [filter.kind], language })
  const columns = all.filter(({ _id }) => COLUMNS.has(_id))
  const symbols = symbolsOf(types, token)
  const parts = writers[format].write({
    title: name,
    language,
    timeZone,
    symbols: symbols.all,
    columns: columns.map(({ title }) => title),
    pages: pagesOf(db, feed, { columns, symbols, now }),
  })
  return Buffer.concat(await Array.fromAsync(parts, (part) => Buffer.from(part)))
}

export type FeedContents = { etag: string; bytes: Buffer | undefined }

type Written = { etag: string; bytes: Buffer }

/**
 * The contents of feeds with their ETag, which is a hash of them and so the same on every server. They are written once
 * for all readers until an event of the service changes.
 */
export const openFeedContents = (db: Db, { memory, now }: { memory: Memory; now: () => number }) => {
  const etags = new LRUCache<string, string>({ max: MOST_KNOWN })
  const kept = new LRUCache<string, Written>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  })
  const running = new Map<string, Promise<Written>>()
  const refuse = () => new Problem('unavailable', { retryAfterSeconds: 5 })
  // One feed per service at a time, so that a service with many feeds neither blocks nor long delays the feeds of
  // others.
  const turnOfService = limiterPerKey({ atOnce: 1, mostWaiting: MOST_WAITING, refuse })
  const turn = openLimiter({ atOnce: 2, mostWaiting: Number.POSITIVE_INFINITY, refuse })

  const writeOnce = (key: string, feed: OpenFeed, token: string): Promise<Written> => {
    const writing =
      running.get(key) ??
      turnOfService(feed.actor.serviceId, () => turn.run(() => write(db, feed, token, now())))
        .then((bytes) => {
          const written = { etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`, bytes }
          kept.set(key, written)
          etags.set(key, written.etag)
          return written
        })
        .finally(() => running.delete(key))
    running.set(key, writing)
    return writing
  }

  /** `bytes` is undefined if the reader has the same ETag. Reads no events if none changed since the last request. */
  return async (feed: OpenFeed, token: string, ifNoneMatch: string | undefined): Promise<FeedContents> => {
    const { visibleServiceIds } = feed.actor
    await memory.catchUp()
    const slot = Math.floor(now() / REUSE_MS)
    // The revision is taken before the contents are read, so that the contents are never older than their key.
    const key = JSON.stringify([feed.id, memory.revisionOf(visibleServiceIds), slot])
    const known = etags.get(key)
    if (known && matchesEtag(ifNoneMatch, known)) return { etag: known, bytes: undefined }
    const { etag, bytes } = kept.get(key) ?? (await writeOnce(key, feed, token))
    return { etag, bytes: matchesEtag(ifNoneMatch, etag) ? undefined : bytes }
  }
}
