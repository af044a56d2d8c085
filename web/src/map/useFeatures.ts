import type { GeoJSONSource, LayerSpecification } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { addOverlay, type Overlay } from './overlay.ts'
import { useMap } from './useMap.ts'

type Drawn = Pick<Overlay, 'level'> & {
  id: string
  data: GeoJSON.GeoJSON | undefined
  layers: LayerSpecification[]
}

/**
 * Draws a few features. While `data` is undefined, source and layers are absent, because MapLibre would request even
 * empty tiles.
 */
export function useFeatures({ id, level = 'things', data, layers }: Drawn): void {
  const { map } = useMap()
  const isAny = data !== undefined
  const drawn = useRef(data)
  const add = useEffectEvent(() => {
    if (!data) return
    drawn.current = data
    return addOverlay(map, { level, sources: { [id]: { type: 'geojson', data } }, layers })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed layers are added again
  useEffect(() => (isAny ? add() : undefined), [map, isAny, layers])
  useEffect(() => {
    if (!data || drawn.current === data) return
    drawn.current = data
    map.getSource<GeoJSONSource>(id)?.setData(data)
  }, [map, id, data])
}
