import type { ExpressionSpecification } from 'maplibre-gl'
import { languageTraits } from '#contract'
import type { MapLanguage } from '../palette.ts'

const get = (property: string): ExpressionSpecification => ['get', property]

/**
 * Main name: in the interface's language; else in English if the local name is not in the interface's script; else the
 * local name, as on signs.
 */
const readersName = (language: MapLanguage): ExpressionSpecification => [
  'coalesce',
  get(`name:${language}`),
  [
    'case',
    ['all', ['has', 'script'], ['!=', get('script'), languageTraits[language].script]],
    ['coalesce', get('name:en'), get('name')],
    get('name'),
  ],
]

const differs = (language: MapLanguage): ExpressionSpecification => [
  'all',
  ['has', 'name'],
  ['!=', readersName(language), get('name')],
]

export const twoLines = (language: MapLanguage): ExpressionSpecification => [
  'case',
  differs(language),
  ['format', readersName(language), {}, '\n', {}, get('name'), { 'font-scale': 0.85 }],
  ['format', readersName(language), {}],
]

export const oneLine = (language: MapLanguage): ExpressionSpecification => [
  'case',
  differs(language),
  ['concat', readersName(language), ' · ', get('name')],
  readersName(language),
]
