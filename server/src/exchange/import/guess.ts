import {
  columnNamesOf,
  guessColumns,
  type Import,
  type ImportField,
  type ImportKind,
  type ImportMapping,
  type ImportQuestions,
  type LngLat,
  plainName,
} from '#contract'
import { placeOf, placeOfTwo } from './place.ts'
import { orderOf } from './time.ts'

type Columns = Import['columns']

const samplesOf = (columns: Columns, fields: readonly (string | null)[], field: ImportField): string[] =>
  columns[fields.indexOf(field)]?.sample ?? []

/** Whether places lie nearer to the middle of the home area when the longitude comes first. */
const areSwapped = (columns: Columns, fields: readonly (string | null)[], home: LngLat | undefined): boolean => {
  if (!home) return false
  const lats = samplesOf(columns, fields, 'lat')
  const lngs = samplesOf(columns, fields, 'lng')
  const pairs = samplesOf(columns, fields, 'place')
  const places = (isSwapped: boolean) =>
    lats.length > 0 && lngs.length > 0
      ? lats.map((lat, index) => placeOfTwo(lat, lngs[index] ?? '', isSwapped))
      : pairs.map((text) => placeOf(text, isSwapped))
  const far = (isSwapped: boolean) =>
    places(isSwapped).reduce(
      (sum, found) =>
        typeof found === 'string' ? sum + 360 : sum + Math.hypot(found[0] - home[0], found[1] - home[1]),
      0,
    )
  return far(true) < far(false)
}

type Known = { questions: ImportQuestions; home: LngLat | undefined }
type Reader = Pick<ImportMapping, 'timeZone' | 'language'>

const mostAre = (samples: readonly string[], pattern: RegExp) => {
  const filled = samples.filter(Boolean)
  return filled.length > 0 && filled.filter((sample) => pattern.test(sample)).length > filled.length / 2
}

/**
 * Guesses the kind: activities have an end or a community, members an e-mail address, and regions outlines but no type.
 */
const kindOf = (columns: Columns): ImportKind => {
  const headers = columns.map(({ name }) => plainName(name))
  const has = (field: ImportField) => columnNamesOf(field).some((name) => headers.includes(name))
  if (has('end') || has('community')) return 'activity'
  if (columns.some(({ sample }) => mostAre(sample, /^[^@\s]+@[^@\s]+$/)) && has('email')) return 'member'
  const hasOutlines = columns.some(({ sample }) => mostAre(sample, /^(MULTI)?POLYGON/i))
  return hasOutlines && !has('type') && !has('time') ? 'region' : 'event'
}

export const guess = (columns: Columns, { questions, home }: Known, { timeZone, language }: Reader): ImportMapping => {
  const headers = columns.map(({ name }) => name)
  const kind = kindOf(columns)
  const fields = guessColumns(headers, kind, kind === 'event' ? questions : new Map())
  const times = (['time', 'start', 'end'] as const).flatMap((field) => samplesOf(columns, fields, field))
  const isAmerican = /^America\/(?!Argentina|Sao_Paulo|Bogota|Lima|Santiago|Caracas)/.test(timeZone)
  return {
    kind,
    columns: fields,
    eventType: null,
    community: null,
    groups: [],
    role: null,
    dateOrder: orderOf(times, isAmerican ? 'mdy' : 'dmy'),
    timeZone,
    isSwapped: areSwapped(columns, fields, home),
    language,
  }
}
