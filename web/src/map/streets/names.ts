import type { ExpressionSpecification } from 'maplibre-gl'
import type { MapLanguage } from '../palette.ts'

const get = (property: string): ExpressionSpecification => ['get', property]

/**
 * The name for a reader: in the language of the interface; else in English where the local name is not in Latin letters
 * (`script` says so); else the local one, which is on the signs.
 */
const readersName = (language: MapLanguage): ExpressionSpecification =>
  language === 'en'
    ? ['coalesce', get('name:en'), get('name')]
    : [
        'coalesce',
        get('name:he'),
        [
          'case',
          ['all', ['has', 'script'], ['!=', get('script'), 'Hebrew']],
          ['coalesce', get('name:en'), get('name')],
          get('name'),
        ],
      ]

const differs = (language: MapLanguage): ExpressionSpecification => [
  'all',
  ['has', 'name'],
  ['!=', readersName(language), get('name')],
]

/** The reader's name, and below it, smaller, the local one where it differs. */
export const twoLines = (language: MapLanguage): ExpressionSpecification => [
  'case',
  differs(language),
  ['format', readersName(language), {}, '\n', {}, get('name'), { 'font-scale': 0.85 }],
  ['format', readersName(language), {}],
]

/** Both names one after the other, for names that follow a line. */
export const oneLine = (language: MapLanguage): ExpressionSpecification => [
  'case',
  differs(language),
  ['concat', readersName(language), ' · ', get('name')],
  readersName(language),
]
