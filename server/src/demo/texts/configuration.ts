import type { ActionUnit, DefaultView, Question } from '#contract'

export type DemoRole = {
  name: string
  defaultView: DefaultView
  isViewer?: true
  actions?: string[]
  /** Labels and values of actions in this role. */
  called?: Record<string, { label: string; customValue?: string }>
  eventTypes?: string[]
}

export type DemoAction = {
  name: string
  unit: ActionUnit
  value: string
  isCustomValue?: true
  values?: string[]
  /** Logging it shares the event with this role. */
  sharesWith?: string
}

export type DemoQuestion = { name: string; he: string; kind: Question['kind']; choices?: [en: string, he: string][] }

export type DemoEventType = {
  key: string
  name: string
  he: string
  guide: string
  guideHe: string
  icon: string
  colour: string
  responsible?: string
  anonymous?: true
  isPhotoRequired?: true
  unit?: ActionUnit
  value?: string
  url?: string
  questions: DemoQuestion[]
}

export const bayRoles: DemoRole[] = [
  { name: 'Duty officer', defaultView: 'MAP' },
  {
    name: 'Field team',
    defaultView: 'MAP',
    actions: [
      'Arrived on site',
      'Escalate to duty officer',
      'People evacuated',
      'Sandbags placed',
      'Severity',
      'Damage estimate',
    ],
  },
  {
    name: 'Medic',
    defaultView: 'MAP',
    actions: ['Arrived on site', 'Patients treated', 'Severity', 'Escalate to duty officer'],
    called: { 'Arrived on site': { label: 'With the patient', customValue: 'With the patient' } },
    eventTypes: ['medical', 'fire', 'missing'],
  },
  {
    name: 'Community liaison',
    defaultView: 'CALENDAR',
    actions: ['Called back', 'Supplies delivered', 'Ambulance requested'],
  },
  { name: 'Analyst', defaultView: 'DASHBOARD' },
  { name: 'Observer', defaultView: 'MAP', isViewer: true },
]

export const bayActions: DemoAction[] = [
  { name: 'Arrived on site', unit: 'Text', value: 'Arrived' },
  { name: 'Called back', unit: 'Text', value: 'Called back' },
  { name: 'Escalate to duty officer', unit: 'Text', value: 'Escalated', sharesWith: 'Duty officer' },
  { name: 'Ambulance requested', unit: 'Number', value: '1', sharesWith: 'Medic' },
  { name: 'Severity', unit: 'Text', value: 'Medium', values: ['Low', 'Medium', 'High', 'Critical'] },
  { name: 'People evacuated', unit: 'Number', value: '1', isCustomValue: true },
  { name: 'Patients treated', unit: 'Number', value: '1', isCustomValue: true },
  { name: 'Sandbags placed', unit: 'Number', value: '50', isCustomValue: true },
  { name: 'Damage estimate', unit: 'Dollar', value: '500', isCustomValue: true },
  { name: 'Supplies delivered', unit: 'Dollar', value: '100', values: ['50', '100', '250', '500'] },
]

const yesNo = (name: string, he: string): DemoQuestion => ({ name, he, kind: 'yesNo' })
const number = (name: string, he: string): DemoQuestion => ({ name, he, kind: 'number' })
const text = (name: string, he: string): DemoQuestion => ({ name, he, kind: 'text' })

export const bayEventTypes: DemoEventType[] = [
  {
    key: 'road',
    name: 'Road hazard',
    he: 'מפגע בכביש',
    guide: 'Stay off the road. Tell us what blocks it and in which direction.',
    guideHe: 'אל תעמדו על הכביש. ספרו מה חוסם אותו ובאיזה כיוון.',
    icon: 'alert-triangle',
    colour: '#8f7200',
    questions: [text('What is on the road?', 'מה נמצא על הכביש?'), yesNo('Is a lane blocked?', 'האם נתיב חסום?')],
  },
  {
    key: 'medical',
    name: 'Medical help',
    he: 'עזרה רפואית',
    guide: 'If a life is in danger, call 911 first. Then stay with the person.',
    guideHe: 'בסכנת חיים התקשרו קודם ל־911. אחר כך הישארו עם הפצוע.',
    icon: 'ambulance',
    colour: '#c92a2a',
    responsible: 'Medic',
    questions: [
      number('How many people need help?', 'כמה אנשים זקוקים לעזרה?'),
      yesNo('Are they conscious?', 'האם הם בהכרה?'),
    ],
  },
  {
    key: 'fire',
    name: 'Fire or smoke',
    he: 'אש או עשן',
    guide: '<p>Move away, <strong>against the wind</strong>.</p><p>Never go back for belongings.</p>',
    guideHe: '<p>התרחקו <strong>נגד כיוון הרוח</strong>.</p><p>אל תחזרו לקחת חפצים.</p>',
    icon: 'flame',
    colour: '#d9480f',
    responsible: 'Duty officer',
    url: 'https://www.ready.gov/home-fires',
    questions: [
      {
        name: 'What is burning?',
        he: 'מה בוער?',
        kind: 'choice',
        choices: [
          ['Grass or brush', 'עשב או שיחים'],
          ['Building', 'מבנה'],
          ['Vehicle', 'רכב'],
          ['Not known', 'לא ידוע'],
        ],
      },
      yesNo('Is anyone in danger?', 'האם מישהו בסכנה?'),
    ],
  },
  {
    key: 'flood',
    name: 'Flooding',
    he: 'הצפה',
    guide: 'Do not walk or drive through water. Report how deep it is and whether it rises.',
    guideHe: 'אל תלכו ואל תיסעו בתוך המים. דווחו על העומק והאם המים עולים.',
    icon: 'ripple',
    colour: '#1971c2',
    questions: [
      {
        name: 'How deep is the water?',
        he: 'מה עומק המים?',
        kind: 'choice',
        choices: [
          ['To the ankle', 'עד הקרסול'],
          ['To the knee', 'עד הברך'],
          ['Deeper', 'עמוק יותר'],
        ],
      },
    ],
  },
  {
    key: 'power',
    name: 'Power outage',
    he: 'הפסקת חשמל',
    guide: 'Keep away from fallen lines. Tell us if someone depends on a medical device.',
    guideHe: 'התרחקו מקווים שנפלו. ספרו אם מישהו תלוי במכשיר רפואי.',
    icon: 'bolt',
    colour: '#f08c00',
    questions: [
      number('How many homes are without power?', 'כמה בתים ללא חשמל?'),
      { name: 'Since which day?', he: 'מאיזה יום?', kind: 'date' },
    ],
  },
  {
    key: 'missing',
    name: 'Missing person',
    he: 'נעדר',
    guide: 'Tell us who is missing, where they were last seen and what they wore.',
    guideHe: 'ספרו מי נעדר, היכן נראה לאחרונה ומה לבש.',
    icon: 'user-search',
    colour: '#9c36b5',
    responsible: 'Duty officer',
    questions: [number('Age', 'גיל'), text('Last seen wearing', 'מה לבש כשנראה לאחרונה')],
  },
  {
    key: 'suspicious',
    name: 'Suspicious activity',
    he: 'פעילות חשודה',
    guide: 'Do not approach. You may report without your name.',
    guideHe: 'אל תתקרבו. אפשר לדווח בלי שם.',
    icon: 'eye',
    colour: '#495057',
    anonymous: true,
    questions: [text('What did you see?', 'מה ראיתם?')],
  },
  {
    key: 'damage',
    name: 'Property damage',
    he: 'נזק לרכוש',
    guide: 'A photo helps us to send the right team.',
    guideHe: 'תמונה עוזרת לנו לשלוח את הצוות הנכון.',
    icon: 'hammer',
    colour: '#846358',
    isPhotoRequired: true,
    unit: 'Dollar',
    value: '250',
    questions: [text('What is damaged?', 'מה ניזוק?'), yesNo('Is it safe to use?', 'האם בטוח להשתמש?')],
  },
  {
    key: 'supplies',
    name: 'Supplies needed',
    he: 'דרושה אספקה',
    guide: 'Water, food, blankets, medicine: say what and for how many.',
    guideHe: 'מים, מזון, שמיכות, תרופות: כתבו מה ולכמה אנשים.',
    icon: 'package',
    colour: '#2b8a3e',
    unit: 'Dollar',
    value: '80',
    questions: [text('What is needed?', 'מה דרוש?'), number('For how many people?', 'לכמה אנשים?')],
  },
]

export const harborRoles: DemoRole[] = [
  { name: 'Watch officer', defaultView: 'MAP' },
  { name: 'Boat crew', defaultView: 'MAP' },
  { name: 'Harbor visitor', defaultView: 'MAP', isViewer: true },
]

export const harborActions: DemoAction[] = [
  { name: 'Boat under way', unit: 'Text', value: 'Under way' },
  { name: 'People brought ashore', unit: 'Number', value: '1', isCustomValue: true },
  { name: 'Call the watch officer', unit: 'Text', value: 'Called', sharesWith: 'Watch officer' },
]

export const harborEventTypes: DemoEventType[] = [
  {
    key: 'distress',
    name: 'Vessel in distress',
    he: 'כלי שיט במצוקה',
    guide: 'Give the name of the vessel, its position and how many are aboard.',
    guideHe: 'ציינו את שם כלי השיט, מיקומו וכמה אנשים עליו.',
    icon: 'lifebuoy',
    colour: '#c92a2a',
    responsible: 'Watch officer',
    questions: [number('How many people are aboard?', 'כמה אנשים על הסיפון?')],
  },
  {
    key: 'spill',
    name: 'Oil on the water',
    he: 'שמן על המים',
    guide: 'Do not touch it. Tell us its colour and how far it reaches.',
    guideHe: 'אל תיגעו. ספרו מה הצבע ועד היכן זה מגיע.',
    icon: 'droplet',
    colour: '#1864ab',
    questions: [text('What does it look like?', 'איך זה נראה?')],
  },
  {
    key: 'dock',
    name: 'Dock or mooring damage',
    he: 'נזק לרציף',
    guide: 'Name the pier and the berth.',
    guideHe: 'ציינו את הרציף ואת המעגן.',
    icon: 'anchor',
    colour: '#5f3dc4',
    questions: [text('Which berth?', 'איזה מעגן?')],
  },
]
