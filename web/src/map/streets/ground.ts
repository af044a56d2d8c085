import type { FillLayerSpecification, LineLayerSpecification } from 'maplibre-gl'
import { byZoom, kindIn } from '../expressions.ts'
import type { Palette, StreetColours } from '../palette.ts'

type Ground = Omit<FillLayerSpecification, 'source'> | Omit<LineLayerSpecification, 'source'>

const landuse = {
  green: ['park', 'garden', 'golf_course', 'cemetery', 'grass', 'grassland', 'meadow', 'village_green', 'playground', 'recreation_ground', 'pitch', 'dog_park', 'zoo', 'allotments', 'national_park'], // biome-ignore format: a list
  wood: ['wood', 'forest', 'scrub', 'nature_reserve', 'protected_area', 'wetland', 'orchard'],
  sand: ['sand', 'beach'],
  hospital: ['hospital'],
  school: ['school', 'university', 'college', 'kindergarten'],
  paved: ['pedestrian', 'aerodrome', 'runway'],
} as const satisfies Partial<Record<keyof StreetColours, string[]>>

const landuseLayers = (colours: StreetColours): Ground[] =>
  (Object.keys(landuse) as (keyof typeof landuse)[]).map((name) => ({
    id: `landuse-${name}`,
    type: 'fill',
    'source-layer': 'landuse',
    filter: kindIn(...landuse[name]),
    paint: { 'fill-color': colours[name], 'fill-antialias': false },
  }))

const waterway = (id: string, kinds: string[], colour: string, width: number): Ground => ({
  id,
  type: 'line',
  'source-layer': 'water',
  minzoom: 12,
  filter: ['all', ['==', ['geometry-type'], 'LineString'], kindIn(...kinds)],
  layout: { 'line-join': 'round', 'line-cap': 'round' },
  paint: { 'line-color': colour, 'line-width': byZoom(12, 0.8, 16, width) },
})

export const groundLayers = ({ land, water, coast, streets }: Palette): Ground[] => [
  {
    id: 'earth',
    type: 'fill',
    'source-layer': 'earth',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': land },
  },
  ...landuseLayers(streets),
  {
    id: 'water',
    type: 'fill',
    'source-layer': 'water',
    filter: ['all', ['==', ['geometry-type'], 'Polygon'], ['!', kindIn('swimming_pool', 'fountain', 'reef')]],
    paint: { 'fill-color': water },
  },
  waterway('streams', ['stream', 'canal', 'drain', 'ditch'], water, 2.4),
  waterway('rivers', ['river'], water, 5),
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
    minzoom: 14,
    filter: kindIn('building'),
    paint: {
      'fill-color': streets.building,
      'fill-outline-color': streets.buildingLine,
      'fill-opacity': byZoom(14, 0, 14.6, 1),
    },
  },
]
