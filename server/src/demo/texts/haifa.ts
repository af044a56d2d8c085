import type { DemoCommunity } from './activities.ts'
import { bayEventTypes, type DemoAction, type DemoEventType, type DemoRole } from './configuration.ts'
import type { DemoEvent } from './events.ts'
import type { DemoPerson } from './people.ts'
import type { DemoRegion } from './regions.ts'

export const haifaRoles: DemoRole[] = [
  { name: 'Duty officer', defaultView: 'MAP' },
  { name: 'Field team', defaultView: 'MAP' },
  { name: 'Medic', defaultView: 'MAP' },
]

export const haifaActions: DemoAction[] = [
  { name: 'Arrived on site', unit: 'Text', value: 'במקום' },
  { name: 'Called back', unit: 'Text', value: 'חזרנו למדווח' },
  { name: 'Escalate to duty officer', unit: 'Text', value: 'הועבר', sharesWith: 'Duty officer' },
  { name: 'Severity', unit: 'Text', value: 'בינונית', values: ['נמוכה', 'בינונית', 'גבוהה', 'קריטית'] },
  { name: 'People evacuated', unit: 'Number', value: '1', isCustomValue: true },
  { name: 'Patients treated', unit: 'Number', value: '1', isCustomValue: true },
]

const medicalGuide = {
  guide: 'If someone’s life is in danger, call 101 first. Then stay with the person.',
  guideHe: 'בסכנת חיים התקשרו קודם ל־101. אחר כך הישארו עם הפצוע.',
}

export const haifaEventTypes: DemoEventType[] = bayEventTypes
  .filter(({ key }) => ['road', 'medical', 'fire', 'flood', 'power', 'missing'].includes(key))
  .map(({ url: _, ...type }) => (type.key === 'medical' ? { ...type, ...medicalGuide } : type))

export const haifaRegions: DemoRegion[] = [
  {
    name: 'Haifa',
    he: 'חיפה',
    ring: [
      [34.95, 32.83],
      [34.955, 32.77],
      [35.03, 32.755],
      [35.06, 32.79],
      [35.03, 32.825],
      [34.985, 32.84],
    ],
  },
  {
    name: 'Krayot',
    he: 'הקריות',
    ring: [
      [35.03, 32.825],
      [35.06, 32.79],
      [35.11, 32.8],
      [35.11, 32.87],
      [35.065, 32.87],
    ],
  },
]

/** The username of the account that README.md names for the Hebrew service. */
export const hebrewAccount = 'hebrew'

export const haifaPeople: DemoPerson[] = [
  {
    username: hebrewAccount,
    firstName: 'רוני',
    lastName: 'שמש',
    role: 'Duty officer',
    home: 'carmelCenter',
    type: 'Technician',
    language: 'he',
    description: '<p>אחראית על המוקד, החיישנים ומכשירי הקשר.</p>',
  },
  {
    username: 'dafna.golan',
    firstName: 'דפנה',
    lastName: 'גולן',
    role: 'Duty officer',
    home: 'hadar',
    type: 'Admin',
    language: 'he',
  },
  {
    username: 'amir.khoury',
    firstName: 'אמיר',
    lastName: 'ח׳ורי',
    role: 'Medic',
    home: 'germanColony',
    language: 'he',
    description: '<p>חובש בכיר, זמין בסופי שבוע.</p>',
  },
  {
    username: 'lior.shaked',
    firstName: 'ליאור',
    lastName: 'שקד',
    role: 'Field team',
    home: 'kiryatHaim',
    language: 'he',
    description: '<p>צוות שטח, הקריות.</p>',
  },
  {
    username: 'nir.azulay',
    firstName: 'ניר',
    lastName: 'אזולאי',
    role: 'Field team',
    home: 'neveShaanan',
    language: 'he',
  },
]

export const haifaEvents: DemoEvent[] = [
  [
    'road',
    'carmelCenter',
    'עץ נפל על הכביש',
    'עץ אורן גדול חוסם נתיב אחד. המכוניות עוקפות אותו בנתיב הנגדי.',
    'עץ',
    'Yes',
  ],
  ['flood', 'kiryatHaim', 'רחוב מוצף ליד החוף', 'הניקוז סתום והמים מגיעים לפתחי החניונים.', 'עד הקרסול'],
  ['medical', 'hadar', 'אישה התעלפה בתחנת האוטובוס', 'היא בהכרה, יושבת ושותה מים. עוברת אורח נשארה איתה.', '1', 'Yes'],
  ['fire', 'neveShaanan', 'עשן מהוואדי מתחת לבתים', 'עמוד עשן דק, הרוח נושבת לכיוון הבתים.', 'עשב או שיחים', 'Yes'],
  [
    'power',
    'hadar',
    'הפסקת חשמל בבניין מגורים',
    'המעלית תקועה בין הקומות, אין בה אנשים. דיירת בקומה החמישית זקוקה לחמצן.',
    '24',
  ],
  [
    'missing',
    'batGalim',
    'ילד בן 8 התרחק מהכיתה',
    'נראה לאחרונה ליד הטיילת. הוא יודע את מספר הטלפון של הוריו.',
    '8',
    'חולצה אדומה וכובע כחול',
  ],
  [
    'road',
    'checkPost',
    'אוטובוס תקוע בצומת',
    'האוטובוס חוסם שני נתיבים. הנוסעים ירדו וממתינים על המדרכה.',
    'אוטובוס',
    'Yes',
  ],
  ['medical', 'batGalim', 'רוכב אופניים נפגע', 'בהכרה, מתלונן על כאבים ביד.', '1', 'Yes'],
  ['flood', 'checkPost', 'מעבר תת־קרקעי מלא במים', 'מכונית אחת נתקעה והנהג יצא ממנה בכוחות עצמו.', 'עמוק יותר'],
  ['fire', 'germanColony', 'ריח שרוף בחניון', 'אין להבות, אבל עשן מתחיל לעלות במדרגות.', 'רכב', 'Yes'],
  ['power', 'kiryatHaim', 'עמוד חשמל נוטה לכיוון בית', 'העמוד נטה אחרי הסערה והקווים מתוחים.', '8'],
  ['road', 'denya', 'בור עמוק בעיקול', 'בלילה לא רואים אותו. שני רוכבים החליקו אתמול.', 'בור', 'No'],
]

export const haifaCommunities: DemoCommunity[] = [
  {
    title: 'Haifa volunteers',
    he: 'מתנדבי חיפה',
    groups: [
      {
        name: 'שכנים עוזרים בהדר',
        description: '<p>ביקורי בית, קניות ועזרה לשכנים ותיקים.</p>',
        place: 'hadar',
        admin: 'dafna.golan',
        members: ['dafna.golan', 'amir.khoury', 'nir.azulay'],
        visitors: 2,
        criteria: [{ name: 'שיחות שהוחזרו', action: 'שיחה חוזרת', target: 4 }],
        monthly: { name: 'מפגש מתנדבים', description: 'קפה, עדכונים ותורנויות לחודש הבא.' },
      },
    ],
    activities: [
      {
        name: 'הרצאה: איך מתכוננים לרעידת אדמה',
        description: 'הרצאה קצרה ואחריה תרגול. הכניסה חופשית, גם לילדים.',
        place: 'carmelCenter',
        groups: [0],
        day: 5,
        hour: 16,
        hours: 2,
        isPublic: true,
        subscribers: 3,
      },
      {
        name: 'ניקוי חוף בת גלים',
        description: 'כפפות ושקיות במקום. הביאו מים וכובע.',
        place: 'batGalim',
        groups: [],
        day: 12,
        hour: 6,
        hours: 3,
        isPublic: true,
        subscribers: 2,
      },
    ],
  },
]
