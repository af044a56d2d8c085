import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect } from 'react'
import { addOverlay } from './overlay.ts'
import { labelFonts } from './palette.ts'
import { boundsAround } from './reveal.ts'
import { useOpenMap } from './shownMap.ts'
import type { LngLat } from './view.ts'

export type Outline = { id: string; name: string; ring: LngLat[]; isSelected: boolean }

const source = 'outlines'
const names = 'outline-names'
const noFeatures: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }

const nameColours = () =>
  document.documentElement.dataset.mantineColorScheme === 'dark'
    ? { 'text-color': '#a5d8ff', 'text-halo-color': '#1a1b1e' }
    : { 'text-color': '#1864ab', 'text-halo-color': '#ffffff' }

export function useOutlines(outlines: readonly Outline[]): void {
  const map = useOpenMap()?.map
  useEffect(() => {
    if (!map) return
    return addOverlay(map, {
      level: 'ground',
      // Names have a point source of their own, because MapLibre labels a polygon once per tile.
      sources: { [source]: { type: 'geojson', data: noFeatures }, [names]: { type: 'geojson', data: noFeatures } },
      layers: [
        {
          id: 'outlines-fill',
          type: 'fill',
          source,
          paint: { 'fill-color': '#1971c2', 'fill-opacity': ['case', ['get', 'isSelected'], 0.12, 0.05] },
        },
        {
          id: 'outlines-line',
          type: 'line',
          source,
          paint: { 'line-color': '#1971c2', 'line-width': ['case', ['get', 'isSelected'], 3, 1.5] },
        },
        {
          id: 'outlines-name',
          type: 'symbol',
          source: names,
          layout: {
            'text-field': ['get', 'name'],
            'text-font': labelFonts.medium,
            'text-size': 13,
            // If a cluster covers the centre, the name moves beside the cluster, or is hidden without room.
            'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
            'text-radial-offset': 2.2,
          },
          paint: { ...nameColours(), 'text-halo-width': 1.5 },
        },
      ],
    })
  }, [map])

  const text = JSON.stringify(outlines)
  useEffect(() => {
    const shown = JSON.parse(text) as Outline[]
    const features = (geometryOf: (ring: LngLat[]) => GeoJSON.Geometry): GeoJSON.FeatureCollection => ({
      type: 'FeatureCollection',
      features: shown.map(({ ring, ...properties }) => ({ type: 'Feature', properties, geometry: geometryOf(ring) })),
    })
    map?.getSource<GeoJSONSource>(source)?.setData(features((ring) => ({ type: 'Polygon', coordinates: [ring] })))
    map?.getSource<GeoJSONSource>(names)?.setData(features((ring) => ({ type: 'Point', coordinates: middleOf(ring) })))
  }, [map, text])
}

const middleOf = (ring: readonly LngLat[]): LngLat => {
  const [west, south, east, north] = boundsAround(ring) ?? [0, 0, 0, 0]
  return [(west + east) / 2, (south + north) / 2]
}
