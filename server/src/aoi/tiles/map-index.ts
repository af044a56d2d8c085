import type { Db } from '../../db/database.ts'
import { type Followed, follow, type Log } from '../memory/follow.ts'
import { GONE } from '../memory/look.ts'
import { asOfOneMoment } from '../memory/reading.ts'
import { readAll, readSome } from './load.ts'
import { ServicePoints } from './service-points.ts'

export type Services = Map<string, ServicePoints>

/** The places of all AOIs, by service. */
export const openMapIndex = (db: Db, log: Log, signal?: AbortSignal): Followed<Services> =>
  follow(db, log, { read: () => read(db, log, signal), take: (services, aoiIds) => take(db, services, aoiIds) })

const read = async (db: Db, log: Log, signal?: AbortSignal) => {
  const startMs = performance.now()
  const { heard, all: services } = await asOfOneMoment(db, (moment) => readAll(moment, signal))
  const all: Services = new Map()
  let count = 0
  for (const [serviceId, points] of services) {
    count += points.length
    all.set(serviceId, await ServicePoints.of(points))
    services.delete(serviceId)
  }
  log.info({ count, ms: Math.round(performance.now() - startMs) }, 'map: all AOIs are in memory')
  return { heard, all }
}

const take = async (db: Db, services: Services, aoiIds: string[]): Promise<void> => {
  const changed = Map.groupBy(await readSome(db, aoiIds), ({ serviceId }) => serviceId)
  for (const [serviceId, points] of changed) {
    const service = services.get(serviceId) ?? new ServicePoints()
    services.set(serviceId, service)
    await service.makeRoom(points.length)
    for (const point of points) {
      if (point.look === GONE) service.remove(point.number)
      else service.put(point)
    }
  }
}
