import type { Db } from '../db/database.ts'
import { REMOVED } from '../live-view/kind-state.ts'
import { type LiveViews, type LiveViewsOptions, type Log, liveViews } from '../live-view/live-views.ts'
import { readService, readSome } from './load.ts'
import { ServicePoints } from './service-points.ts'

/** A point with its place in the order of numbers, its part of the sums, and an eighth of room for those to come. */
const BYTES_PER_POINT = 34

/** Live views of the places of AOIs, by service. */
export const openLivePoints = (
  db: Db,
  log: Log,
  { signal, ...options }: LiveViewsOptions & { signal?: AbortSignal | undefined },
): LiveViews<ServicePoints> =>
  liveViews(
    db,
    log,
    {
      name: 'map',
      bytesPerRow: BYTES_PER_POINT,
      read: async (snapshot, serviceId) => new ServicePoints(await readService(snapshot, serviceId, signal)),
      build: (service) => service.sort(),
      update: async (service, serviceId, aoiIds) => {
        const points = await readSome(db, serviceId, aoiIds)
        await service.makeRoom(points.length)
        for (const point of points) {
          if (point.kindState === REMOVED) service.remove(point.number)
          else service.put(point)
        }
        return points.length
      },
      countRows: ({ points }) => points.length,
      bytes: (service) => service.bytes,
    },
    options,
  )
