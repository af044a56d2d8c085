import type { Db } from '../platform/db/database.ts'
import { inSnapshot } from '../platform/db/transaction.ts'
import { batched } from '../platform/kit/batched.ts'
import { changesSince, isUpToDate, type OutboxWatermark, watermarkNow } from './change-set.ts'
import type { AoiRow } from './columns.ts'
import { type LoadOptions, openLoads } from './loads.ts'
import { isAnyGone, readSome } from './read-rows.ts'
import { type Loaded, type Log, openServices, type Service } from './services.ts'
import type { AoiStore } from './store.ts'

/** Age at which a store is reloaded in the background. */
const MAX_AGE_MS = 86_400_000
const AOIS_PER_QUERY = 1_000

export type Current = {
  stores: ReadonlyMap<string, AoiStore>
  missing: readonly string[]
  watermark: OutboxWatermark
}

export type Memory = ReturnType<typeof openMemory>

type Changed = Map<string, Set<string> | 'all'>

/**
 * Column stores of the services in use. A store is loaded on first use and evicted when others need its memory. All
 * stores follow the outbox together: changes and changed rows are read in one database snapshot, so the stores always
 * equal the database at the watermark.
 */
export const openMemory = (db: Db, log: Log, options: LoadOptions) => {
  const { budget } = options
  const services = openServices(budget, log)
  const revisions = new Map<string, number>()
  /** Revision per member, which changes when the member opens an AOI. */
  const readRevisions = new Map<string, number>()
  let resets = 0
  /** Increases with every change of any service. */
  let changes = 0
  let watermark: OutboxWatermark | undefined

  const reset = (): void => {
    resets++
    services.reset()
  }

  /** Returns undefined if the changes are unknown. */
  const readChanges = async (snapshot: Db, since: OutboxWatermark) => {
    const changed: Changed = new Map()
    const readerIds = new Set<string>()
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
      for (const id of set.readerIds) readerIds.add(id)
      if (set.isComplete) return { changed, readerIds, watermark: set.watermark }
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
      // The number of an erased row is unknown, so the store must be reloaded.
      if (namedCount < some.length && (await isAnyGone(snapshot, some))) return undefined
      for (const row of found) rows.push(row)
    }
    return rows
  }

  const put = async (store: AoiStore, rows: readonly AoiRow[]): Promise<void> => {
    for (const row of rows) store.put(row, services.moved)
    if (store.needsSorting) await store.sort()
  }

  /** Applies to a loaded store all changes up to the snapshot, and adds the store. */
  const takeLoaded = async (snapshot: Db, service: Service, { store, watermark }: Loaded): Promise<void> => {
    const changes = await readChanges(snapshot, watermark)
    const ids = changes?.changed.get(service.id) ?? new Set<string>()
    const rows = changes && ids !== 'all' ? await readChanged(snapshot, service.id, ids) : undefined
    if (!rows) return
    await put(store, rows)
    services.hold(service, store)
  }

  const follow = async (snapshot: Db): Promise<void> => {
    const found = watermark && (await readChanges(snapshot, watermark))
    if (found) {
      const updates: (() => Promise<void>)[] = []
      for (const [serviceId, ids] of found.changed) {
        const { held } = services.of(serviceId)
        if (!held) continue
        const rows = ids === 'all' ? undefined : await readChanged(snapshot, serviceId, ids)
        updates.push(async () => (rows ? put(held.store, rows) : services.drop(services.of(serviceId))))
      }
      for (const update of updates) await update()
      for (const serviceId of found.changed.keys()) revisions.set(serviceId, ++changes)
      for (const id of found.readerIds) readRevisions.set(id, (readRevisions.get(id) ?? 0) + 1)
      watermark = found.watermark
    } else {
      const now = await watermarkNow(snapshot)
      reset()
      watermark = now
    }
    for (const service of services.all()) {
      const loaded = service.loading?.loaded
      if (!loaded) continue
      service.loading = undefined
      await takeLoaded(snapshot, service, loaded)
    }
  }

  const isAnyLoaded = () => services.all().some(({ loading }) => loading?.loaded !== undefined)

  const catchUp = batched<void, void>(async () => {
    if (!watermark || isAnyLoaded() || !(await isUpToDate(db, watermark))) await inSnapshot(db, follow)
    return () => undefined
  })

  const loads = openLoads(db, log, options, { services, takeLoaded: () => catchUp() })

  const isAged = ({ held }: Service) => held !== undefined && performance.now() - held.loadedAtMs > MAX_AGE_MS

  return {
    listen: services.listen,

    /**
     * Returns stores with everything that was committed before the call on any server. Missing services are loaded in
     * the background; small ones are waited for. The result is exact until the caller yields to the event loop.
     */
    async current(serviceIds: readonly string[]): Promise<Current> {
      await catchUp()
      const absent = serviceIds.map(services.of).filter(({ held }) => !held)
      for (const service of absent) {
        const loading = loads.ifDue(service)
        // A failed load is logged, and PostgreSQL serves the service.
        if (await loading?.isSmall.catch(() => false)) await loading?.done.catch(() => {})
      }
      if (absent.length > 0) await catchUp()
      const stores = new Map<string, AoiStore>()
      for (const service of serviceIds.map(services.of)) {
        if (!service.held) continue
        budget.touch(service.held)
        stores.set(service.id, service.held.store)
        if (isAged(service)) loads.ifDue(service)
      }
      if (!watermark) throw new Error('the outbox was not read')
      return { stores, missing: serviceIds.filter((id) => !stores.has(id)), watermark }
    },

    /**
     * Equal revisions mean that no AOI of these services has changed up to the last `catchUp`, whether the services are
     * in memory or not.
     */
    revisionOf: (serviceIds: readonly string[]): string =>
      [resets, ...serviceIds.map((id) => revisions.get(id) ?? 0)].join(),

    revision: (): string => [resets, changes].join(),

    /** Equal revisions mean that the member has opened no AOI up to the last `catchUp`. */
    readRevisionOf: (memberId: string): number => readRevisions.get(memberId) ?? 0,

    catchUp: () => catchUp(),

    /** Total number of rows of those services that are being loaded. */
    async rowsBeingLoaded(serviceIds: readonly string[]): Promise<number> {
      const loads = serviceIds.flatMap((id) => services.of(id).loading ?? [])
      const rowCounts = await Promise.all(loads.map(({ rowCount }) => rowCount.catch(() => 0)))
      return rowCounts.reduce((sum, count) => sum + count, 0)
    },

    async load(serviceIds: readonly string[]): Promise<void> {
      await catchUp()
      for (const service of serviceIds.map(services.of))
        if (!service.held) await (service.loading ?? loads.start(service)).done
    },

    /** Applies changes between requests, so that the first request after a quiet night does not wait for them. */
    async keepUp(): Promise<void> {
      await catchUp()
      budget.trim()
    },

    state: services.state,
  }
}
