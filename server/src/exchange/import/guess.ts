import { ANSWER_PREFIX, type Import, type ImportKind, type ImportMapping, importFields, type LngLat } from '#contract'
import { placeOf, placeOfTwo } from './place.ts'
import { orderOf } from './time.ts'

type Field = (typeof importFields)[ImportKind][number]

/** Names of columns in both languages, the most usual first. */
const names: Record<Field, string> = {
  name: 'name|title|subject|event name|summary|שם|כותרת|נושא|שם האירוע|שם הפעילות|תקציר',
  description: 'description|details|notes|comment|comments|remarks|text|desc|תיאור|פרטים|הערות|הערה|פירוט',
  type: 'type|event type|category|kind|class|סוג|סוג אירוע|סוג האירוע|קטגוריה|קטגורייה',
  community: 'community|organisation|organization|קהילה|ארגון|עמותה',
  groups: 'group|groups|team|teams|קבוצה|קבוצות|צוות|צוותים',
  start: 'start|start time|start date|begins|from|date|time|when|התחלה|שעת התחלה|תאריך התחלה|מתאריך|תאריך|מועד',
  end: 'end|end time|end date|ends|to|until|planned time|due|סיום|שעת סיום|תאריך סיום|עד תאריך|עד',
  isPublic: 'public|open|is public|open to the public|ציבורי|פתוח|פתוח לציבור',
  place: 'coordinates|coords|location|geometry|wkt|geom|lat lng|lat lon|position|point|קואורדינטות|נקודה|מיקום|נ צ|נצ',
  lat: 'lat|latitude|y|lat y|gps lat|קו רוחב|רוחב|נ צ צפון',
  lng: 'lng|lon|long|longitude|x|gps lon|gps long|קו אורך|אורך|נ צ מזרח',
  address: 'address|street|place|full address|street address|כתובת|רחוב|מקום|כתובת מלאה',
  time: 'time|date|created|created at|reported|reported at|timestamp|datetime|date time|creation time|when|תאריך|זמן|מועד|תאריך ושעה|תאריך דיווח|נוצר',
  region: 'region|area|district|zone|quarter|neighbourhood|neighborhood|גזרה|אזור|איזור|רובע|שכונה|מחוז',
  externalId:
    'external id|id|ref|reference|code|number|no|key|fid|objectid|uuid|guid|מזהה|מזהה חיצוני|מספר|קוד|מס|אסמכתא',
}

/** Letters and digits in lower case, without vowel points: `Start_Time` and `start time` are the same. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const namesOf = (field: Field) => names[field].split('|')

/** 0 for the usual name, more for others; undefined if the header is none of them. */
const distance = (header: string, field: Field): number | undefined => {
  const known = namesOf(field)
  const exact = known.indexOf(header)
  if (exact >= 0) return exact
  const inside = known.findIndex((name) => name.length > 3 && ` ${header} `.includes(` ${name} `))
  return inside < 0 ? undefined : 100 + inside
}

/** The names of questions by their plain names in all languages. */
export type Questions = ReadonlyMap<string, string>

const answerOf = (header: string, questions: Questions): string | null => {
  const question = questions.get(header)
  return question === undefined ? null : ANSWER_PREFIX + question
}

export const guessColumns = (headers: readonly string[], kind: ImportKind, questions: Questions) => {
  const plainHeaders = headers.map(plain)
  const columns: (string | null)[] = plainHeaders.map((header) => (header ? answerOf(header, questions) : null))
  const candidates = importFields[kind].flatMap((field) =>
    plainHeaders.flatMap((header, column) => {
      const found = header === '' ? undefined : distance(header, field)
      return found === undefined ? [] : [{ field, column, distance: found }]
    }),
  )
  const taken = new Set<Field>()
  for (const { field, column } of candidates.toSorted((one, other) => one.distance - other.distance)) {
    if (taken.has(field) || columns[column] !== null) continue
    columns[column] = field
    taken.add(field)
  }
  return columns
}

type Columns = Import['columns']

const samplesOf = (columns: Columns, fields: readonly (string | null)[], field: Field): string[] =>
  columns[fields.indexOf(field)]?.sample ?? []

/** Whether places lie nearer to the middle of the home area when the longitude comes first. */
const areSwapped = (columns: Columns, fields: readonly (string | null)[], home: LngLat | undefined): boolean => {
  if (!home) return false
  const [lats, lngs] = [samplesOf(columns, fields, 'lat'), samplesOf(columns, fields, 'lng')]
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

type Known = { questions: Questions; home: LngLat | undefined }
type Reader = Pick<ImportMapping, 'timeZone' | 'language'>

/** What the columns most likely hold. A file with a start, an end or a community has activities. */
export const guess = (columns: Columns, { questions, home }: Known, { timeZone, language }: Reader): ImportMapping => {
  const headers = columns.map(({ name }) => name)
  const asActivity = guessColumns(headers, 'activity', new Map())
  const plainHeaders = headers.map(plain)
  const isActivity = (['community', 'end'] as const).some((field) =>
    namesOf(field).some((name) => plainHeaders.includes(name)),
  )
  const kind = isActivity ? 'activity' : 'event'
  const fields = isActivity ? asActivity : guessColumns(headers, 'event', questions)
  const times = (['time', 'start', 'end'] as const).flatMap((field) => samplesOf(columns, fields, field))
  const isAmerican = /^America\/(?!Argentina|Sao_Paulo|Bogota|Lima|Santiago|Caracas)/.test(timeZone)
  return {
    kind,
    columns: fields,
    eventType: null,
    community: null,
    groups: [],
    dateOrder: orderOf(times, isAmerican ? 'mdy' : 'dmy'),
    timeZone,
    isSwapped: areSwapped(columns, fields, home),
    language,
  }
}
