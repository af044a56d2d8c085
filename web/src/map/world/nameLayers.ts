import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { languages, languageTraits } from '#contract'
import { byZoom, kindIn } from '../expressions.ts'
import { labelFonts, type MapLanguage, type Palette } from '../palette.ts'
import { dotName, dotSize } from './dots.ts'
import type { PlaceKind } from './packed.ts'
import { worldLayer, worldSources } from './sources.ts'

/** Shows a name from its first zoom on, so that the worker places only as many names as fit. */
const shown = (...kinds: PlaceKind[]): ExpressionSpecification => [
  'all',
  kindIn(...kinds),
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

/** Below this zoom, small towns of empty regions would be labelled beside large cities. */
const townsFromZoom = 5

type Side = 'left' | 'right' | 'top' | 'bottom'

/**
 * Distances of a name from its dot, in ems: beside the dot; clear of a cluster that covers the dot; clear of a cluster
 * beside the dot.
 */
const NEAR_EM = 0.45
const CLEAR_EM = 2
const FAR_EM = 3

const away = { left: [1, 0], right: [-1, 0], top: [0, 1], bottom: [0, -1] } as const

/** Anchors of a name with their offsets, in the order in which they are tried. */
const around = (sides: readonly Side[], em: number) =>
  sides.flatMap((side): [Side, [number, number]] => [side, [away[side][0] * em, away[side][1] * em]])

const name: ExpressionSpecification = ['get', 'name']
const rank: ExpressionSpecification = ['get', 'rank']

export function nameLayers(colours: Palette, language: MapLanguage): SymbolLayerSpecification[] {
  const from = { source: worldSources.places, 'source-layer': worldLayer }
  // Capital letters and wide spacing suit Latin only.
  const isLatin = languageTraits[language].script === 'Latin'
  const isLtr = languages[language].direction === 'ltr'
  const sides = isLtr ? (['left', 'right', 'top', 'bottom'] as const) : (['right', 'left', 'top', 'bottom'] as const)
  const waterPaint = { 'text-color': colours.waterLabel, 'text-halo-color': colours.water, 'text-halo-width': 1 }
  const town: SymbolLayerSpecification['layout'] = {
    'text-field': name,
    'symbol-sort-key': rank,
    // Names follow their dot in reading direction if there is room; else they move to another side.
    'text-variable-anchor-offset': around(sides, NEAR_EM),
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
  const dots: SymbolLayerSpecification = {
    id: 'town-dots',
    type: 'symbol',
    ...from,
    minzoom: 3,
    maxzoom: 13,
    filter: ['any', shown('capital', 'metropolis', 'city'), ['all', ['>=', ['zoom'], townsFromZoom], shown('town')]],
    layout: {
      'icon-image': dotName,
      'icon-size': dotSize,
      // All dots are drawn, and names may overlap them.
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
    paint: { 'icon-opacity': byZoom(11.5, 1, 13, 0) },
  }
  return [
    dots,
    {
      id: 'quarter-names',
      type: 'symbol',
      ...from,
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
      ...from,
      minzoom: townsFromZoom,
      filter: shown('town'),
      layout: { ...town, 'text-font': labelFonts.regular, 'text-size': byZoom(5, 10.5, 9, 12, 13, 14) },
      paint: { ...townPaint, 'text-color': colours.labelDim },
    },
    {
      id: 'city-names',
      type: 'symbol',
      ...from,
      minzoom: 3,
      filter: shown('capital', 'metropolis', 'city'),
      layout: {
        ...town,
        // Names of capitals and cities move away from a cluster instead of disappearing.
        'text-variable-anchor-offset': [NEAR_EM, CLEAR_EM, FAR_EM].flatMap((em) => around(sides, em)),
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
      ...from,
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
      ...from,
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
      ...from,
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
