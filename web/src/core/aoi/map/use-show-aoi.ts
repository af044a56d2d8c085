import { useCallback } from 'react'
import { type Aoi, aoiApi, type LngLat, placeOf, tileLayers } from '#contract'
import { call } from '../../../api/call.ts'
import { useOpenMap } from '../../../map/shownMap.ts'
import type { OpenMap } from '../../../map/useMap.ts'
import type { AoiQuery } from '../data.ts'
import { sources } from './layers.ts'
import { zoomApart } from './zoom-apart.ts'

/** Enough to include the nearest ones in every direction. */
const NEIGHBOURS = 8
/** Rounding must not leave the map slightly below the requested zoom. */
const ZOOM_MARGIN = 0.05

/** Whether the visible tiles show it as a point, not in a cluster. */
const isDrawnAlone = ({ map }: OpenMap, nonce: string): boolean =>
  map.getSource(sources.tiles) !== undefined &&
  map.querySourceFeatures(sources.tiles, {
    sourceLayer: tileLayers.points,
    filter: ['==', ['get', 'nonce'], nonce],
  }).length > 0

const neighboursOf = async (aoi: Aoi, query: AoiQuery): Promise<LngLat[]> => {
  const { _id } = aoi
  const near = placeOf(aoi).join()
  const filter = { ...query, sort: 'nearest', order: 'asc', near, limit: NEIGHBOURS, groups: 'false' } as const
  try {
    const { total } = await call(aoiApi.filtered, { query: filter })
    return total.filter((other) => other._id !== _id).map(placeOf)
  } catch {
    return []
  }
}

/** Moves the map to an AOI at a zoom where it is not clustered, unless it is already visible so. */
export const useShowAoi = (query: AoiQuery): ((aoi: Aoi) => Promise<void>) => {
  const open = useOpenMap()
  return useCallback(
    async (aoi) => {
      if (!open) return
      const { map, easeTo, isInSight } = open
      if (isInSight(placeOf(aoi)) && isDrawnAlone(open, aoi.properties.nonce)) return
      const view = () => `${map.getCenter()} ${map.getZoom()}`
      const before = view()
      const zoom = zoomApart(placeOf(aoi), await neighboursOf(aoi, query))
      // If the user moved the map meanwhile, it stays there.
      if (view() === before) easeTo(placeOf(aoi), zoom + ZOOM_MARGIN)
    },
    [open, query],
  )
}
