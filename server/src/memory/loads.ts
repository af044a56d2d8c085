import type { Db } from '../platform/db/database.ts'
import type { Read } from '../platform/db/replica/replicas.ts'
import { inSnapshot, liftStatementTimeout } from '../platform/db/transaction.ts'
import { slots } from '../platform/kit/slots.ts'
import type { Budget } from './budget.ts'
import { watermarkNow } from './change-set.ts'
import { BYTES_PER_ROW } from './columns.ts'
import { countRows, readService } from './read-rows.ts'
import type { Loaded, Loading, Log, Service, Services } from './services.ts'
import { AoiStore } from './store.ts'

/** Services up to this size are loaded within the request. */
const SMALL_ROWS = 10_000
/** Each load takes a connection, and a processor for seconds. */
const LOADS_AT_ONCE = 2
/** After a failed load, no new load starts for this long, and PostgreSQL serves the service. */
const RETRY_AFTER_MS = 60_000
export type LoadOptions = {
  budget: Budget
  read?: Read | undefined
  signal?: AbortSignal | undefined
  smallRows?: number | undefined
}

/** Loads services into memory, each in one snapshot. `takeLoaded` brings finished loads up to date and adds them. */
export const openLoads = (
  db: Db,
  log: Log,
  { budget, read = (work) => work(db), signal, smallRows = SMALL_ROWS }: LoadOptions,
  { services, takeLoaded }: { services: Services; takeLoaded: () => Promise<void> },
) => {
  const inTurn = slots(LOADS_AT_ONCE)

  const readStore = (serviceId: string, rowCount: number): Promise<Loaded> =>
    read((target) =>
      inSnapshot(target, async (snapshot) => {
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
      // The older store of the service may occupy the room that the new one needs.
      services.drop(service)
      release = budget.reserve(bytes)
    }
    if (!release) {
      service.retryAtMs = performance.now() + RETRY_AFTER_MS
      const details = { serviceId: service.id, bytes, limitBytes: budget.limitBytes }
      log.warn(details, 'memory: a service does not fit beside those in use and is served by PostgreSQL')
      return
    }
    const startMs = performance.now()
    try {
      const readNow = () => readStore(service.id, rowCount)
      loading.loaded = await ((await loading.isSmall) ? readNow() : inTurn(readNow))
      await takeLoaded()
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
      isSmall,
      rowCount,
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

  /** Returns the running load or starts a load, unless one has failed recently. */
  const loadIfDue = (service: Service): Loading | undefined =>
    service.loading ?? (performance.now() < service.retryAtMs ? undefined : startLoading(service))

  return { start: startLoading, ifDue: loadIfDue }
}
