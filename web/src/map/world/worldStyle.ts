import type {
  CircleLayerSpecification,
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { labelFonts, type MapLanguage, type MapTheme, type Palette, palettes } from '../palette.ts'
import type { ShapeKind } from './features.ts'
import { type PlaceKind, squaresFromZoom } from './packed.ts'

/** The sources are empty; `feedWorld` fills them as the view needs. */
export const worldSources = { far: 'world', near: 'world-near', places: 'world-places' } as const

const naturalEarth = '<a href="https://www.naturalearthdata.com" target="_blank" rel="noopener">Natural Earth</a>'
const geoNames = '<a href="https://www.geonames.org" target="_blank" rel="noopener">GeoNames</a>'

export function worldStyle(theme: MapTheme, language: MapLanguage): StyleSpecification {
  const empty = { type: 'FeatureCollection' as const, features: [] }
  const shapes = { type: 'geojson' as const, data: empty, attribution: naturalEarth }
  return {
    version: 8,
    sources: {
      [worldSources.far]: { ...shapes, maxzoom: squaresFromZoom, tolerance: 0.25 },
      [worldSources.near]: { ...shapes, maxzoom: 12, tolerance: 0.25, buffer: 32 },
      [worldSources.places]: { type: 'geojson', data: empty, attribution: geoNames, maxzoom: 12 },
    },
    layers: worldLayers(theme, language),
  }
}

export function worldLayers(theme: MapTheme, language: MapLanguage): LayerSpecification[] {
  return [...worldShapeLayers(theme), ...worldNameLayers(theme, language)]
}

export function worldShapeLayers(theme: MapTheme): LayerSpecification[] {
  const colours = palettes[theme]
  return [
    { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
    ...shapeLayers('far', colours),
    ...shapeLayers('near', colours),
  ]
}

/** `where` leaves out places that other tiles label. */
export function worldNameLayers(
  theme: MapTheme,
  language: MapLanguage,
  where?: ExpressionSpecification,
): LayerSpecification[] {
  const layers = nameLayers(palettes[theme], language)
  if (!where) return layers
  return layers.map((layer) => ({ ...layer, filter: ['all', layer.filter, where] }) as LayerSpecification)
}

const is = (kind: ShapeKind): ExpressionSpecification => ['==', ['get', 'kind'], kind]

/** Values by zoom, interpolated linearly. */
const byZoom = (...stops: (number | ExpressionSpecification)[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as unknown as ExpressionSpecification

function shapeLayers(distance: 'far' | 'near', colours: Palette): LayerSpecification[] {
  const source = worldSources[distance]
  const range = distance === 'far' ? { maxzoom: squaresFromZoom } : { minzoom: squaresFromZoom }
  const round = { 'line-join': 'round', 'line-cap': 'round' } as const
  const shoreWidth = byZoom(0, 0.4, 5, 0.9, 9, 1.2, 13, 2)
  return [
    {
      id: `land-${distance}`,
      type: 'fill',
      source,
      ...range,
      filter: is('land'),
      paint: { 'fill-color': colours.land },
    },
    {
      id: `coast-${distance}`,
      type: 'line',
      source,
      ...range,
      filter: is(distance === 'far' ? 'land' : 'coast'),
      layout: round,
      paint: { 'line-color': colours.coast, 'line-width': shoreWidth },
    },
    {
      id: `state-${distance}`,
      type: 'line',
      source,
      minzoom: 3,
      ...range,
      filter: is('state'),
      layout: round,
      paint: {
        'line-color': colours.state,
        'line-width': byZoom(3, 0.6, 7, 1.2),
        'line-opacity': byZoom(3, 0, 3.5, 1),
      },
    },
    {
      id: `lake-${distance}`,
      type: 'fill',
      source,
      ...range,
      filter: is('lake'),
      paint: { 'fill-color': colours.water },
    },
    {
      id: `shore-${distance}`,
      type: 'line',
      source,
      ...range,
      filter: is(distance === 'far' ? 'lake' : 'shore'),
      layout: round,
      paint: { 'line-color': colours.coast, 'line-width': shoreWidth },
    },
    {
      id: `border-${distance}`,
      type: 'line',
      source,
      ...range,
      filter: is('border'),
      layout: round,
      paint: {
        'line-color': colours.border,
        'line-width': byZoom(0, 0.4, 5, 1, 9, 1.6),
        'line-opacity': byZoom(0, 0.5, 3, 0.9),
      },
    },
  ]
}

/** Each name has a first zoom, so that the worker lays out no more names than fit. */
const shown = (...kinds: PlaceKind[]): ExpressionSpecification => [
  'all',
  ['in', ['get', 'kind'], ['literal', kinds]],
  ['>=', ['zoom'], ['get', 'fromZoom']],
]

/** Larger countries are labelled earlier and larger. */
const bySize = (large: number, small: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['get', 'fromZoom'],
  1,
  large,
  5,
  small,
]

const byKind = (sizes: Partial<Record<PlaceKind, number>>, otherwise: number): ExpressionSpecification =>
  ['match', ['get', 'kind'], ...Object.entries(sizes).flat(), otherwise] as unknown as ExpressionSpecification

/** Further out, small towns of empty regions would be labelled beside large cities. */
const townsFromZoom = 5

const name: ExpressionSpecification = ['get', 'name']
const rank: ExpressionSpecification = ['get', 'rank']

function nameLayers(colours: Palette, language: MapLanguage): (CircleLayerSpecification | SymbolLayerSpecification)[] {
  const source = worldSources.places
  // Capital letters and wide spacing are for Latin; Hebrew has no capitals and reads worse when spaced.
  const isLatin = language === 'en'
  const waterPaint = { 'text-color': colours.waterLabel, 'text-halo-color': colours.water, 'text-halo-width': 1 }
  const town: SymbolLayerSpecification['layout'] = {
    'text-field': name,
    'symbol-sort-key': rank,
    // Names follow their dot in reading direction, if there is room.
    'text-variable-anchor': isLatin ? ['left', 'right', 'top', 'bottom'] : ['right', 'left', 'top', 'bottom'],
    'text-radial-offset': 0.45,
    'text-justify': 'auto',
    'text-max-width': 8,
    'text-line-height': 1.15,
    'text-padding': 3,
  }
  const townPaint: SymbolLayerSpecification['paint'] = {
    'text-color': colours.label,
    'text-halo-color': colours.labelHalo,
    'text-halo-width': 1.3,
  }
  const dots: CircleLayerSpecification = {
    id: 'town-dots',
    type: 'circle',
    source,
    minzoom: 3,
    maxzoom: 13,
    filter: ['any', shown('capital', 'metropolis', 'city'), ['all', ['>=', ['zoom'], townsFromZoom], shown('town')]],
    paint: {
      'circle-radius': byZoom(
        3,
        byKind({ capital: 2, metropolis: 1.8 }, 1.4),
        8,
        byKind({ capital: 3.4, metropolis: 3.2, city: 2.6 }, 2),
      ),
      'circle-color': ['match', ['get', 'kind'], 'capital', colours.land, colours.dot],
      'circle-stroke-color': ['match', ['get', 'kind'], 'capital', colours.label, colours.land],
      'circle-stroke-width': ['match', ['get', 'kind'], 'capital', 1.4, 0.8],
      'circle-opacity': byZoom(11.5, 1, 13, 0),
      'circle-stroke-opacity': byZoom(11.5, 1, 13, 0),
    },
  }
  return [
    dots,
    {
      id: 'quarter-names',
      type: 'symbol',
      source,
      minzoom: 12,
      filter: shown('quarter'),
      layout: {
        'text-field': name,
        'text-font': labelFonts.regular,
        'text-size': byZoom(12, 11, 15, 13),
        'text-max-width': 7,
        'symbol-sort-key': rank,
      },
      paint: { ...townPaint, 'text-color': colours.labelDim },
    },
    {
      id: 'town-names',
      type: 'symbol',
      source,
      minzoom: townsFromZoom,
      filter: shown('town'),
      layout: { ...town, 'text-font': labelFonts.regular, 'text-size': byZoom(5, 10.5, 9, 12, 13, 14) },
      paint: { ...townPaint, 'text-color': colours.labelDim },
    },
    {
      id: 'city-names',
      type: 'symbol',
      source,
      minzoom: 3,
      filter: shown('capital', 'metropolis', 'city'),
      layout: {
        ...town,
        'text-font': [
          'match',
          ['get', 'kind'],
          'city',
          ['literal', labelFonts.regular],
          ['literal', labelFonts.medium],
        ],
        'text-size': byZoom(
          3,
          byKind({ capital: 11, metropolis: 10.5 }, 10),
          7,
          byKind({ capital: 14, metropolis: 14 }, 12),
          12,
          byKind({ capital: 19, metropolis: 19 }, 16),
        ),
      },
      paint: townPaint,
    },
    {
      id: 'sea-names',
      type: 'symbol',
      source,
      filter: shown('sea'),
      layout: {
        'text-field': name,
        'text-font': labelFonts.regular,
        'text-size': byZoom(3, 10.5, 9, 13),
        'text-letter-spacing': isLatin ? 0.08 : 0,
        'text-max-width': 6,
        'text-padding': 8,
      },
      paint: waterPaint,
    },
    {
      id: 'ocean-names',
      type: 'symbol',
      source,
      maxzoom: 6,
      filter: shown('ocean'),
      layout: {
        'text-field': name,
        'text-font': labelFonts.regular,
        'text-size': byZoom(0, 11, 5, 18),
        'text-letter-spacing': isLatin ? 0.16 : 0.04,
        'text-max-width': 6,
        'text-padding': 12,
      },
      paint: waterPaint,
    },
    {
      id: 'country-names',
      type: 'symbol',
      source,
      maxzoom: 8,
      filter: shown('country'),
      layout: {
        'text-field': name,
        'text-font': labelFonts.medium,
        'text-size': byZoom(1, bySize(12, 8.5), 6, bySize(19, 13)),
        'text-transform': isLatin ? 'uppercase' : 'none',
        'text-letter-spacing': isLatin ? 0.12 : 0,
        'text-max-width': 7,
        'text-padding': 6,
        'symbol-sort-key': rank,
      },
      paint: {
        'text-color': colours.labelDim,
        'text-halo-color': colours.labelHalo,
        'text-halo-width': 1.4,
        'text-opacity': byZoom(6.5, 1, 8, 0),
      },
    },
  ]
}
