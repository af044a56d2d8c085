import type { LngLat } from '#contract'
import { placeInRegions } from '../aoi/actions.ts'
import type { Db } from '../db/database.ts'
import type { Announce } from '../http/serve.ts'
import * as regions from './queries.ts'

/** More than this is told as one change of the service: everyone looks again anyway. */
const MOST_TOLD = 1000

/** What lies where regions changed gets its region anew, and everyone hears of it. */
export const changedWithin = async (
  db: Db,
  announce: Announce,
  serviceId: string,
  rings: readonly (readonly LngLat[])[],
) => {
  const moved = await placeInRegions(db, serviceId, regions.boundsOf(rings.flat()))
  if (moved.length > 0 && moved.length <= MOST_TOLD) await announce({ type: 'AOI_UPDATED', serviceId, aoiIds: moved })
  await announce({ type: 'SERVICE_UPDATED', serviceId })
}
