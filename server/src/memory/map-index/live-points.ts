import type { Db } from '../../platform/db/database.ts'
import { REMOVED } from '../live-view/kind-state.ts'
import { type LiveViews, type LiveViewsOptions, type Log, liveViews } from '../live-view/live-views.ts'
import { readSome } from './load.ts'
import { POINT_COLUMNS, Points } from './points.ts'
import { ServicePoints } from './service-points.ts'

/** A point with its place in the order of numbers, its part of the sums, and an eighth of room for those to come. */
const BYTES_PER_POINT = 34

/** Live views of the places of AOIs, by service. */
export const openLivePoints = (db: Db, log: Log, options: LiveViewsOptions): LiveViews<ServicePoints> =>
  liveViews(
    db,
    log,
    {
      name: 'map',
      bytesPerRow: BYTES_PER_POINT,
      take(_serviceId, rowCount) {
        const service = new ServicePoints(new Points(rowCount))
        return { data: service, columns: POINT_COLUMNS, add: (part) => service.points.append(part) }
      },
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
