import type { ExpressionSpecification, FillLayerSpecification, LineLayerSpecification } from 'maplibre-gl'
import type { Palette } from '../palette.ts'

const kindIn = (...kinds: string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', kinds]]
export const byZoom = (...stops: (number | ExpressionSpecification)[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as unknown as ExpressionSpecification

const green = ['park', 'garden', 'golf_course', 'cemetery', 'grass', 'grassland', 'meadow', 'village_green']
const greenToo = ['playground', 'recreation_ground', 'pitch', 'dog_park', 'zoo', 'allotments', 'national_park']
const wood = ['wood', 'forest', 'scrub', 'nature_reserve', 'protected_area', 'wetland', 'orchard']

type Ground = Omit<FillLayerSpecification, 'source'> | Omit<LineLayerSpecification, 'source'>

/** Land, land use, buildings and water, from bottom to top. */
export const groundLayers = ({ land, water, coast, streets }: Palette): Ground[] => [
  {
    id: 'earth',
    type: 'fill',
    'source-layer': 'earth',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': land },
  },
  {
    id: 'landuse',
    type: 'fill',
    'source-layer': 'landuse',
    filter: kindIn(...green, ...greenToo, ...wood, 'sand', 'beach', 'hospital', 'school', 'university', 'college', 'kindergarten', 'pedestrian', 'aerodrome', 'runway'), // biome-ignore format: a list
    paint: {
      'fill-color': [
        'match',
        ['get', 'kind'],
        wood,
        streets.wood,
        ['sand', 'beach'],
        streets.sand,
        'hospital',
        streets.hospital,
        ['school', 'university', 'college', 'kindergarten'],
        streets.school,
        ['pedestrian', 'aerodrome', 'runway'],
        streets.paved,
        streets.green,
      ],
      'fill-antialias': false,
    },
  },
  {
    id: 'water',
    type: 'fill',
    'source-layer': 'water',
    filter: ['all', ['==', ['geometry-type'], 'Polygon'], ['!', kindIn('swimming_pool', 'fountain', 'reef')]],
    paint: { 'fill-color': water },
  },
  {
    id: 'streams',
    type: 'line',
    'source-layer': 'water',
    minzoom: 12,
    filter: ['all', ['==', ['geometry-type'], 'LineString'], kindIn('river', 'canal', 'stream', 'drain', 'ditch')],
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': water, 'line-width': byZoom(12, 0.8, 16, ['match', ['get', 'kind'], 'river', 5, 2.4]) },
  },
  {
    id: 'piers',
    type: 'fill',
    'source-layer': 'landuse',
    filter: kindIn('pier'),
    paint: { 'fill-color': land, 'fill-outline-color': coast },
  },
  {
    id: 'buildings',
    type: 'fill',
    'source-layer': 'buildings',
    minzoom: 13,
    filter: kindIn('building'),
    paint: {
      'fill-color': streets.building,
      'fill-outline-color': streets.buildingLine,
      'fill-opacity': byZoom(13, 0, 14, 1),
    },
  },
]
