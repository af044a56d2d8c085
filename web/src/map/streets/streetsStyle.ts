import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { areasIn, STREETS_FROM_ZOOM, type TileSet } from '#contract'
import { labelFamily, type MapLanguage, type MapTheme, palettes } from '../palette.ts'
import { worldNameLayers, worldShapeLayers, worldStyle } from '../world/worldStyle.ts'
import { outsideStreets } from './coverage.ts'
import { groundLayers } from './ground.ts'
import { labelLayers } from './labels.ts'
import { streetLetters } from './letters.ts'
import { roadLayers } from './roads.ts'

const openStreetMap =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap</a>'

const prefix = (index: number) => `streets${index}`

type Bare = { id: string; minzoom?: number }

const ofSet = (layers: readonly Bare[], index: number): LayerSpecification[] =>
  layers.map(
    (layer) =>
      ({
        ...layer,
        id: `${prefix(index)}-${layer.id}`,
        source: prefix(index),
        minzoom: Math.max(STREETS_FROM_ZOOM, layer.minzoom ?? 0),
      }) as unknown as LayerSpecification,
  )

/** Layers of the bundled world, with the server's own tiles above it; the world is visible where no tiles are. */
export function streetsLayers(tileSets: readonly TileSet[], theme: MapTheme, language: MapLanguage) {
  const colours = palettes[theme]
  const sets = tileSets.map(({ kind }, index) => ({ kind, index }))
  const streets = sets.filter(({ kind }) => kind === 'streets')
  const pictures = sets.filter(({ kind }) => kind === 'pictures')
  return [
    ...worldShapeLayers(theme),
    ...pictures.map(
      ({ index }): LayerSpecification => ({ id: `${prefix(index)}-pictures`, type: 'raster', source: prefix(index) }),
    ),
    ...streets.flatMap(({ index }) => ofSet([...groundLayers(colours), ...roadLayers(colours.streets)], index)),
    ...worldNameLayers(theme, language, outsideStreets(tileSets)),
    ...streets.flatMap(({ index }) => ofSet(labelLayers(colours, language), index)),
  ]
}

const around = ({ areas }: TileSet): [number, number, number, number] => [
  Math.min(...areas.map(([west]) => west)),
  Math.min(...areas.map(([, south]) => south)),
  Math.max(...areas.map(([, , east]) => east)),
  Math.max(...areas.map(([, , , north]) => north)),
]

/** `sparse`: where a tile is missing (404), the map enlarges its nearest existing parent. */
const sourceOf = (set: TileSet): StyleSpecification['sources'][string] => {
  const { kind, tiles, minZoom, maxZoom } = set
  const common = { tiles: [location.origin + tiles], bounds: around(set), maxzoom: maxZoom }
  const firstZoom = Math.min(STREETS_FROM_ZOOM, ...areasIn(set).map(({ lastZoom }) => lastZoom))
  const streets = { type: 'vector', ...common, sparse: true, minzoom: Math.max(minZoom, firstZoom), attribution: openStreetMap } as const // biome-ignore format: one line
  return kind === 'streets' ? streets : { type: 'raster', ...common, minzoom: minZoom, tileSize: 256 }
}

export function streetsStyle(tileSets: readonly TileSet[], theme: MapTheme, language: MapLanguage): StyleSpecification {
  const world = worldStyle(theme, language)
  const sources = Object.fromEntries(tileSets.map((set, index) => [prefix(index), sourceOf(set)]))
  return {
    ...world,
    'font-faces': { [labelFamily]: streetLetters.map((face) => ({ ...face })) },
    sources: { ...world.sources, ...sources },
    layers: streetsLayers(tileSets, theme, language),
  }
}
