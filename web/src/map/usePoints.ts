import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect } from 'react'
import { addOverlay } from './overlay.ts'
import { useOpenMap } from './shownMap.ts'
import type { LngLat } from './view.ts'

type PointMark = { place: LngLat; colour: string }

const source = 'points'

/** Draws coloured points above all other layers, such as places that are not stored yet. */
export function usePoints(marks: readonly PointMark[]): void {
  const map = useOpenMap()?.map
  useEffect(() => {
    if (!map) return
    return addOverlay(map, {
      level: 'selected',
      sources: { [source]: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } } },
      layers: [
        {
          id: 'points',
          type: 'circle',
          source,
          paint: {
            'circle-radius': 6,
            'circle-color': ['get', 'colour'],
            'circle-stroke-color': '#ffffff',
            'circle-stroke-width': 2,
          },
        },
      ],
    })
  }, [map])

  const text = JSON.stringify(marks)
  useEffect(() => {
    const features = (JSON.parse(text) as PointMark[]).map(({ place, colour }) => ({
      type: 'Feature' as const,
      properties: { colour },
      geometry: { type: 'Point' as const, coordinates: place },
    }))
    map?.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features })
  }, [map, text])
}
