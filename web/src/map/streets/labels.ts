import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { languages, languageTraits } from '#contract'
import { byZoom, kindIn } from '../expressions.ts'
import { labelFonts, type MapLanguage, type Palette } from '../palette.ts'
import { oneLine, twoLines } from './names.ts'
import { signOf, signPrefix } from './signs.ts'

type Label = Omit<SymbolLayerSpecification, 'source'>

/** Whether the zoom has reached the point's first zoom. Needed because tiles of the last zoom contain all points. */
const isTime = (earlier = 0): ExpressionSpecification => [
  '>=',
  ['+', ['zoom'], earlier],
  ['coalesce', ['get', 'min_zoom'], 0],
]
const rank: ExpressionSpecification = ['coalesce', ['get', 'sort_key'], ['get', 'min_zoom'], 0]
const population: ExpressionSpecification = ['coalesce', ['get', 'population_rank'], 0]

const isLarge: ExpressionSpecification = ['>=', population, 8]

type PlaceLook = {
  filter: ExpressionSpecification
  font: string[]
  sizes: [far: number | ExpressionSpecification, near: number]
  paint: NonNullable<Label['paint']>
}

/** Distances in ems at which a name is clear of a marker, or of several, on its place. */
const CLEAR_EMS = [1.6, 3.2]

/** Lets names of large cities move away from markers instead of disappearing. */
const withRoom = (label: Label): Label => ({
  ...label,
  layout: {
    ...label.layout,
    'text-variable-anchor-offset': [
      'center',
      [0, 0],
      ...CLEAR_EMS.flatMap((em): (string | [number, number])[] => [
        'bottom',
        [0, -em],
        'top',
        [0, em],
        'left',
        [em, 0],
        'right',
        [-em, 0],
      ]),
    ],
  },
})

/** Names of streets, places and water, and icons of important points. On collision the later layer wins. */
export function labelLayers({ streets, label, labelHalo, water, waterLabel }: Palette, language: MapLanguage) {
  const halo = { 'text-halo-color': labelHalo, 'text-halo-width': 1.4 }
  const onWater = { 'text-color': waterLabel, 'text-halo-color': water, 'text-halo-width': 1.2 }
  const both = twoLines(language)
  const isLatin = languageTraits[language].script === 'Latin'
  const placeNames = (id: string, { filter, font, sizes: [far, near], paint }: PlaceLook): Label => ({
    id,
    type: 'symbol',
    'source-layer': 'places',
    maxzoom: 16,
    filter: ['all', kindIn('locality'), isTime(), filter],
    layout: {
      'text-field': both,
      'text-font': font,
      'text-size': byZoom(11, far, 15, near),
      'text-max-width': 8,
      'text-padding': 6,
      'symbol-sort-key': rank,
    },
    paint,
  })

  const layers: Label[] = [
    {
      id: 'house-numbers',
      type: 'symbol',
      'source-layer': 'buildings',
      minzoom: 17,
      filter: ['has', 'addr_housenumber'],
      layout: {
        'text-field': ['get', 'addr_housenumber'],
        'text-font': labelFonts.regular,
        'text-size': byZoom(17, 10, 19, 12),
        'text-padding': 4,
      },
      paint: { 'text-color': streets.label, ...halo },
    },
    {
      id: 'stream-names',
      type: 'symbol',
      'source-layer': 'water',
      minzoom: 13,
      filter: ['all', ['==', ['geometry-type'], 'LineString'], ['has', 'name']],
      layout: {
        'symbol-placement': 'line',
        'text-field': oneLine(language),
        'text-font': labelFonts.regular,
        'text-size': 11,
      },
      paint: onWater,
    },
    {
      id: 'green-names',
      type: 'symbol',
      'source-layer': 'pois',
      minzoom: 13,
      filter: [
        'all',
        kindIn('park', 'national_park', 'nature_reserve', 'beach', 'cemetery', 'peak', 'forest'),
        isTime(),
      ],
      layout: {
        'text-field': both,
        'text-font': labelFonts.regular,
        'text-size': 11.5,
        'text-max-width': 7,
        'text-padding': 6,
      },
      paint: { 'text-color': streets.greenLabel, ...halo },
    },
    {
      id: 'minor-names',
      type: 'symbol',
      'source-layer': 'roads',
      minzoom: 15,
      filter: ['all', kindIn('minor_road', 'other', 'path'), ['has', 'name']],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 350,
        'symbol-sort-key': rank,
        'text-field': oneLine(language),
        'text-font': labelFonts.regular,
        'text-size': byZoom(15, 11, 18, 13),
        'text-padding': 3,
      },
      paint: { 'text-color': streets.label, ...halo },
    },
    {
      id: 'major-names',
      type: 'symbol',
      'source-layer': 'roads',
      minzoom: 12.5,
      filter: ['all', kindIn('highway', 'major_road'), ['has', 'name']],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 350,
        'symbol-sort-key': rank,
        'text-field': oneLine(language),
        'text-font': labelFonts.regular,
        'text-size': byZoom(12, 10.5, 18, 14),
        'text-padding': 4,
      },
      paint: { 'text-color': streets.label, ...halo },
    },
    {
      id: 'points',
      type: 'symbol',
      'source-layer': 'pois',
      minzoom: 13,
      filter: ['all', ['!=', signOf, ''], isTime(1)],
      layout: {
        'icon-image': ['concat', signPrefix, signOf],
        'icon-size': byZoom(13, 0.8, 16, 1),
        'icon-padding': 3,
        'symbol-sort-key': rank,
        'text-field': ['step', ['zoom'], '', 15, both],
        'text-font': labelFonts.regular,
        'text-size': 11.5,
        'text-max-width': 8,
        'text-variable-anchor':
          languages[language].direction === 'ltr' ? ['left', 'right', 'top'] : ['right', 'left', 'top'],
        'text-radial-offset': 0.95,
        'text-justify': 'auto',
        'text-optional': true,
      },
      paint: { 'text-color': streets.label, ...halo },
    },
    {
      id: 'water-names',
      type: 'symbol',
      'source-layer': 'water',
      filter: ['all', ['==', ['geometry-type'], 'Point'], ['has', 'name'], isTime()],
      layout: {
        'text-field': both,
        'text-font': labelFonts.regular,
        'text-size': byZoom(11, 11, 15, 13),
        'text-letter-spacing': isLatin ? 0.06 : 0,
        'text-max-width': 7,
        'text-padding': 8,
      },
      paint: onWater,
    },
    {
      id: 'quarter-names',
      type: 'symbol',
      'source-layer': 'places',
      minzoom: 12,
      maxzoom: 17,
      filter: ['all', kindIn('neighbourhood', 'macrohood'), isTime(1)],
      layout: {
        'text-field': both,
        'text-font': labelFonts.regular,
        'text-size': byZoom(12, 11, 15, 13.5),
        'text-max-width': 7,
        'text-padding': 10,
        'symbol-sort-key': rank,
      },
      paint: { 'text-color': streets.label, ...halo },
    },
    placeNames('place-names', {
      filter: ['!', isLarge],
      font: labelFonts.regular,
      sizes: [12, 14],
      paint: { 'text-color': streets.label, ...halo },
    }),
    withRoom(
      placeNames('city-names', {
        filter: isLarge,
        font: labelFonts.medium,
        sizes: [['case', ['>=', population, 10], 17, 12], 20],
        paint: { 'text-color': label, ...halo },
      }),
    ),
  ]
  return layers
}
