import { useEffect, useEffectEvent, useMemo } from 'react'
import { type Aoi, kindOfAoi, placeOf } from '#contract'
import { useFeatures } from '../../../map/useFeatures.ts'
import { type AoiQuery, useAoi } from '../data.ts'
import type { MarkersMode, Theme } from './badge.ts'
import { selectedLayer, sources } from './layers.ts'
import { useShowAoi } from './use-show-aoi.ts'

type Props = { nonce: string; query: AoiQuery; mode: MarkersMode; theme: Theme }

/**
 * The selected AOI, larger and with a ring, drawn above all others even if it is in a cluster or outside the filter.
 */
export const SelectedMarker = ({ nonce, query, mode, theme }: Props) => {
  const { data: aoi } = useAoi(nonce)
  const data = useMemo(() => aoi && featureOf(aoi), [aoi])
  const layers = useMemo(() => [selectedLayer(mode, theme)], [mode, theme])
  useFeatures({ id: sources.selected, level: 'selected', data, layers })

  // Moves the map once, when the place is loaded; later changes never move it.
  const isKnown = aoi !== undefined
  const showAoi = useShowAoi(query)
  const show = useEffectEvent(() => aoi && showAoi(aoi))
  useEffect(() => {
    if (!isKnown) return
    // In the next frame, so that the opening drawer is taken into account.
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
