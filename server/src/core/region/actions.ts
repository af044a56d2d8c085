import type { LngLat } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import type { Announce } from '../../platform/http/serve.ts'
import { placeInRegions } from '../aoi/actions.ts'
import * as regions from './queries.ts'

/** Above this number a message carries no ids, and `SERVICE_UPDATED` makes clients reload. */
const MOST_IDS = 1000

/** Reassigns AOIs inside changed outlines to their regions and publishes the change. */
export const refreshRegionsOf = async (
  db: Db,
  announce: Announce,
  serviceId: string,
  rings: readonly (readonly LngLat[])[],
) => {
  const moved = await placeInRegions(db, serviceId, regions.boundsOf(rings.flat()))
  if (moved.length > 0 && moved.length <= MOST_IDS) await announce({ type: 'AOI_UPDATED', serviceId, aoiIds: moved })
  await announce({ type: 'SERVICE_UPDATED', serviceId })
}
