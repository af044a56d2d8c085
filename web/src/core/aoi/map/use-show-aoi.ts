import { useCallback } from 'react'
import { type Aoi, aoiApi, type LngLat, placeOf, tileLayers } from '#contract'
import { call } from '../../../api/call.ts'
import { useOpenMap } from '../../../map/shownMap.ts'
import type { OpenMap } from '../../../map/useMap.ts'
import type { AoiQuery } from '../data.ts'
import { sources } from './layers.ts'
import { zoomApart } from './zoom-apart.ts'

/** Number of neighbours requested, enough to include the nearest ones in every direction. */
const NEIGHBOURS = 8
/** Added to the zoom, because rounding must not leave the map slightly below it. */
const ZOOM_MARGIN = 0.05

/** Whether the visible tiles show the AOI as a point, not in a cluster. */
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

/** Moves the map to an AOI at a zoom where it is not clustered, unless the map shows it as a point already. */
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
      // Does not move the map if the user moved it meanwhile.
      if (view() === before) easeTo(placeOf(aoi), zoom + ZOOM_MARGIN)
    },
    [open, query],
  )
}
