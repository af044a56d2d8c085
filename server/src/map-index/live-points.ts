import type { Db } from '../db/database.ts'
import { REMOVED } from '../live-view/kind-state.ts'
import { type LiveView, type LiveViewOptions, type Log, liveView } from '../live-view/live-view.ts'
import { readConsistently } from '../live-view/read-table.ts'
import { readAll, readSome } from './load.ts'
import { ServicePoints } from './service-points.ts'

/** By the id of the service. */
export type PointsByService = Map<string, ServicePoints>

/** A live view of the places of all AOIs. */
export const openLivePoints = (
  db: Db,
  log: Log,
  { signal, read = (work) => work(db), ...options }: LiveViewOptions & { signal?: AbortSignal | undefined },
): LiveView<PointsByService> =>
  liveView(
    db,
    log,
    {
      load: () => read((source) => load(source, log, signal)),
      update: (services, aoiIds) => update(db, services, aoiIds),
      countRows: (services) => services.values().reduce((sum, { points }) => sum + points.length, 0),
    },
    options,
  )

const load = async (db: Db, log: Log, signal?: AbortSignal) => {
  const startMs = performance.now()
  const { watermark, data: unsorted } = await readConsistently(db, (snapshot) => readAll(snapshot, signal))
  const data: PointsByService = new Map()
  let count = 0
  for (const [serviceId, points] of unsorted) {
    count += points.length
    data.set(serviceId, await ServicePoints.build(points))
    unsorted.delete(serviceId)
  }
  log.info({ count, ms: Math.round(performance.now() - startMs) }, 'map: all AOIs are in memory')
  return { watermark, data }
}

const update = async (db: Db, services: PointsByService, aoiIds: string[]): Promise<void> => {
  const changed = Map.groupBy(await readSome(db, aoiIds), ({ serviceId }) => serviceId)
  for (const [serviceId, points] of changed) {
    const service = services.get(serviceId) ?? new ServicePoints()
    services.set(serviceId, service)
    await service.makeRoom(points.length)
    for (const point of points) {
      if (point.kindState === REMOVED) service.remove(point.number)
      else service.put(point)
    }
  }
}
