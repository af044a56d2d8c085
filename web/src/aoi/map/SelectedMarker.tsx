import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect, useEffectEvent } from 'react'
import { type Aoi, kindOfAoi, placeOf } from '#contract'
import { useMap } from '../../map/useMap.ts'
import { type AoiQuery, useAoi } from '../data.ts'
import { noFeatures, sources } from './layers.ts'
import { useShowAoi } from './use-show-aoi.ts'

/** The selected AOI, larger and ringed, drawn above all others whatever cluster or filter it is in. */
export const SelectedMarker = ({ nonce, query }: { nonce: string; query: AoiQuery }) => {
  const { map } = useMap()
  const { data: aoi } = useAoi(nonce)
  useEffect(() => {
    const source = () => map.getSource<GeoJSONSource>(sources.selected)
    source()?.setData(aoi ? featureOf(aoi) : noFeatures)
    return () => {
      source()?.setData(noFeatures)
    }
  }, [map, aoi])

  // Moves the map once, when the place is loaded; later changes never move it.
  const isKnown = aoi !== undefined
  const showAoi = useShowAoi(query)
  const show = useEffectEvent(() => aoi && showAoi(aoi))
  useEffect(() => {
    if (!isKnown) return
    // In the next frame, so that the space the opened drawer covers is counted.
    const frame = requestAnimationFrame(() => show())
    return () => cancelAnimationFrame(frame)
  }, [isKnown])
  return null
}

const featureOf = (aoi: Aoi): GeoJSON.Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: placeOf(aoi) },
  properties: {
    nonce: aoi.properties.nonce,
    name: aoi.properties.name,
    kind: kindOfAoi(aoi),
    state: aoi.state,
    eventTypeId: aoi.properties.publicAction?._id,
  },
})
