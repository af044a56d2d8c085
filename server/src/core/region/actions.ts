import type { LngLat } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import type { Announce } from '../../platform/http/serve.ts'
import { placeInRegions } from '../aoi/region.ts'
import * as regions from './queries.ts'

/** Updates the regions of AOIs inside changed outlines and publishes the change. */
export const refreshRegionsOf = async (
  db: Db,
  announce: Announce,
  serviceId: string,
  rings: readonly (readonly LngLat[])[],
) => {
  await placeInRegions(db, serviceId, regions.boundsOf(rings.flat()))
  await announce({ type: 'SERVICE_UPDATED', serviceId })
}
