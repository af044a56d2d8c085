import type { LngLat, WarningCategory, WarningResponse, WarningSeverity, WarningText } from '#contract'

type Texts = Pick<WarningText, 'event' | 'headline' | 'description' | 'instruction' | 'areas'>

export type DemoWarning = {
  identifier: string
  severity: WarningSeverity
  urgency: 'immediate' | 'expected' | 'future'
  certainty: 'observed' | 'likely' | 'possible'
  category: WarningCategory
  responses: WarningResponse[]
  /** Hours from the start of the demo. */
  sent: number
  begins: number
  expires: number
  english: Texts
  hebrew: Texts
  outlines: LngLat[][]
}

export const demoWarningFeed = { name: 'Bay Area warnings' }

const senderNames = { en: 'Demo weather service', he: 'שירות מזג האוויר לדוגמה' }

export const textsOf = ({ english, hebrew }: DemoWarning): WarningText[] => [
  { language: 'en-us', ...english, senderName: senderNames.en, web: '', contact: '' },
  { language: 'he', ...hebrew, senderName: senderNames.he, web: '', contact: '' },
]

export const demoWarnings: DemoWarning[] = [
  {
    identifier: 'demo-coastal-flood',
    severity: 'severe',
    urgency: 'immediate',
    certainty: 'likely',
    category: 'met',
    responses: ['avoid', 'prepare'],
    ...{ sent: -3, begins: -1, expires: 24 * 30 },
    english: {
      event: 'Coastal flood warning',
      headline: 'Coastal flood warning for the shores of San Francisco Bay',
      description:
        'High tides and onshore wind flood low roads and piers along the bay. The water is highest after noon.',
      instruction: 'Stay away from the shore and from flooded underpasses. Move vehicles to higher ground.',
      areas: 'San Francisco Bay shore',
    },
    hebrew: {
      event: 'אזהרת הצפה בחוף',
      headline: 'אזהרת הצפה לחופי מפרץ סן פרנסיסקו',
      description: 'גאות גבוהה ורוח מהים מציפות כבישים נמוכים ורציפים לאורך המפרץ. שיא הגאות צפוי אחרי הצהריים.',
      instruction: 'התרחקו מקו החוף וממעברים תת־קרקעיים מוצפים. העבירו כלי רכב למקום גבוה.',
      areas: 'חוף מפרץ סן פרנסיסקו',
    },
    outlines: [
      [
        [-122.405, 37.81],
        [-122.38, 37.79],
        [-122.378, 37.745],
        [-122.362, 37.715],
        [-122.38, 37.708],
        [-122.4, 37.735],
        [-122.396, 37.775],
        [-122.42, 37.8],
        [-122.405, 37.81],
      ],
      [
        [-122.31, 37.8],
        [-122.25, 37.775],
        [-122.21, 37.735],
        [-122.235, 37.725],
        [-122.29, 37.765],
        [-122.33, 37.785],
        [-122.31, 37.8],
      ],
    ],
  },
  {
    identifier: 'demo-wind',
    severity: 'moderate',
    urgency: 'expected',
    certainty: 'likely',
    category: 'met',
    responses: ['prepare'],
    ...{ sent: -2, begins: 8, expires: 24 * 30 },
    english: {
      event: 'Wind advisory',
      headline: 'Wind advisory for the hills of Oakland and Berkeley',
      description: 'North wind of 55 to 70 km/h, with gusts up to 90 km/h on the ridges.',
      instruction: 'Secure loose objects outdoors. Expect fallen branches and power cuts.',
      areas: 'East Bay hills',
    },
    hebrew: {
      event: 'התרעת רוח',
      headline: 'התרעת רוח לגבעות אוקלנד וברקלי',
      description: 'רוח צפונית של 55 עד 70 קמ״ש, עם משבים של עד 90 קמ״ש על הרכסים.',
      instruction: 'אבטחו חפצים רופפים מחוץ לבית. ייתכנו ענפים שנפלו והפסקות חשמל.',
      areas: 'גבעות המפרץ המזרחי',
    },
    outlines: [
      [
        [-122.26, 37.905],
        [-122.215, 37.87],
        [-122.165, 37.815],
        [-122.15, 37.765],
        [-122.19, 37.775],
        [-122.225, 37.825],
        [-122.255, 37.87],
        [-122.26, 37.905],
      ],
    ],
  },
  {
    identifier: 'demo-smoke',
    severity: 'minor',
    urgency: 'expected',
    certainty: 'possible',
    category: 'env',
    responses: ['monitor'],
    ...{ sent: -6, begins: -4, expires: 24 * 30 },
    english: {
      event: 'Air quality advisory',
      headline: 'Smoke may affect San Francisco',
      description: 'Smoke of distant fires raises fine dust in the air from time to time.',
      instruction: 'People with asthma or heart disease should avoid long exertion outdoors.',
      areas: 'San Francisco',
    },
    hebrew: {
      event: 'התרעת איכות אוויר',
      headline: 'ייתכן עשן בסן פרנסיסקו',
      description: 'עשן משריפות רחוקות מעלה מדי פעם את ריכוז החלקיקים באוויר.',
      instruction: 'אנשים עם אסתמה או מחלות לב: הימנעו ממאמץ ממושך בחוץ.',
      areas: 'סן פרנסיסקו',
    },
    outlines: [
      [
        [-122.515, 37.78],
        [-122.475, 37.81],
        [-122.41, 37.808],
        [-122.385, 37.785],
        [-122.385, 37.71],
        [-122.5, 37.708],
        [-122.515, 37.78],
      ],
    ],
  },
]
