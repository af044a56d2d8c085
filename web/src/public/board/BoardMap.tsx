import { useComputedColorScheme } from '@mantine/core'
import type { GeoJSONSource, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useMemo } from 'react'
import { type Cell, middleOfCell } from '#contract'
import { config } from '../../api/config.ts'
import { addOverlay } from '../../map/overlay.ts'
import { labelFonts } from '../../map/palette.ts'
import { SmallMap } from '../../map/SmallMap.tsx'
import { useMap } from '../../map/useMap.ts'

type Props = {
  styleUrl: string | null
  /** One cell for each entry, so a cell with several entries is repeated. */
  cells: readonly Cell[]
  selected: string | undefined
  onSelect: (cell: string) => void
}

const SOURCE = 'board-cells'
const COUNTS = 'board-counts'
const noFeatures: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }

const ringOf = ([west, south, east, north]: Cell): [number, number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

export const BoardMap = ({ styleUrl, cells, selected, onSelect }: Props) => {
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const basemap = useMemo(() => ({ ...config().basemap, ...(styleUrl && { styleUrl }) }), [styleUrl])
  return (
    <SmallMap
      basemap={basemap}
      initialView={{ center: cells[0] ? middleOfCell(cells[0]) : [10, 25], zoom: cells[0] ? 11 : 1 }}
    >
      <Cells cells={cells} selected={selected} onSelect={onSelect} isDark={theme === 'dark'} />
    </SmallMap>
  )
}

const Cells = ({ cells, selected, onSelect, isDark }: Omit<Props, 'styleUrl'> & { isDark: boolean }) => {
  const { map } = useMap()
  const colour = isDark ? '#74b3f0' : '#1864ab'
  useEffect(() => {
    const isSelected = ['boolean', ['get', 'isSelected'], false] as ['boolean', ['get', string], boolean]
    return addOverlay(map, {
      sources: { [SOURCE]: { type: 'geojson', data: noFeatures }, [COUNTS]: { type: 'geojson', data: noFeatures } },
      layers: [
        {
          id: 'board-fill',
          type: 'fill',
          source: SOURCE,
          paint: { 'fill-color': colour, 'fill-opacity': ['case', isSelected, 0.5, 0.22] },
        },
        {
          id: 'board-line',
          type: 'line',
          source: SOURCE,
          paint: { 'line-color': colour, 'line-width': ['case', isSelected, 3, 1.5] },
        },
        // At low zooms a square is smaller than a letter; this mark makes it visible and clickable.
        {
          id: 'board-mark',
          type: 'circle',
          source: COUNTS,
          paint: {
            'circle-radius': ['case', isSelected, 15, 12],
            'circle-color': colour,
            'circle-stroke-color': isDark ? '#1a1b1e' : '#ffffff',
            'circle-stroke-width': 2,
          },
        },
        {
          id: 'board-count',
          type: 'symbol',
          source: COUNTS,
          layout: {
            'text-field': ['get', 'count'],
            'text-font': labelFonts.medium,
            'text-size': 13,
            'text-allow-overlap': true,
          },
          paint: { 'text-color': isDark ? '#0b1c2e' : '#ffffff' },
        },
      ],
    })
  }, [map, colour, isDark])

  const text = JSON.stringify(cells)
  useEffect(() => {
    const counts = new Map<string, number>()
    for (const cell of JSON.parse(text) as Cell[]) counts.set(cell.join(), (counts.get(cell.join()) ?? 0) + 1)
    const features = (geometryOf: (cell: Cell) => GeoJSON.Geometry): GeoJSON.FeatureCollection => ({
      type: 'FeatureCollection',
      features: [...counts].map(([key, count]) => ({
        type: 'Feature',
        properties: { key, count: String(count), isSelected: key === selected },
        geometry: geometryOf(key.split(',').map(Number) as Cell),
      })),
    })
    map
      .getSource<GeoJSONSource>(SOURCE)
      ?.setData(features((cell) => ({ type: 'Polygon', coordinates: [ringOf(cell)] })))
    map
      .getSource<GeoJSONSource>(COUNTS)
      ?.setData(features((cell) => ({ type: 'Point', coordinates: middleOfCell(cell) })))
  }, [map, text, selected])

  // Fits the map to the selected cell, else to all cells.
  useEffect(() => {
    const all = JSON.parse(text) as Cell[]
    const shown = selected ? [selected.split(',').map(Number) as Cell] : all
    if (shown.length === 0) return
    const bounds = shown.reduce<Cell>(
      (box, cell) => [
        Math.min(box[0], cell[0]),
        Math.min(box[1], cell[1]),
        Math.max(box[2], cell[2]),
        Math.max(box[3], cell[3]),
      ],
      shown[0] as Cell,
    )
    map.fitBounds(bounds, { padding: 48, maxZoom: 13, duration: 0 })
  }, [map, text, selected])

  useEffect(() => {
    const press = ({ point }: MapMouseEvent) => {
      const [cell] = map.queryRenderedFeatures(point, { layers: ['board-mark', 'board-fill'] })
      if (cell) onSelect(String(cell.properties.key))
    }
    map.on('click', press)
    return () => void map.off('click', press)
  }, [map, onSelect])
  return null
}
