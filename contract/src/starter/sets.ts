import type { ActionUnit } from '../action/api.ts'
import type { QuestionKind } from '../event-type/api.ts'
import type { Language } from '../schema.ts'
import type { StarterSetName } from './api.ts'

/** What a new service can begin with, in every language. A service gets the texts of its main one, and the others beside. */

export type Text = Record<Language, string>

const text = (en: string, he: string): Text => ({ en, he })

export type StarterQuestion = { name: Text; kind: QuestionKind; choices?: Text[]; isRequired: boolean }

export type StarterEventType = {
  name: Text
  guide: Text
  icon: string
  colour: string
  anonymous?: boolean
  isPhotoRequired?: boolean
  questions: StarterQuestion[]
}

/** The value is a number, or what stands in the log. */
export type StarterAction = { name: Text; unit: ActionUnit; value: string | Text; isCustomValue?: boolean }

export type StarterRole = { name: Text; isViewer?: boolean }

/** Counts the reports of one type, or adds up what was logged by one action: each by its place in the set. */
export type StarterMetric = { name: Text; shortName: Text; of: { eventType: number } | { action: number } }

export type StarterSet = {
  roles: StarterRole[]
  actions: StarterAction[]
  eventTypes: StarterEventType[]
  metrics: StarterMetric[]
  communities: Text[]
}

const yesNo = (name: Text, isRequired = true): StarterQuestion => ({ name, kind: 'yesNo', isRequired })
const number = (name: Text, isRequired = true): StarterQuestion => ({ name, kind: 'number', isRequired })
const choice = (name: Text, choices: Text[], isRequired = true): StarterQuestion => ({
  name,
  kind: 'choice',
  choices,
  isRequired,
})

const onSite: StarterAction = {
  name: text('Arrived on site', 'הגעה למקום'),
  unit: 'Text',
  value: text('Arrived', 'בזירה'),
}
const calledBack: StarterAction = {
  name: text('Called the reporter', 'שיחה עם המדווח'),
  unit: 'Text',
  value: text('Called', 'שוחחנו'),
}
const passedOn: StarterAction = {
  name: text('Passed on to another service', 'העברה לגורם אחר'),
  unit: 'Text',
  value: text('Passed on', 'הועבר'),
}

const coordinator: StarterRole = { name: text('Coordinator', 'רכז') }
const observer: StarterRole = { name: text('Observer', 'צופה'), isViewer: true }

export const starterSets: Record<StarterSetName, StarterSet> = {
  emergency: {
    roles: [coordinator, { name: text('Field team', 'צוות שטח') }, { name: text('Medic', 'חובש') }, observer],
    actions: [
      onSite,
      calledBack,
      {
        name: text('People evacuated', 'אנשים שפונו'),
        unit: 'Number',
        value: '1',
        isCustomValue: true,
      },
      { name: text('Patients treated', 'מטופלים'), unit: 'Number', value: '1', isCustomValue: true },
      passedOn,
    ],
    eventTypes: [
      {
        name: text('Fire or smoke', 'שרפה או עשן'),
        guide: text(
          'Get to safety first and call the fire service. Then tell us where it burns and whether anyone is inside.',
          'קודם כול התרחקו למקום בטוח והתקשרו לכבאות. אחר כך ספרו לנו היכן בוער ואם יש אנשים בפנים.',
        ),
        icon: 'flame',
        colour: '#c92a2a',
        questions: [
          yesNo(text('Is anyone inside?', 'יש אנשים בפנים?')),
          choice(
            text('What is burning?', 'מה בוער?'),
            [text('Building', 'מבנה'), text('Vehicle', 'רכב'), text('Open ground', 'שטח פתוח')],
            false,
          ),
        ],
      },
      {
        name: text('Medical help', 'עזרה רפואית'),
        guide: text(
          'In danger of life call the ambulance first. Then tell us how many people need help.',
          'בסכנת חיים התקשרו קודם לאמבולנס. אחר כך ספרו לנו כמה אנשים זקוקים לעזרה.',
        ),
        icon: 'ambulance',
        colour: '#2b8a3e',
        questions: [
          number(text('How many people need help?', 'כמה אנשים זקוקים לעזרה?')),
          yesNo(text('Is everyone conscious?', 'כולם בהכרה?')),
        ],
      },
      {
        name: text('Flooding', 'הצפה'),
        guide: text(
          'Keep away from moving water. Tell us how deep it is and whether the road can be used.',
          'התרחקו ממים זורמים. ספרו לנו מה עומק המים ואם אפשר לעבור בכביש.',
        ),
        icon: 'ripple',
        colour: '#1971c2',
        questions: [
          yesNo(text('Is the road blocked?', 'הכביש חסום?')),
          choice(
            text('How deep is the water?', 'מה עומק המים?'),
            [text('Ankle', 'קרסול'), text('Knee', 'ברך'), text('Deeper', 'עמוק יותר')],
            false,
          ),
        ],
      },
      {
        name: text('Missing person', 'נעדר'),
        guide: text(
          'Describe the person and say when and where they were last seen.',
          'תארו את הנעדר, ומתי ואיפה נראה לאחרונה.',
        ),
        icon: 'user-search',
        colour: '#862e9c',
        questions: [
          number(text('How old is the person?', 'מה גיל הנעדר?')),
          { name: text('What were they wearing?', 'מה לבש?'), kind: 'text', isRequired: false },
        ],
      },
      {
        name: text('Power outage', 'הפסקת חשמל'),
        guide: text(
          'Tell us which streets are dark, and whether someone depends on electrical equipment.',
          'ספרו לנו באילו רחובות אין חשמל, ואם מישהו תלוי במכשיר חשמלי.',
        ),
        icon: 'bolt',
        colour: '#5c6370',
        questions: [yesNo(text('Does anyone depend on electrical equipment?', 'מישהו תלוי במכשיר חשמלי?'), false)],
      },
    ],
    metrics: [
      { name: text('People evacuated', 'אנשים שפונו'), shortName: text('Evacuated', 'פונו'), of: { action: 2 } },
      { name: text('Reports of fire', 'דיווחי שרפה'), shortName: text('Fires', 'שרפות'), of: { eventType: 0 } },
    ],
    communities: [text('Volunteers', 'מתנדבים')],
  },

  neighbourhood: {
    roles: [coordinator, { name: text('Patrol', 'סייר') }, observer],
    actions: [
      onSite,
      calledBack,
      passedOn,
      { name: text('Patrol hours', 'שעות סיור'), unit: 'Number', value: '1', isCustomValue: true },
    ],
    eventTypes: [
      {
        name: text('Suspicious activity', 'פעילות חשודה'),
        guide: text(
          'Do not approach. Describe what you see and which way they went. If there is danger, call the police first.',
          'אל תתקרבו. תארו מה ראיתם ולאן פנו. אם יש סכנה, התקשרו קודם למשטרה.',
        ),
        icon: 'eye',
        colour: '#343a40',
        anonymous: true,
        questions: [yesNo(text('Is it happening now?', 'זה קורה עכשיו?'))],
      },
      {
        name: text('Break-in or theft', 'פריצה או גנבה'),
        guide: text(
          'Touch nothing and tell the police. Then tell us where it happened and when you noticed.',
          'אל תיגעו בדבר והודיעו למשטרה. אחר כך ספרו לנו איפה זה קרה ומתי שמתם לב.',
        ),
        icon: 'shield',
        colour: '#c92a2a',
        questions: [yesNo(text('Were the police told?', 'הודעתם למשטרה?'))],
      },
      {
        name: text('Damage', 'נזק לרכוש'),
        guide: text('Take a photo and say what is broken.', 'צלמו וספרו מה נשבר.'),
        icon: 'hammer',
        colour: '#9c4221',
        isPhotoRequired: true,
        questions: [],
      },
      {
        name: text('Neighbour needs help', 'שכן זקוק לעזרה'),
        guide: text('Say what is needed and how urgent it is.', 'ספרו מה נדרש וכמה זה דחוף.'),
        icon: 'lifebuoy',
        colour: '#2b8a3e',
        questions: [
          choice(text('How urgent is it?', 'כמה זה דחוף?'), [
            text('Now', 'עכשיו'),
            text('Today', 'היום'),
            text('This week', 'השבוע'),
          ]),
        ],
      },
      {
        name: text('Lost pet', 'חיית מחמד שאבדה'),
        guide: text(
          'A photo helps most. Say where it was last seen.',
          'תמונה עוזרת יותר מכול. ספרו איפה נראתה לאחרונה.',
        ),
        icon: 'paw',
        colour: '#9c6a0a',
        questions: [],
      },
    ],
    metrics: [{ name: text('Hours on patrol', 'שעות סיור'), shortName: text('Patrol h', 'סיורים'), of: { action: 3 } }],
    communities: [text('Neighbours', 'שכנים')],
  },

  city: {
    roles: [
      { name: text('Dispatcher', 'מוקדן') },
      { name: text('Crew', 'צוות עבודה') },
      { name: text('Inspector', 'פקח') },
      observer,
    ],
    actions: [
      onSite,
      { name: text('Repaired', 'תוקן'), unit: 'Text', value: text('Repaired', 'תוקן') },
      { name: text('Cost of repair', 'עלות התיקון'), unit: 'Dollar', value: '0', isCustomValue: true },
      passedOn,
      calledBack,
    ],
    eventTypes: [
      {
        name: text('Pothole or road damage', 'בור או נזק בכביש'),
        guide: text(
          'Take the photo from the pavement, not from the road. Say which lane it is in.',
          'צלמו מהמדרכה, לא מהכביש. ספרו באיזה נתיב הבור.',
        ),
        icon: 'road',
        colour: '#9c4221',
        questions: [yesNo(text('Is it dangerous for traffic?', 'הוא מסכן את התנועה?'))],
      },
      {
        name: text('Street light out', 'פנס רחוב כבוי'),
        guide: text('The number on the pole helps us find it.', 'המספר שעל העמוד עוזר לנו למצוא אותו.'),
        icon: 'bolt',
        colour: '#9c6a0a',
        questions: [{ name: text('Number on the pole', 'המספר שעל העמוד'), kind: 'text', isRequired: false }],
      },
      {
        name: text('Rubbish', 'אשפה ופסולת'),
        guide: text('Say what was left, and whether it blocks the way.', 'ספרו מה הושאר, ואם זה חוסם את המעבר.'),
        icon: 'trash',
        colour: '#5c6370',
        questions: [
          choice(text('What is it?', 'מה זה?'), [
            text('Overflowing bin', 'פח מלא'),
            text('Bulky waste', 'גרוטאות'),
            text('Building rubble', 'פסולת בניין'),
          ]),
        ],
      },
      {
        name: text('Fallen or dangerous tree', 'עץ שנפל או מסוכן'),
        guide: text('Keep away from power lines. Say what the tree blocks.', 'התרחקו מקווי חשמל. ספרו מה העץ חוסם.'),
        icon: 'tree',
        colour: '#2b8a3e',
        questions: [yesNo(text('Does it touch a power line?', 'הוא נוגע בקו חשמל?'))],
      },
      {
        name: text('Water leak', 'דליפת מים'),
        guide: text('Say where the water comes from and how strong it is.', 'ספרו מהיכן המים יוצאים ובאיזו עוצמה.'),
        icon: 'droplet',
        colour: '#1971c2',
        questions: [
          choice(text('How strong is it?', 'מה העוצמה?'), [
            text('Drips', 'טפטוף'),
            text('Runs', 'זרימה'),
            text('Bursts', 'פיצוץ'),
          ]),
        ],
      },
    ],
    metrics: [
      { name: text('Cost of repairs', 'עלות התיקונים'), shortName: text('Repairs', 'תיקונים'), of: { action: 2 } },
      {
        name: text('Road damage reported', 'דיווחי נזק בכביש'),
        shortName: text('Roads', 'כבישים'),
        of: { eventType: 0 },
      },
    ],
    communities: [text('Residents', 'תושבים')],
  },

  eventSafety: {
    roles: [
      { name: text('Control room', 'חדר בקרה') },
      { name: text('Steward', 'סדרן') },
      { name: text('First aid', 'עזרה ראשונה') },
      observer,
    ],
    actions: [
      onSite,
      { name: text('Patients treated', 'מטופלים'), unit: 'Number', value: '1', isCustomValue: true },
      { name: text('Gate closed', 'שער נסגר'), unit: 'Text', value: text('Closed', 'סגור') },
      { name: text('Gate opened', 'שער נפתח'), unit: 'Text', value: text('Open', 'פתוח') },
      passedOn,
    ],
    eventTypes: [
      {
        name: text('Crowding', 'צפיפות'),
        guide: text(
          'Say at which gate or stand, and whether people can move.',
          'ספרו באיזה שער או יציע, ואם אנשים יכולים לזוז.',
        ),
        icon: 'users',
        colour: '#9c4221',
        questions: [yesNo(text('Can people still move?', 'אנשים יכולים לזוז?'))],
      },
      {
        name: text('First aid needed', 'נדרשת עזרה ראשונה'),
        guide: text(
          'Stay with the person and send someone to wave the team in.',
          'הישארו ליד האדם ושלחו מישהו לכוון את הצוות.',
        ),
        icon: 'first-aid-kit',
        colour: '#c92a2a',
        questions: [yesNo(text('Is the person conscious?', 'האדם בהכרה?'))],
      },
      {
        name: text('Lost child', 'ילד שהלך לאיבוד'),
        guide: text('Keep the child with you. Do not announce the name.', 'השאירו את הילד אתכם. אל תכריזו את שמו.'),
        icon: 'user-search',
        colour: '#862e9c',
        questions: [number(text('About how old?', 'בן כמה בערך?'))],
      },
      {
        name: text('Unattended item', 'חפץ חשוד'),
        guide: text('Do not touch it. Keep people away and wait for us.', 'אל תיגעו בו. הרחיקו אנשים וחכו לנו.'),
        icon: 'package',
        colour: '#343a40',
        questions: [],
      },
      {
        name: text('Damage or hazard', 'מפגע'),
        guide: text('Say what is broken and whether someone could get hurt.', 'ספרו מה נשבר ואם מישהו עלול להיפגע.'),
        icon: 'alert-triangle',
        colour: '#9c6a0a',
        questions: [],
      },
    ],
    metrics: [
      { name: text('Patients treated', 'מטופלים'), shortName: text('Treated', 'טופלו'), of: { action: 1 } },
      { name: text('Crowding reports', 'דיווחי צפיפות'), shortName: text('Crowding', 'צפיפות'), of: { eventType: 0 } },
    ],
    communities: [text('Visitors', 'מבקרים')],
  },
}
