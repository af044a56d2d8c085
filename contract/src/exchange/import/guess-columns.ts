import { ANSWER_PREFIX, type ImportKind, importFields } from './schema.ts'

export type ImportField = (typeof importFields)[ImportKind][number]

/** Names of columns in both languages, the most common first. */
const names: Record<ImportField, string> = {
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
  outline: 'geometry|wkt|geom|outline|polygon|boundary|area|coordinates|גאומטריה|מתאר|פוליגון|גבול',
  radius: 'radius|radius m|metres|meters|רדיוס|רדיוס במטרים',
  sensors: 'sensors|sensor|serial|serials|serial number|serial numbers|devices|device|חיישנים|חיישן|מספר סידורי',
  serial:
    'serial|serial number|serial no|sensor id|device id|id|dev eui|deveui|eui|imei|uid|מספר סידורי|מס סידורי|מזהה חיישן|מזהה',
  device: 'device type|type|model|kind|device|sensor type|סוג ההתקן|סוג התקן|סוג חיישן|סוג|דגם',
  heartbeat: 'interval between readings seconds|heartbeat|interval|period|מרווח בין קריאות שניות|מרווח|תדירות',
  email: 'email|e mail|mail|email address|e mail address|דוא ל|דואל|אימייל|מייל|כתובת דוא ל|כתובת מייל|דואר אלקטרוני',
  role: 'role|position|job|duty|תפקיד',
  access: 'access level|access|permission|level|רמת גישה|הרשאה',
  externalId:
    'external id|id|ref|reference|code|number|no|key|fid|objectid|uuid|guid|מזהה|מזהה חיצוני|מספר|קוד|מס|אסמכתא',
}

/** Reduces a name to lower-case letters and digits without vowel points, so that `Start_Time` equals `start time`. */
export const plainName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const columnNamesOf = (field: ImportField) => names[field].split('|')

/** Rank of a header among a field's names: 0 for the most common; undefined if the header does not match. */
const distance = (header: string, field: ImportField): number | undefined => {
  const known = columnNamesOf(field)
  const exact = known.indexOf(header)
  if (exact >= 0) return exact
  const inside = known.findIndex((name) => name.length > 3 && ` ${header} `.includes(` ${name} `))
  return inside < 0 ? undefined : 100 + inside
}

/** Names of questions by their plain names in all languages. */
export type ImportQuestions = ReadonlyMap<string, string>

const answerOf = (header: string, questions: ImportQuestions): string | null => {
  const question = questions.get(header)
  return question === undefined ? null : ANSWER_PREFIX + question
}

export const guessColumns = (headers: readonly string[], kind: ImportKind, questions: ImportQuestions) => {
  const plainHeaders = headers.map(plainName)
  const columns: (string | null)[] = plainHeaders.map((header) => (header ? answerOf(header, questions) : null))
  const candidates = importFields[kind].flatMap((field) =>
    plainHeaders.flatMap((header, column) => {
      const found = header === '' ? undefined : distance(header, field)
      return found === undefined ? [] : [{ field, column, distance: found }]
    }),
  )
  const taken = new Set<ImportField>()
  for (const { field, column } of candidates.toSorted((one, other) => one.distance - other.distance)) {
    if (taken.has(field) || columns[column] !== null) continue
    columns[column] = field
    taken.add(field)
  }
  return columns
}
