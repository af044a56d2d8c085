import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect, useEffectEvent } from 'react'
import { type Aoi, kindOfAoi } from '#contract'
import { useMap } from '../../map/useMap.ts'
import { type AoiQuery, useAoi } from '../data.ts'
import { noFeatures, sources } from './layers.ts'
import { placeOf, useShowAoi } from './use-show-aoi.ts'

/** The selected one, larger and ringed, above all others and outside of every cluster and filter. */
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

  // Once, when it is known where it is: what happens to it later never moves the map.
  const isKnown = aoi !== undefined
  const showAoi = useShowAoi(query)
  const show = useEffectEvent(() => aoi && showAoi(aoi))
  useEffect(() => {
    if (!isKnown) return
    // After the drawer has opened: what it covers counts.
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
