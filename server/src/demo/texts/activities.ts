import type { Language } from '#contract'
import type { PlaceName } from './places.ts'

type DemoCriterion = { name: string; target: number } & ({ action: string } | { eventType: string })

export type DemoGroup = {
  name: string
  description: string
  place: PlaceName
  admin: string
  members: string[]
  visitors: number
  criteria: DemoCriterion[]
  monthly?: { name: string; description: string }
}

export type DemoActivity = {
  name: string
  description: string
  place: PlaceName
  /** Places in the list of the community's groups. */
  groups: number[]
  /** From today; negative: in the past. */
  day: number
  /** UTC. */
  hour: number
  hours?: number
  isPublic?: true
  subscribers?: number
}

export type DemoCommunity = { title: string; he: string; groups: DemoGroup[]; activities: DemoActivity[] }

export const bayCommunities: DemoCommunity[] = [
  {
    title: 'Mission and Bayview neighbours',
    he: 'שכני מישן ובייוויו',
    groups: [
      {
        name: 'Mission food pantry',
        description: '<p>Collects and hands out food every second Saturday. New helpers are welcome.</p>',
        place: 'valencia',
        admin: 'sofia.rossi',
        members: ['operator', 'luis.herrera', 'sofia.rossi', 'marcus.johnson'],
        visitors: 3,
        criteria: [
          { name: 'Deliveries of supplies', action: 'Supplies delivered', target: 5 },
          { name: 'Requests for supplies', eventType: 'supplies', target: 3 },
        ],
        monthly: {
          name: 'Food pantry day',
          description: 'Sorting in the morning, handing out until the shelves are empty.',
        },
      },
      {
        name: 'Bayview first-aid circle',
        description: '<p>Neighbours who train to help until the ambulance comes.</p>',
        place: 'bayview',
        admin: 'daniel.okafor',
        members: ['daniel.okafor', 'grace.kim', 'operator'],
        visitors: 2,
        criteria: [{ name: 'People treated', action: 'Patients treated', target: 4 }],
        monthly: { name: 'First-aid practice', description: 'Bandages, resuscitation, and what to say on the phone.' },
      },
    ],
    activities: [
      {
        name: 'Earthquake drill with the schools of the Mission',
        description:
          'Four schools practise leaving the building and taking a head count. We need people at the crossings.',
        place: 'doloresPark',
        groups: [0, 1],
        day: 3,
        hour: 16,
        hours: 3,
        isPublic: true,
        subscribers: 4,
      },
      {
        name: 'Winter coat collection',
        description: 'Bring clean coats in good condition. Children’s sizes are needed most.',
        place: 'valencia',
        groups: [0],
        day: 9,
        hour: 17,
        hours: 5,
        isPublic: true,
        subscribers: 2,
      },
      {
        name: 'Knock on doors: who needs help in a blackout',
        description: 'In pairs along Third Street, with the short list of questions.',
        place: 'bayview',
        groups: [1],
        day: -6,
        hour: 18,
        hours: 3,
      },
    ],
  },
  {
    title: 'Sunset and Ocean Beach',
    he: 'סאנסט וחוף אושן',
    groups: [
      {
        name: 'Beach and dune watch',
        description: '<p>Keeps the beach clean and reports <strong>erosion</strong> of the dunes.</p>',
        place: 'oceanBeach',
        admin: 'hannah.weiss',
        members: ['hannah.weiss', 'elena.petrova', 'samuel.brooks'],
        visitors: 4,
        criteria: [
          { name: 'Sandbag days', action: 'Sandbags placed', target: 4 },
          { name: 'Flood reports', eventType: 'flood', target: 2 },
        ],
        monthly: { name: 'Beach cleaning', description: 'Gloves and bags are provided. Bring water and a hat.' },
      },
      {
        name: 'Sunset translators',
        description: '<p>Residents who translate for neighbours, go with them to appointments and help newcomers.</p>',
        place: 'sunset',
        admin: 'noa.cohen',
        members: ['noa.cohen', 'tomer.levi', 'itai.segev', 'david.mizrahi'],
        visitors: 2,
        criteria: [{ name: 'Calls returned', action: 'Called back', target: 4 }],
        monthly: { name: 'Translators’ evening', description: 'Coffee, news, and the shifts of the next month.' },
      },
    ],
    activities: [
      {
        name: 'King tide: sandbags along the Great Highway',
        description: 'The highest water of the year is expected at noon. Two trucks bring sand; we need many hands.',
        place: 'oceanBeach',
        groups: [0],
        day: 1,
        hour: 15,
        hours: 6,
        isPublic: true,
        subscribers: 5,
      },
      {
        name: 'Talk: how to prepare for an earthquake',
        description: 'A short talk, then a drill. Free for all, children too.',
        place: 'sunset',
        groups: [1],
        day: 5,
        hour: 17,
        hours: 2,
        isPublic: true,
        subscribers: 3,
      },
      {
        name: 'Dune planting',
        description: 'Five hundred plants that hold the sand.',
        place: 'oceanBeach',
        groups: [0],
        day: -13,
        hour: 16,
        hours: 4,
        isPublic: true,
        subscribers: 3,
      },
    ],
  },
  {
    title: 'East Bay volunteers',
    he: 'מתנדבי המפרץ המזרחי',
    groups: [],
    activities: [
      {
        name: 'Radio evening',
        description: 'Check of all hand radios, and an hour of practice on the repeater.',
        place: 'rockridge',
        groups: [],
        day: 2,
        hour: 17,
      },
      {
        name: 'Neighbourhood fire-watch training',
        description: 'How to see smoke early, whom to call, and what to leave alone.',
        place: 'berkeleyHills',
        groups: [],
        day: 16,
        hour: 17,
        hours: 3,
        isPublic: true,
        subscribers: 1,
      },
      {
        name: 'Shelter supplies count',
        description: 'Blankets, water and first-aid boxes in the three shelters of Oakland.',
        place: 'oaklandCenter',
        groups: [],
        day: -3,
        hour: 15,
        hours: 2,
      },
    ],
  },
]

export const harborCommunities: DemoCommunity[] = [
  {
    title: 'Harbour clubs',
    he: 'מועדוני הנמל',
    groups: [],
    activities: [
      {
        name: 'Safety check of small boats',
        description: 'Life vests, flares, bilge pumps. Free for members of the clubs.',
        place: 'sausalito',
        groups: [],
        day: 7,
        hour: 16,
        hours: 4,
        isPublic: true,
        subscribers: 2,
      },
    ],
  },
]

/** Messages to one subscriber and their answers. */
export const privateTalk: Record<Language, [question: string, answer: string][]> = {
  en: [
    ['Could you bring a second pair of gloves?', 'Yes, I have three pairs.'],
    ['Do you need a lift?', 'No, thank you. I’m coming by bus.'],
    ['We meet at the south entrance, not at the north one.', 'Good to know!'],
  ],
  he: [
    ['אפשר להביא עוד זוג כפפות?', 'כן, יש לי שלושה זוגות.'],
    ['צריך הסעה?', 'לא תודה, אני מגיעה באוטובוס.'],
  ],
}

export const updatesForAll: Record<Language, string[]> = {
  en: ['The meeting point is marked on the map.', 'Please come ten minutes early.', 'There will be hot tea.'],
  he: ['נקודת המפגש מסומנת במפה.', 'נא להגיע עשר דקות לפני.', 'יהיה תה חם.'],
}
