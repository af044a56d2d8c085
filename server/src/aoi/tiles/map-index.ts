import type { Db } from '../../db/database.ts'
import { batched } from '../../live/batched.ts'
import { readAll, readSome } from './load.ts'
import { GONE } from './look.ts'
import { type Heard, newsAfter } from './news.ts'
import { ServicePoints } from './service-points.ts'

const AOIS_AT_ONCE = 1_000

/** Every AOI by service. The revision is another one after every change, and never again the same. */
export type MapIndex = { revision: number; services: ReadonlyMap<string, ServicePoints> }

type Loaded = { revision: number; heard: Heard; services: Map<string, ServicePoints> }

let revisions = 0

type Log = { info(details: object, text: string): void }

/**
 * Keeps the places of all AOIs in memory. It is read when it is first asked for, and each time it is asked it first takes
 * in what the outbox tells: whoever asks after a commit sees it, on every server process, with no time in between.
 */
export const openMapIndex = (db: Db, log: Log): { fresh(): Promise<MapIndex>; isLoaded(): boolean } => {
  let loaded: Loaded | undefined
  const fresh = batched<void, Loaded>(async () => {
    const index = (loaded && (await catchUp(db, loaded))) ?? (await load(db, log))
    loaded = index
    return () => index
  })
  return { fresh: () => fresh(), isLoaded: () => loaded !== undefined }
}

const load = async (db: Db, log: Log): Promise<Loaded> => {
  const startMs = performance.now()
  const { heard, services } = await readAll(db)
  const loaded: Loaded = { revision: ++revisions, heard, services: new Map() }
  let count = 0
  for (const [serviceId, points] of services) {
    count += points.length
    loaded.services.set(serviceId, await ServicePoints.of(points))
    services.delete(serviceId)
  }
  log.info({ count, ms: Math.round(performance.now() - startMs) }, 'map: all AOIs are in memory')
  return loaded
}

/** Nothing when everything has to be read anew. */
const catchUp = async (db: Db, loaded: Loaded): Promise<Loaded | undefined> => {
  for (;;) {
    const news = await newsAfter(db, loaded.heard)
    if (!news) return undefined
    for (let at = 0; at < news.aoiIds.length; at += AOIS_AT_ONCE) {
      await apply(db, loaded, news.aoiIds.slice(at, at + AOIS_AT_ONCE))
    }
    loaded.heard = news.heard
    if (news.aoiIds.length > 0) loaded.revision = ++revisions
    if (news.isAll) return loaded
  }
}

const apply = async (db: Db, { services }: Loaded, aoiIds: string[]): Promise<void> => {
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
