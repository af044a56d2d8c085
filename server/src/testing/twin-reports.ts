import type { LngLat } from '#contract'
import { type Random, seeded } from '../demo/random.ts'

/** A report of the seeded set; `twinOf` is the index of the report that this report repeats. */
export type SeededReport = {
  typeId: string
  typeName: string
  place: LngLat
  createdAt: Date
  text: string
  answers: { questionId: string; value: string }[]
  twinOf: number | undefined
}

type Subject = { type: string; kindred?: string; en: string[]; he: string[] }

/** Different wordings of each subject, in both languages. */
const subjects: Subject[] = [
  {
    type: 'Blocked road',
    kindred: 'Fallen tree on road',
    en: [
      'A tree fell and blocks the road',
      'Big branch down, street closed',
      'cannot pass, trunk across both lanes',
      'eucalyptus on the road',
    ],
    he: ['עץ נפל וחוסם את הכביש', 'ענף גדול ברחוב, אי אפשר לעבור', 'גזע על שני הנתיבים', 'אקליפטוס נפל על הדרך'],
  },
  {
    type: 'Blocked road',
    en: ['Rocks on the road after the rain', 'landslide closed one lane', 'boulders rolled down onto the street'],
    he: ['סלעים על הכביש אחרי הגשם', 'מפולת סגרה נתיב', 'אבנים גדולות התדרדרו לרחוב'],
  },
  {
    type: 'Blocked road',
    kindred: 'Accident on the road',
    en: [
      'Truck stuck across the junction',
      'a lorry is jammed, nobody gets through the intersection',
      'vehicle blocks the crossroads',
    ],
    he: ['משאית תקועה בצומת', 'רכב כבד חוסם את הצומת', 'משאית באמצע הצומת ואין מעבר'],
  },
  {
    type: 'Accident on the road',
    en: [
      'Two cars crashed, one person hurt',
      'collision between vehicles, somebody is bleeding',
      'car accident with injured driver',
    ],
    he: ['שתי מכוניות התנגשו, אדם נפגע', 'תאונה עם פצוע', 'התנגשות רכבים, הנהג מדמם'],
  },
  {
    type: 'Accident on the road',
    en: ['Cyclist hit by a scooter', 'bicycle and scooter collided on the path', 'bike rider down after crash'],
    he: ['רוכב אופניים נפגע מקורקינט', 'תאונת אופניים וקורקינט בשביל', 'רוכב על הרצפה אחרי התנגשות'],
  },
  {
    type: 'Flood',
    en: [
      'Street under water, cars are floating',
      'flooded road, water up to the knees',
      'the whole lane is underwater',
    ],
    he: ['הרחוב מוצף, מכוניות צפות', 'הצפה בכביש, מים עד הברכיים', 'כל הנתיב מתחת למים'],
  },
  {
    type: 'Flood',
    en: [
      'Basement of our building is full of water',
      'water came into the house cellar',
      'flooding in the apartment parking',
    ],
    he: ['המרתף של הבניין מלא מים', 'מים נכנסו לבית', 'הצפה בחניון הבניין'],
  },
  {
    type: 'Water and sewage',
    en: ['A pipe burst and water shoots up', 'main leaking at the corner', 'huge leak from a broken pipe'],
    he: ['צינור התפוצץ ומים פורצים', 'נזילה גדולה מצינור', 'פיצוץ בצינור ראשי בפינה'],
  },
  {
    type: 'Water and sewage',
    en: ['Sewage overflowing from the manhole', 'drain is clogged and stinks', 'sewer comes up through the cover'],
    he: ['ביוב עולה מהשוחה', 'ניקוז סתום ומסריח', 'הביוב עולה דרך המכסה'],
  },
  {
    type: 'Fire',
    en: ['Smoke from the roof of a house', 'flames on the top floor of the building', 'house on fire'],
    he: ['עשן מהגג של בית', 'להבות בקומה עליונה של בניין', 'בית בוער'],
  },
  {
    type: 'Fire',
    en: ['Rubbish bin burning', 'trash container on fire', 'flames in the dumpster'],
    he: ['פח אשפה בוער', 'מכולת זבל עולה באש', 'שריפה בפח'],
  },
  {
    type: 'Power and light',
    en: ['Power line hanging over the pavement', 'electric wires down after the storm', 'a torn cable on the ground'],
    he: ['קו חשמל תלוי מעל המדרכה', 'כבל חשמל קרוע על הקרקע', 'חוטי חשמל נפלו בסערה'],
  },
  {
    type: 'Power and light',
    en: ['Blackout in all houses here', 'no electricity since an hour', 'power outage in the block'],
    he: ['הפסקת חשמל בכל הבתים', 'אין חשמל כבר שעה', 'חשמל נפל בכל הבניין'],
  },
  {
    type: 'Power and light',
    en: ['Street lamps are dark', 'streetlight out along the path', 'lights broken, very dark'],
    he: ['פנסי רחוב כבויים', 'אין תאורה לאורך השביל', 'הפנסים לא דולקים, חושך'],
  },
  {
    type: 'Hazard',
    en: ['Deep pothole damaged my car', 'big hole in the asphalt', 'sinkhole opening in the lane'],
    he: ['בור עמוק שבר לי את הרכב', 'מהמורה גדולה באספלט', 'בור נפער בנתיב'],
  },
  {
    type: 'Hazard',
    en: [
      'Broken glass all over the playground',
      'smashed window pieces beside the swings',
      'shards on the ground in the park',
    ],
    he: ['זכוכיות שבורות בגן שעשועים', 'שמשה מנופצת ליד הנדנדות', 'שברי זכוכית בפארק'],
  },
  {
    type: 'Hazard',
    en: ['Wall about to collapse', 'the stone fence is leaning over the footpath', 'cracked wall, dangerous'],
    he: ['קיר עומד לקרוס', 'גדר אבן נוטה על השביל', 'קיר סדוק ומסוכן'],
  },
  {
    type: 'Animals',
    en: ['Aggressive dog without owner', 'stray dogs scare children', 'loose dog barks at everyone'],
    he: ['כלב תוקפני בלי בעלים', 'כלבים משוטטים מפחידים ילדים', 'כלב משוחרר נובח על כולם'],
  },
  {
    type: 'Animals',
    en: ['Snake in the yard', 'a long snake at the kindergarten', 'saw a viper snake'],
    he: ['נחש בחצר', 'נחש ארוך ליד הגן', 'ראיתי נחש צפע'],
  },
  {
    type: 'Animals',
    en: ['Wild boars dig up the garden', 'boar family near the bins', 'boars on the lawn'],
    he: ['חזירי בר הופכים את הגינה', 'חזיר בר ליד הפחים', 'חזירים על הדשא'],
  },
  {
    type: 'People',
    en: ['Old woman lost and confused', 'elderly lady does not know where she lives', 'confused resident wandering'],
    he: ['אישה מבוגרת מבולבלת', 'קשישה לא יודעת איפה היא גרה', 'תושבת מבולבלת מסתובבת'],
  },
  {
    type: 'People',
    en: ['People trapped in the elevator', 'lift is stuck with a child inside', 'stuck in elevator, third floor'],
    he: ['אנשים לכודים במעלית', 'מעלית תקועה עם ילד', 'תקועים במעלית קומה שלישית'],
  },
  {
    type: 'Suspicious',
    en: ['Unattended bag at the bus stop', 'suspicious package under the bench', 'left backpack, suspicious'],
    he: ['תיק ללא השגחה בתחנה', 'חפץ חשוד מתחת לספסל', 'תרמיל חשוד'],
  },
  {
    type: 'Suspicious',
    en: ['Strong smell of gas', 'gas odour in the stairs', 'it smells like a gas leak'],
    he: ['ריח חזק של גז', 'ריח גז בחדר המדרגות', 'כנראה דליפת גז'],
  },
]

const typeNames = [...new Set(subjects.flatMap(({ type, kindred }) => (kindred ? [type, kindred] : [type])))]
const idOfType = (name: string) => `type-${typeNames.indexOf(name)}`

/** Swaps, drops, doubles or replaces a letter in one word. */
const withTypo = (text: string, random: Random): string => {
  const words = text.split(' ')
  const index = random.below(words.length)
  const word = words[index] ?? ''
  if (word.length < 4) return text
  const at = 1 + random.below(word.length - 2)
  const changed = random.pick([
    () => word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + (word[at] ?? '') + word.slice(at),
    () => `${word.slice(0, at)}${/[א-ת]/.test(word) ? 'א' : 'e'}${word.slice(at + 1)}`,
  ])()
  return words.with(index, changed).join(' ')
}

const METRES_PER_DEGREE = 111_320
const CENTRE: LngLat = [34.99, 32.79]

const moved = ([lng, lat]: LngLat, metres: number, angle: number): LngLat => [
  lng + (metres * Math.cos(angle)) / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)),
  lat + (metres * Math.sin(angle)) / METRES_PER_DEGREE,
]

const HOUR = 3_600_000

/**
 * Reports of a town and its villages, 20 × 20 km in two stormy days, in both languages. A fifth repeat an earlier report:
 * 0 to 100 m away, up to six hours later, in other words, often in the other language, with typos. Another tenth are of
 * the same type as an earlier report and within 100 m and two hours of it, but of another event, and must not be
 * suggested.
 */
export const seededReports = (count: number, seed: number): SeededReport[] => {
  const random = seeded(seed)
  const reports: (SeededReport & { subject: Subject; wording: string })[] = []
  /** `originals`: indexes of reports that repeat no other. `withNeighbour`: indexes of reports near another event. */
  const originals: number[] = []
  const withNeighbour = new Set<number>()
  const begin = Date.UTC(2026, 10, 14)
  const add = (subject: Subject, place: LngLat, ms: number, twinOf: number | undefined) => {
    const language = random.isLucky(0.5) ? subject.en : subject.he
    const earlier = twinOf === undefined ? undefined : reports[twinOf]?.wording
    const wording = random.pick(language.filter((text) => text !== earlier))
    const type = twinOf !== undefined && subject.kindred && random.isLucky(0.3) ? subject.kindred : subject.type
    if (twinOf === undefined) originals.push(reports.length)
    reports.push({
      typeId: idOfType(type),
      typeName: type,
      place,
      createdAt: new Date(ms),
      text: random.isLucky(0.35) ? withTypo(wording, random) : wording,
      answers: [],
      twinOf,
      subject,
      wording,
    })
  }
  const addTwin = (of: number, { subject, place, createdAt }: (typeof reports)[number]) => {
    const ms = createdAt.getTime() + random.next() ** 2 * 6 * HOUR
    add(subject, moved(place, random.next() * 100, random.next() * 2 * Math.PI), ms, of)
  }
  const addNeighbour = ({ subject, place, createdAt }: (typeof reports)[number]) => {
    const others = subjects.filter((one) => one !== subject && one.type === subject.type)
    if (others.length === 0) return
    const ms = createdAt.getTime() + random.next() * 2 * HOUR
    add(random.pick(others), moved(place, random.next() * 100, random.next() * 2 * Math.PI), ms, undefined)
  }
  while (reports.length < count) {
    const index = originals.length > 0 ? random.pick(originals) : 0
    const earlier = reports[index]
    const kind = random.next()
    if (earlier && kind < 0.2) addTwin(index, earlier)
    else if (earlier && kind < 0.32 && !withNeighbour.has(index)) {
      withNeighbour.add(index).add(reports.length)
      addNeighbour(earlier)
    } else {
      const place = moved(moved(CENTRE, (random.next() - 0.5) * 20_000, 0), (random.next() - 0.5) * 20_000, Math.PI / 2)
      add(random.pick(subjects), place, begin + random.next() * 48 * HOUR, undefined)
    }
  }
  return reports.map(({ subject: _, wording: __, ...report }) => report)
}
