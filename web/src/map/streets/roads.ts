import type { ExpressionSpecification, LineLayerSpecification } from 'maplibre-gl'
import { byZoom, kindIn } from '../expressions.ts'
import type { StreetColours } from '../palette.ts'

type Line = Omit<LineLayerSpecification, 'source'>

const kind: ExpressionSpecification = ['get', 'kind']
const detail: ExpressionSpecification = ['get', 'kind_detail']

const isLink: ExpressionSpecification = ['to-boolean', ['get', 'is_link']]
const isTunnel: ExpressionSpecification = ['to-boolean', ['get', 'is_tunnel']]
const isTram: ExpressionSpecification = ['in', detail, ['literal', ['tram', 'light_rail']]]
const isNarrow: ExpressionSpecification = [
  'any',
  ['in', detail, ['literal', ['service', 'living_street', 'track']]],
  ['==', kind, 'other'],
]

/** Road width in pixels by importance, plus `more` for the casing. */
const width = (zoom: number, highway: number, major: number, minor: number, narrow: number, more: number) =>
  [
    zoom,
    [
      '+',
      more,
      [
        'case',
        isLink,
        major * 0.7,
        ['==', kind, 'highway'],
        highway,
        ['==', kind, 'major_road'],
        ['match', detail, ['tertiary', 'tertiary_link'], (major + minor) / 2, major],
        isNarrow,
        narrow,
        minor,
      ],
    ],
  ] as (number | ExpressionSpecification)[]

const widths = (more: number): ExpressionSpecification =>
  [
    'interpolate',
    ['exponential', 1.5],
    ['zoom'],
    ...width(11, 2.2, 1.1, 0.4, 0, more * 0.6),
    ...width(13, 3.4, 2.2, 0.9, 0.4, more * 0.8),
    ...width(15, 7, 5.5, 3.6, 1.6, more),
    ...width(18, 24, 20, 15, 8, more * 1.4),
    ...width(20, 70, 60, 44, 26, more * 1.6),
  ] as unknown as ExpressionSpecification

/** Draws more important roads above others; roads of equal order keep the archive's order. */
const order: ExpressionSpecification = [
  '+',
  ['match', kind, 'highway', 30, 'major_road', 20, 'minor_road', 10, 0],
  ['case', isTunnel, -100, ['to-boolean', ['get', 'is_bridge']], 50, 0],
  ['case', isLink, -1, 0],
]

/** From zoom 14 only: round joins and caps are half of a city's triangles, and are invisible on lines of two pixels. */
const joined = {
  'line-join': ['step', ['zoom'], 'bevel', 14, 'round'],
  'line-cap': ['step', ['zoom'], 'butt', 14, 'round'],
} as { 'line-join': ExpressionSpecification; 'line-cap': ExpressionSpecification }
const isRoad = kindIn('highway', 'major_road', 'minor_road', 'other')
/** Small streets appear at higher zooms; otherwise a city seen from afar would be a grey area. */
const shown: ExpressionSpecification = [
  'all',
  isRoad,
  ['any', kindIn('highway', 'major_road'), ['>=', ['zoom'], ['case', isNarrow, 14, 12]]],
]
/** At their first zoom, roads fade in over the bundled world. */
const fadeIn = byZoom(11, 0.4, 11.6, 1)

const casingColour = (colour: string): ExpressionSpecification => ['case', isTunnel, `${colour}66`, colour]

/**
 * Data-driven properties are limited to colour and width: each other combination needs a shader of its own, which a
 * phone compiles before it shows the first map.
 */
export const roadLayers = (colours: StreetColours): Line[] => [
  {
    id: 'ferries',
    type: 'line',
    'source-layer': 'roads',
    filter: kindIn('ferry'),
    paint: { 'line-color': colours.ferry, 'line-width': 1 },
  },
  {
    id: 'paths',
    type: 'line',
    'source-layer': 'roads',
    minzoom: 14,
    // Omits pavements and crossings, whose dashes would clutter every street.
    filter: ['all', kindIn('path'), ['!', ['in', detail, ['literal', ['sidewalk', 'crossing', 'corridor']]]]],
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': colours.path,
      'line-width': byZoom(14, 0.7, 18, 2),
      'line-dasharray': [2.5, 1.2],
      'line-opacity': byZoom(14, 0, 14.6, 1),
    },
  },
  {
    id: 'road-casings',
    type: 'line',
    'source-layer': 'roads',
    filter: shown,
    layout: { ...joined, 'line-sort-key': order },
    paint: {
      'line-color': [
        'case',
        ['==', kind, 'highway'],
        casingColour(colours.highwayCasing),
        casingColour(colours.casing),
      ],
      'line-width': widths(1.6),
      'line-opacity': byZoom(11, 0.2, 12, 1),
    },
  },
  {
    id: 'roads',
    type: 'line',
    'source-layer': 'roads',
    filter: shown,
    layout: { ...joined, 'line-sort-key': order },
    paint: {
      'line-color': [
        'case',
        ['==', kind, 'highway'],
        colours.highway,
        ['==', kind, 'major_road'],
        colours.major,
        colours.minor,
      ],
      'line-width': widths(0),
      'line-opacity': fadeIn,
    },
  },
  {
    id: 'rails',
    type: 'line',
    'source-layer': 'roads',
    minzoom: 12,
    filter: ['all', kindIn('rail', 'aerialway'), ['!', isTunnel], ['!', isTram]],
    paint: { 'line-color': colours.rail, 'line-width': byZoom(12, 0.8, 16, 2.2) },
  },
  {
    id: 'trams',
    type: 'line',
    'source-layer': 'roads',
    minzoom: 12,
    filter: ['all', kindIn('rail'), ['!', isTunnel], isTram],
    paint: { 'line-color': colours.rail, 'line-width': byZoom(12, 0.8, 16, 1.2) },
  },
  {
    id: 'rail-ties',
    type: 'line',
    'source-layer': 'roads',
    minzoom: 14,
    filter: ['all', kindIn('rail'), ['!', isTunnel], ['!', isTram]],
    paint: { 'line-color': colours.rail, 'line-width': byZoom(14, 3, 18, 7), 'line-dasharray': [0.25, 2.5] },
  },
]
