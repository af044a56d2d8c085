import type { Db } from '../db/database.ts'
import type { Read } from '../db/replica/replicas.ts'
import { batched } from '../kit/batched.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { OutboxWatermark } from './change-set.ts'
import type { Copy, Memory } from './memory.ts'
import { readConsistently } from './read-table.ts'
import { countServiceRows, isAnyGone } from './service-size.ts'
import type { Source } from './source.ts'

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

/** `revision` is another number after every change and is never used again: equal revisions mean equal contents. */
export type Snapshot<T> = { revision: number; data: T }

/** `watermark`: the messages that all of them include. */
export type Snapshots<T> = { byService: Map<string, Snapshot<T>>; watermark: OutboxWatermark | undefined }

export type LiveViewsOptions = {
  feed: ChangeFeed
  memory: Memory
  /** A copy older than this is loaded anew in the background. */
  maxAgeMs?: number | undefined
  smallRows?: number | undefined
  /** Where a service is loaded from, such as a replica; the database itself if unset. Changes are read from that alone. */
  read?: Read | undefined
}

export type LiveViewsState = { services: number; rows: number; bytes: number; loads: number; givenUp: number }

export type LiveViews<T> = {
  /**
   * Copies of these services by id, with all that was committed before the call. A service that is not in memory is absent,
   * and is loaded in the background; a small one is waited for.
   */
  snapshots(serviceIds: readonly string[]): Promise<Snapshots<T>>
  /** How many rows those of these services have together that are being loaded. */
  rowsBeingLoaded(serviceIds: readonly string[]): Promise<number>
  /** Loads these services and waits, whatever their size. */
  load(serviceIds: readonly string[]): Promise<void>
  /** Applies changes also while nobody asks, so that the first caller after a quiet night does not wait for them. */
  keepUp(): Promise<void>
  state(): LiveViewsState
}

/** The AOIs that changed since a copy was read, and still have to be read again. */
type Pending = Set<string>

type ServiceCopy<T> = Snapshot<T> &
  Copy & {
    pending: Pending
    loadedAtMs: number
    upToDate: () => Promise<void>
    /** It may hold a row that is no longer in the database, and answers no more. */
    hasGoneRow: boolean
  }

/** `isSmall` and `rowCount` are known long before the load is `done`. */
type Loading = { pending: Pending; isSmall: Promise<boolean>; rowCount: Promise<number>; done: Promise<void> }

type View<T> = {
  copy?: ServiceCopy<T> | undefined
  loading?: Loading | undefined
  retryAtMs: number
  bytesPerRow: number
}

let revisions = 0

/**
 * In-memory copies of the AOIs of services, each loaded when it is first asked for and given up when others need its room.
 * Before every answer the changes that were committed since are applied: a caller sees every commit before the call.
 */
export const liveViews = <T>(
  db: Db,
  log: Log,
  source: Source<T>,
  { feed, memory, maxAgeMs = MAX_AGE_MS, smallRows = SMALL_ROWS, read = (work) => work(db) }: LiveViewsOptions,
): LiveViews<T> => {
  const views = new Map<string, View<T>>()
  const counts = { loads: 0, givenUp: 0 }

  const viewOf = (serviceId: string): View<T> => {
    const view = views.get(serviceId) ?? { retryAtMs: 0, bytesPerRow: source.bytesPerRow }
    views.set(serviceId, view)
    return view
  }

  const drop = (view: View<T>) => {
    if (view.copy) memory.forget(view.copy)
    view.copy = undefined
  }

  feed.listen({
    changed(serviceId, aoiIds) {
      const view = views.get(serviceId)
      for (const id of aoiIds) {
        view?.copy?.pending.add(id)
        view?.loading?.pending.add(id)
      }
    },
    lost() {
      for (const view of views.values()) {
        drop(view)
        // What is being read may be from before a change that nobody knows.
        view.loading = undefined
      }
    },
  })

  const hold = (serviceId: string, view: View<T>, data: T, pending: Pending): void => {
    drop(view)
    const applyPending = async () => {
      const ids = [...pending]
      pending.clear()
      try {
        for (let at = 0; at < ids.length; at += AOIS_PER_UPDATE) {
          const some = ids.slice(at, at + AOIS_PER_UPDATE)
          const found = await source.update(data, serviceId, some)
          // Copies know rows by number, and a row that is gone no longer tells its own: the service is loaded anew.
          if (found < some.length && (await isAnyGone(db, some))) copy.hasGoneRow = true
        }
        if (copy.hasGoneRow && view.copy === copy) drop(view)
      } catch (error) {
        for (const id of ids) pending.add(id)
        throw error
      } finally {
        if (ids.length > 0) copy.revision = ++revisions
      }
      return () => undefined
    }
    const copy: ServiceCopy<T> = {
      data,
      pending,
      revision: ++revisions,
      loadedAtMs: performance.now(),
      hasGoneRow: false,
      upToDate: batched<void, void>(applyPending),
      bytes: () => source.bytes(data),
      giveUp: () => {
        counts.givenUp++
        view.copy = undefined
        log.info({ of: source.name, serviceId }, 'memory: a service was given up')
      },
    }
    view.copy = copy
    const rowCount = source.countRows(data)
    // What a few rows take says nothing about many.
    if (rowCount > smallRows) view.bytesPerRow = copy.bytes() / rowCount
    memory.hold(copy)
    counts.loads++
  }

  const loadRows = async (serviceId: string, view: View<T>, loading: Loading, rowCount: number): Promise<void> => {
    const bytes = rowCount * view.bytesPerRow
    let release = memory.reserve(bytes)
    if (!release) {
      // It may be its own older copy that is in the way.
      drop(view)
      release = memory.reserve(bytes)
    }
    if (!release) {
      view.retryAtMs = performance.now() + RETRY_AFTER_MS
      const details = { of: source.name, serviceId, bytes: Math.round(bytes), limitBytes: memory.limitBytes }
      log.warn(details, 'memory: a service does not fit beside those in use, PostgreSQL answers for it')
      return
    }
    const startMs = performance.now()
    try {
      const data = await read((target) => readConsistently(target, (snapshot) => source.read(snapshot, serviceId)))
      await source.build(data)
      if (view.loading !== loading) return
      hold(serviceId, view, data, loading.pending)
      const ms = Math.round(performance.now() - startMs)
      log.info({ of: source.name, serviceId, count: source.countRows(data), ms }, 'memory: a service was loaded')
    } finally {
      release()
    }
  }

  const startLoading = (serviceId: string, view: View<T>): Loading => {
    const firstRows = countServiceRows(db, serviceId, smallRows + 1)
    const isSmall = firstRows.then((count) => count <= smallRows)
    const rowCount = firstRows.then((count) => (count <= smallRows ? count : countServiceRows(db, serviceId)))
    const loading: Loading = {
      pending: new Set(),
      isSmall,
      rowCount,
      done: rowCount
        .then(async (count) => {
          if (await isSmall) return loadRows(serviceId, view, loading, count)
          return memory.inTurn(() => loadRows(serviceId, view, loading, count))
        })
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
    loading.done.catch((err: unknown) => log.warn({ err, of: source.name, serviceId }, 'memory: loading failed'))
    view.loading = loading
    return loading
  }

  const loadIfDue = (serviceId: string, view: View<T>): Loading | undefined =>
    view.loading ?? (performance.now() < view.retryAtMs ? undefined : startLoading(serviceId, view))

  const needsReload = ({ data, loadedAtMs }: ServiceCopy<T>) =>
    source.needsRebuild?.(data) || performance.now() - loadedAtMs > maxAgeMs

  const snapshotOf = async (serviceId: string): Promise<Snapshot<T> | undefined> => {
    const view = viewOf(serviceId)
    if (!view.copy) {
      const loading = loadIfDue(serviceId, view)
      // A failure is logged, and PostgreSQL answers.
      if (await loading?.isSmall.catch(() => false)) await loading?.done.catch(() => {})
    }
    const { copy } = view
    if (!copy) return undefined
    memory.touch(copy)
    await copy.upToDate()
    if (copy.hasGoneRow) return snapshotOf(serviceId)
    if (needsReload(copy)) loadIfDue(serviceId, view)
    return { revision: copy.revision, data: copy.data }
  }

  return {
    async snapshots(serviceIds) {
      for (let attempt = 1; ; attempt++) {
        await feed.catchUp()
        const [watermark, { loads }] = [feed.watermark(), { ...counts }]
        const byService = new Map<string, Snapshot<T>>()
        for (const serviceId of serviceIds) {
          const snapshot = await snapshotOf(serviceId)
          if (snapshot) byService.set(serviceId, snapshot)
        }
        // What came meanwhile is in some copies and not in the watermark.
        const isExact = feed.watermark() === watermark && counts.loads === loads
        if (isExact || attempt === ATTEMPTS) return { byService, watermark }
      }
    },

    async rowsBeingLoaded(serviceIds) {
      const loads = serviceIds.flatMap((id) => views.get(id)?.loading ?? [])
      const counts = await Promise.all(loads.map(({ rowCount }) => rowCount.catch(() => 0)))
      return counts.reduce((sum, count) => sum + count, 0)
    },

    async load(serviceIds) {
      await feed.catchUp()
      for (const serviceId of serviceIds) {
        const view = viewOf(serviceId)
        if (!view.copy) await (view.loading ?? startLoading(serviceId, view)).done
      }
    },

    async keepUp() {
      for (const [serviceId, view] of views) {
        if (!view.copy) continue
        await view.copy.upToDate()
        if (view.copy && needsReload(view.copy)) loadIfDue(serviceId, view)
      }
    },

    state: () => {
      const copies = [...views.values()].flatMap(({ copy }) => copy ?? [])
      return {
        services: copies.length,
        rows: copies.reduce((sum, { data }) => sum + source.countRows(data), 0),
        bytes: copies.reduce((sum, copy) => sum + copy.bytes(), 0),
        ...counts,
      }
    },
  }
}
