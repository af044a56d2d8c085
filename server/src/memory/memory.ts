import type { Db } from '../platform/db/database.ts'
import type { Read } from '../platform/db/replica/replicas.ts'
import { liftStatementTimeout } from '../platform/db/timeouts.ts'
import { batched } from '../platform/kit/batched.ts'
import { slots } from '../platform/kit/slots.ts'
import type { Budget } from './budget.ts'
import { changesSince, isUpToDate, type OutboxWatermark, watermarkNow } from './change-set.ts'
import { type AoiRow, BYTES_PER_ROW } from './columns.ts'
import { countRows, isAnyGone, readService, readSome } from './read-rows.ts'
import { AoiStore, type Place } from './store.ts'

/** Services up to this size are loaded within the request. */
const SMALL_ROWS = 10_000
/** Each takes a connection, and a processor for seconds. */
const LOADS_AT_ONCE = 2
/** After a failed load, PostgreSQL answers for this long. */
const RETRY_AFTER_MS = 60_000
/** A store as old as this is loaded again in the background. */
const MAX_AGE_MS = 86_400_000
const AOIS_PER_QUERY = 1_000

export type Log = Record<'info' | 'warn', (details: object, text: string) => void>

export type MemoryOptions = {
  budget: Budget
  /** Source of loads, such as a replica; the database itself by default. */
  read?: Read | undefined
  /** Ends loading when the server closes. */
  signal?: AbortSignal | undefined
  smallRows?: number | undefined
  maxAgeMs?: number | undefined
}

type Listener = {
  /** A point was added, moved or removed, or something else about it changed. */
  moved(from: Place | null, to: Place | null): void
  /** Anything may have changed. */
  reset(): void
}

/** Stores of services and the outbox watermark that they all stand at, exactly. */
export type Current = {
  stores: ReadonlyMap<string, AoiStore>
  /** Services that are not in memory. */
  missing: readonly string[]
  watermark: OutboxWatermark
}

export type Memory = ReturnType<typeof openMemory>

/** `rows` and `bytes` of all stores together. `loads` and `givenUp` since the start. */
export type MemoryState = { services: number; rows: number; bytes: number; loads: number; givenUp: number }

/** AOIs that changed, by service; `all` if they are not known. */
type Changed = Map<string, Set<string> | 'all'>

type Loaded = { store: AoiStore; watermark: OutboxWatermark }
type Loading = { isSmall: Promise<boolean>; rowCount: Promise<number>; done: Promise<void>; loaded?: Loaded }
type Service = {
  id: string
  held?: { store: AoiStore; loadedAtMs: number; bytes(): number; giveUp(): void } | undefined
  loading?: Loading | undefined
  retryAtMs: number
}

/**
 * One column store for each service in use, loaded when it is first asked for and given up when others need its room. All stores
 * follow the outbox together: changes and changed rows are read in one database snapshot, so that the stores are at any time
 * what the database was at the watermark.
 */
export const openMemory = (
  db: Db,
  log: Log,
  { budget, read = (work) => work(db), signal, smallRows = SMALL_ROWS, maxAgeMs = MAX_AGE_MS }: MemoryOptions,
) => {
  const services = new Map<string, Service>()
  const listeners: Listener[] = []
  const revisions = new Map<string, number>()
  const counts = { loads: 0, givenUp: 0 }
  const inTurn = slots(LOADS_AT_ONCE)
  let resets = 0
  /** Increases with every change of any service. */
  let changes = 0
  let watermark: OutboxWatermark | undefined

  const serviceOf = (id: string): Service => {
    const service = services.get(id) ?? { id, retryAtMs: 0 }
    services.set(id, service)
    return service
  }

  const drop = (service: Service): void => {
    if (!service.held) return
    budget.forget(service.held)
    service.held = undefined
    for (const listener of listeners) listener.reset()
  }

  const hold = (service: Service, store: AoiStore): void => {
    drop(service)
    const held = {
      ...{ store, loadedAtMs: performance.now() },
      bytes: () => store.bytes,
      giveUp: () => {
        counts.givenUp++
        drop(service)
        log.info({ serviceId: service.id }, 'memory: a service was given up')
      },
    }
    service.held = held
    budget.hold(held)
    counts.loads++
  }

  const reset = (): void => {
    resets++
    for (const service of services.values()) drop(service)
    for (const listener of listeners) listener.reset()
  }

  /** Undefined if the changes cannot be known. */
  const readChanges = async (snapshot: Db, since: OutboxWatermark) => {
    const changed: Changed = new Map()
    for (let at = since; ; ) {
      const set = await changesSince(snapshot, at)
      if (!set) return undefined
      for (const { serviceId, aoiIds } of set.changes) {
        const known = changed.get(serviceId) ?? new Set()
        if (aoiIds.length === 0) changed.set(serviceId, 'all')
        else if (known !== 'all')
          changed.set(
            serviceId,
            aoiIds.reduce((ids, id) => ids.add(id), known),
          )
      }
      if (set.isComplete) return { changed, watermark: set.watermark }
      at = set.watermark
    }
  }

  /** Returns the changed rows of a service; undefined if it has to be loaded again. */
  const readChanged = async (snapshot: Db, serviceId: string, ids: ReadonlySet<string>) => {
    const rows: AoiRow[] = []
    const list = [...ids]
    for (let at = 0; at < list.length; at += AOIS_PER_QUERY) {
      const some = list.slice(at, at + AOIS_PER_QUERY)
      const { rows: found, namedCount } = await readSome(snapshot, serviceId, some)
      // A deleted row has no number, so its store must be reloaded.
      if (namedCount < some.length && (await isAnyGone(snapshot, some))) return undefined
      for (const row of found) rows.push(row)
    }
    return rows
  }

  const put = async (store: AoiStore, rows: readonly AoiRow[]): Promise<void> => {
    for (const row of rows)
      store.put(row, (from, to) => {
        for (const listener of listeners) listener.moved(from, to)
      })
    if (store.needsSorting) await store.sort()
  }

  /** Brings a service that was loaded up to the snapshot, and holds it. */
  const takeLoaded = async (snapshot: Db, service: Service, { store, watermark }: Loaded): Promise<void> => {
    const changes = await readChanges(snapshot, watermark)
    const ids = changes?.changed.get(service.id) ?? new Set<string>()
    const rows = changes && ids !== 'all' ? await readChanged(snapshot, service.id, ids) : undefined
    if (!rows) return
    await put(store, rows)
    hold(service, store)
  }

  const follow = async (snapshot: Db): Promise<void> => {
    const found = watermark && (await readChanges(snapshot, watermark))
    if (found) {
      const updates: (() => Promise<void>)[] = []
      for (const [serviceId, ids] of found.changed) {
        const { held } = serviceOf(serviceId)
        if (!held) continue
        const rows = ids === 'all' ? undefined : await readChanged(snapshot, serviceId, ids)
        updates.push(async () => (rows ? put(held.store, rows) : drop(serviceOf(serviceId))))
      }
      for (const update of updates) await update()
      for (const serviceId of found.changed.keys()) revisions.set(serviceId, ++changes)
      watermark = found.watermark
    } else {
      const now = await watermarkNow(snapshot)
      reset()
      watermark = now
    }
    for (const service of services.values()) {
      const loaded = service.loading?.loaded
      if (!loaded) continue
      service.loading = undefined
      await takeLoaded(snapshot, service, loaded)
    }
  }

  const isAnyLoaded = () => services.values().some(({ loading }) => loading?.loaded !== undefined)

  const catchUp = batched<void, void>(async () => {
    if (!watermark || isAnyLoaded() || !(await isUpToDate(db, watermark)))
      await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((snapshot) => follow(snapshot))
    return () => undefined
  })

  const readStore = (serviceId: string, rowCount: number): Promise<Loaded> =>
    read((target) =>
      target
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (snapshot) => {
          await liftStatementTimeout(snapshot)
          const watermark = await watermarkNow(snapshot)
          const store = new AoiStore(rowCount)
          for await (const rows of readService(snapshot, serviceId, signal)) for (const row of rows) store.load(row)
          await store.sort()
          return { store, watermark }
        }),
    )

  const loadRows = async (service: Service, loading: Loading, rowCount: number): Promise<void> => {
    const bytes = rowCount * BYTES_PER_ROW
    let release = budget.reserve(bytes)
    if (!release) {
      // Its own older store may be in the way.
      drop(service)
      release = budget.reserve(bytes)
    }
    if (!release) {
      service.retryAtMs = performance.now() + RETRY_AFTER_MS
      const details = { serviceId: service.id, bytes, limitBytes: budget.limitBytes }
      log.warn(details, 'memory: a service does not fit beside those in use, PostgreSQL answers for it')
      return
    }
    const startMs = performance.now()
    try {
      const readNow = () => readStore(service.id, rowCount)
      loading.loaded = await ((await loading.isSmall) ? readNow() : inTurn(readNow))
      await catchUp()
      const ms = Math.round(performance.now() - startMs)
      log.info({ serviceId: service.id, count: rowCount, ms }, 'memory: a service was loaded')
    } finally {
      release()
    }
  }

  const startLoading = (service: Service): Loading => {
    const firstRows = countRows(db, service.id, smallRows + 1)
    const isSmall = firstRows.then((count) => count <= smallRows)
    const rowCount = firstRows.then((count) => (count <= smallRows ? count : countRows(db, service.id)))
    const loading: Loading = {
      ...{ isSmall, rowCount },
      done: rowCount
        .then((count) => loadRows(service, loading, count))
        .catch((error: unknown) => {
          service.retryAtMs = performance.now() + RETRY_AFTER_MS
          throw error
        })
        .finally(() => {
          if (service.loading === loading) service.loading = undefined
        }),
    }
    isSmall.catch(() => {})
    rowCount.catch(() => {})
    loading.done.catch((err: unknown) => log.warn({ err, serviceId: service.id }, 'memory: loading failed'))
    service.loading = loading
    return loading
  }

  const loadIfDue = (service: Service): Loading | undefined =>
    service.loading ?? (performance.now() < service.retryAtMs ? undefined : startLoading(service))

  const isAged = ({ held }: Service) => held !== undefined && performance.now() - held.loadedAtMs > maxAgeMs

  return {
    listen: (listener: Listener) => listeners.push(listener),

    /**
     * Everything that was committed before the call, on every server process. A service that is not in memory is loaded in the
     * background, a small one before the answer. The answer is exact until the caller lets the event loop turn.
     */
    async current(serviceIds: readonly string[]): Promise<Current> {
      await catchUp()
      const absent = serviceIds.map(serviceOf).filter(({ held }) => !held)
      for (const service of absent) {
        const loading = loadIfDue(service)
        // A failure is logged, and PostgreSQL answers.
        if (await loading?.isSmall.catch(() => false)) await loading?.done.catch(() => {})
      }
      if (absent.length > 0) await catchUp()
      const stores = new Map<string, AoiStore>()
      for (const service of serviceIds.map(serviceOf)) {
        if (!service.held) continue
        budget.touch(service.held)
        stores.set(service.id, service.held.store)
        if (isAged(service)) loadIfDue(service)
      }
      if (!watermark) throw new Error('the outbox was not read')
      return { stores, missing: serviceIds.filter((id) => !stores.has(id)), watermark }
    },

    /** Equal revisions mean that no AOI of these services has changed, in memory or not. As of the last `catchUp`. */
    revisionOf: (serviceIds: readonly string[]): string =>
      [resets, ...serviceIds.map((id) => revisions.get(id) ?? 0)].join(),

    /** The same of all services. */
    revision: (): string => [resets, changes].join(),

    catchUp: () => catchUp(),

    /** How many rows those of these services have together that are being loaded. */
    async rowsBeingLoaded(serviceIds: readonly string[]): Promise<number> {
      const loads = serviceIds.flatMap((id) => serviceOf(id).loading ?? [])
      const rowCounts = await Promise.all(loads.map(({ rowCount }) => rowCount.catch(() => 0)))
      return rowCounts.reduce((sum, count) => sum + count, 0)
    },

    /** Loads these services and waits, whatever their size. */
    async load(serviceIds: readonly string[]): Promise<void> {
      await catchUp()
      for (const service of serviceIds.map(serviceOf))
        if (!service.held) await (service.loading ?? startLoading(service)).done
    },

    /** Applies changes while nobody asks, so that the first request after a quiet night does not wait for them. */
    async keepUp(): Promise<void> {
      await catchUp()
      budget.trim()
    },

    state: (): MemoryState => {
      const stores = [...services.values()].flatMap(({ held }) => held?.store ?? [])
      return {
        services: stores.length,
        rows: stores.reduce((sum, { length }) => sum + length, 0),
        bytes: stores.reduce((sum, { bytes }) => sum + bytes, 0),
        ...counts,
      }
    },
  }
}
