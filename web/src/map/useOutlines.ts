import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect } from 'react'
import { addOverlay } from './overlay.ts'
import { labelFonts } from './palette.ts'
import { useOpenMap } from './shownMap.ts'
import type { LngLat } from './view.ts'

export type Outline = { id: string; name: string; ring: LngLat[]; isSelected: boolean }

const source = 'outlines'

const nameColours = () =>
  document.documentElement.dataset.mantineColorScheme === 'dark'
    ? { 'text-color': '#a5d8ff', 'text-halo-color': '#1a1b1e' }
    : { 'text-color': '#1864ab', 'text-halo-color': '#ffffff' }

/** Named outlines on the map beside which this component stands, for as long as it does. */
export function useOutlines(outlines: readonly Outline[]): void {
  const map = useOpenMap()?.map
  useEffect(() => {
    if (!map) return
    return addOverlay(map, {
      level: 'ground',
      sources: { [source]: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } } },
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
          source,
          layout: {
            'text-field': ['get', 'name'],
            'text-font': labelFonts.medium,
            'text-size': 13,
            // Beside a cluster in the middle of the region rather than over it, or not at all.
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
    map?.getSource<GeoJSONSource>(source)?.setData({
      type: 'FeatureCollection',
      features: shown.map(({ ring, ...properties }) => ({
        type: 'Feature',
        properties,
        geometry: { type: 'Polygon', coordinates: [ring] },
      })),
    })
  }, [map, text])
}
