import type { Db } from '../../platform/db/database.ts'
import { batched } from '../../platform/kit/batched.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { OutboxWatermark } from './change-set.ts'
import type { Memory } from './memory.ts'
import { countServiceRows, isAnyGone } from './service-size.ts'
import type { Source } from './source.ts'
import type { TableReads } from './table-reads.ts'
import { type LiveCopy, type Loading, type Pending, type Snapshot, type View, Views } from './views.ts'

const AOIS_PER_UPDATE = 1_000

/** So often snapshots are taken again if messages came meanwhile. */
const ATTEMPTS = 3

/** A service with at most so many rows is loaded within the request that needs it: about as fast as asking PostgreSQL. */
const SMALL_ROWS = 10_000

/** After a load that failed or did not fit, PostgreSQL answers for so long. */
const RETRY_AFTER_MS = 60_000

/** Changes are added to what is in memory: words and places that were erased from the database leave it by this. */
const MAX_AGE_MS = 86_400_000

export type Log = Record<'info' | 'warn', (details: object, text: string) => void>

/** `watermark`: the messages that all of them include. */
export type Snapshots<T> = { byKey: Map<string, Snapshot<T>>; watermark: OutboxWatermark | undefined }

export type LiveViewsOptions = {
  feed: ChangeFeed
  memory: Memory
  /** A copy older than this is loaded anew in the background. */
  maxAgeMs?: number | undefined
  smallRows?: number | undefined
  /** Reads what is loaded. Changes are read from the database itself. */
  reads: TableReads
}

export type LiveViewsState = { services: number; rows: number; bytes: number; loads: number; givenUp: number }

export type LiveViews<T> = {
  /**
   * Copies by key, with all that was committed before the call. One that is not in memory is absent, and is loaded in the
   * background; a small one is waited for. Keys are ids of services, unless the source says otherwise.
   */
  snapshots(keys: readonly string[]): Promise<Snapshots<T>>
  /** How many rows those of these copies have together that are being loaded. */
  rowsBeingLoaded(keys: readonly string[]): Promise<number>
  /** Loads these copies and waits, whatever their size. */
  load(keys: readonly string[]): Promise<void>
  /** Applies changes also while nobody asks, so that the first caller after a quiet night does not wait for them. */
  keepUp(): Promise<void>
  state(): LiveViewsState
}

let revisions = 0

/**
 * In-memory copies of the AOIs of services, or of some of them, each loaded when it is first asked for and given up when others
 * need its room. Before every answer the changes that were committed since are applied: a caller sees every commit before the call.
 */
export const liveViews = <T>(
  db: Db,
  log: Log,
  source: Source<T>,
  { feed, memory, maxAgeMs = MAX_AGE_MS, smallRows = SMALL_ROWS, reads }: LiveViewsOptions,
): LiveViews<T> => {
  const serviceOf = (key: string) => source.serviceOf?.(key) ?? key
  const views = new Views<T>((key) => ({
    ...{ key, serviceId: serviceOf(key) },
    ...{ retryAtMs: 0, bytesPerRow: source.bytesPerRow },
  }))
  const counts = { loads: 0, givenUp: 0 }

  const countStored = (key: string, limit?: number): Promise<number> => {
    if (source.countStored) return source.countStored(db, key, limit)
    return limit === undefined ? reads.count(serviceOf(key)) : countServiceRows(db, serviceOf(key), limit)
  }
  const inLog = ({ key, serviceId }: View<T>) => ({ of: source.name, serviceId, ...(key !== serviceId && { key }) })

  const drop = (view: View<T>) => {
    if (view.copy) memory.forget(view.copy)
    view.copy = undefined
  }

  feed.listen({
    changed(serviceId, aoiIds) {
      for (const { copy, loading } of views.ofService(serviceId))
        for (const id of aoiIds) {
          copy?.pending.add(id)
          loading?.pending.add(id)
        }
    },
    lost() {
      for (const view of views.all()) {
        drop(view)
        // What is being read may be from before a change that nobody knows.
        view.loading = undefined
      }
    },
  })

  const hold = (view: View<T>, data: T, pending: Pending): void => {
    drop(view)
    const applyPending = async () => {
      const ids = [...pending]
      pending.clear()
      try {
        for (let at = 0; at < ids.length; at += AOIS_PER_UPDATE) {
          const some = ids.slice(at, at + AOIS_PER_UPDATE)
          const found = await source.update(data, view.key, some)
          // Copies know rows by number, and a row that is gone no longer tells its own: the service is loaded anew.
          if (found < some.length && (await isAnyGone(db, some))) copy.hasGoneRow = true
        }
        dropIfWrong(view, copy)
      } catch (error) {
        for (const id of ids) pending.add(id)
        throw error
      } finally {
        if (ids.length > 0) copy.revision = ++revisions
      }
      return () => undefined
    }
    const copy: LiveCopy<T> = {
      data,
      pending,
      revision: ++revisions,
      loadedAtMs: performance.now(),
      isUsed: false,
      hasGoneRow: false,
      upToDate: batched<void, void>(applyPending),
      bytes: () => source.bytes(data),
      giveUp: () => {
        counts.givenUp++
        view.copy = undefined
        log.info(inLog(view), 'memory: a service was given up')
      },
    }
    view.copy = copy
    const rowCount = source.countRows(data)
    // What a few rows take says nothing about many.
    if (rowCount > smallRows) view.bytesPerRow = copy.bytes() / rowCount
    memory.hold(copy)
    counts.loads++
  }

  const readCopy = ({ key, serviceId }: View<T>, rowCount: number, isSmall: boolean): Promise<T> =>
    'take' in source
      ? reads.rows(serviceId, () => source.take(key, rowCount), isSmall)
      : reads.other((snapshot) => source.read(snapshot, key), isSmall)

  const loadRows = async (view: View<T>, loading: Loading, rowCount: number): Promise<void> => {
    const bytes = rowCount * view.bytesPerRow
    let release = memory.reserve(bytes)
    if (!release) {
      // It may be its own older copy that is in the way.
      drop(view)
      release = memory.reserve(bytes)
    }
    if (!release) {
      view.retryAtMs = performance.now() + RETRY_AFTER_MS
      const details = { ...inLog(view), bytes: Math.round(bytes), limitBytes: memory.limitBytes }
      log.warn(details, 'memory: a service does not fit beside those in use, PostgreSQL answers for it')
      return
    }
    const startMs = performance.now()
    try {
      const data = await readCopy(view, rowCount, await loading.isSmall)
      await source.build?.(data)
      if (view.loading !== loading) return
      hold(view, data, loading.pending)
      const ms = Math.round(performance.now() - startMs)
      log.info({ ...inLog(view), count: source.countRows(data), ms }, 'memory: a service was loaded')
    } finally {
      release()
    }
  }

  const startLoading = (view: View<T>): Loading => {
    const firstRows = countStored(view.key, smallRows + 1)
    const isSmall = firstRows.then((count) => count <= smallRows)
    const rowCount = firstRows.then((count) => (count <= smallRows ? count : countStored(view.key)))
    const loading: Loading = {
      pending: new Set(),
      isSmall,
      rowCount,
      done: rowCount
        .then((count) => loadRows(view, loading, count))
        .catch((error: unknown) => {
          view.retryAtMs = performance.now() + RETRY_AFTER_MS
          throw error
        })
        .finally(() => {
          if (view.loading === loading) view.loading = undefined
        }),
    }
    isSmall.catch(() => {})
    rowCount.catch(() => {})
    loading.done.catch((err: unknown) => log.warn({ err, ...inLog(view) }, 'memory: loading failed'))
    view.loading = loading
    return loading
  }

  const loadIfDue = (view: View<T>): Loading | undefined =>
    view.loading ?? (performance.now() < view.retryAtMs ? undefined : startLoading(view))

  const isAged = ({ loadedAtMs }: LiveCopy<T>) => performance.now() - loadedAtMs > maxAgeMs
  const needsReload = (copy: LiveCopy<T>) => source.needsRebuild?.(copy.data) || isAged(copy)

  /** Drops a copy that answers no more. */
  const dropIfWrong = (view: View<T>, copy: LiveCopy<T>): boolean => {
    const isWrong = copy.hasGoneRow || source.isOutdated?.(copy.data) === true
    if (isWrong && view.copy === copy) drop(view)
    return isWrong
  }

  const snapshotOf = async (key: string): Promise<Snapshot<T> | undefined> => {
    const view = views.of(key)
    if (!view.copy) {
      const loading = loadIfDue(view)
      // A failure is logged, and PostgreSQL answers.
      if (await loading?.isSmall.catch(() => false)) await loading?.done.catch(() => {})
    }
    const { copy } = view
    if (!copy) return undefined
    memory.touch(copy)
    copy.isUsed = true
    await copy.upToDate()
    if (dropIfWrong(view, copy)) return snapshotOf(key)
    if (needsReload(copy)) loadIfDue(view)
    return { revision: copy.revision, data: copy.data }
  }

  return {
    async snapshots(keys) {
      for (let attempt = 1; ; attempt++) {
        await feed.catchUp()
        const [watermark, { loads }] = [feed.watermark(), { ...counts }]
        const byKey = new Map<string, Snapshot<T>>()
        for (const key of keys) {
          const snapshot = await snapshotOf(key)
          if (snapshot) byKey.set(key, snapshot)
        }
        // What came meanwhile is in some copies and not in the watermark.
        const isExact = feed.watermark() === watermark && counts.loads === loads
        if (isExact || attempt === ATTEMPTS) return { byKey, watermark }
      }
    },

    async rowsBeingLoaded(keys) {
      const loads = keys.flatMap((key) => views.find(key)?.loading ?? [])
      const counts = await Promise.all(loads.map(({ rowCount }) => rowCount.catch(() => 0)))
      return counts.reduce((sum, count) => sum + count, 0)
    },

    async load(keys) {
      await feed.catchUp()
      for (const key of keys) {
        const view = views.of(key)
        if (!view.copy) await (view.loading ?? startLoading(view)).done
      }
    },

    async keepUp() {
      for (const view of views.all()) {
        await view.copy?.upToDate()
        // What nobody asked for all that time, such as a metric that was deleted, is not loaded anew.
        if (view.copy && isAged(view.copy) && !view.copy.isUsed) drop(view)
        else if (view.copy && needsReload(view.copy)) loadIfDue(view)
      }
    },

    state: () => {
      const copies = views.all().flatMap(({ copy }) => copy ?? [])
      return {
        services: copies.length,
        rows: copies.reduce((sum, { data }) => sum + source.countRows(data), 0),
        bytes: copies.reduce((sum, copy) => sum + copy.bytes(), 0),
        ...counts,
      }
    },
  }
}
