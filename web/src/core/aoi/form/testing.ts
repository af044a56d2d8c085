import type { Aoi, EventType, Question } from '#contract'

export const question = (more: Partial<Question> = {}): Question => ({
  _id: '0198c0de-0000-7000-8000-0000000000a1',
  name: 'How many?',
  value: '',
  kind: 'number',
  choices: [],
  isRequired: true,
  translations: {},
  ...more,
})

export const eventType = (more: Partial<EventType> = {}): EventType => ({
  _id: '0198c0de-0000-7000-8000-0000000000f1',
  service: 'service',
  name: 'Flooding',
  translations: { he: { name: 'הצפה' } },
  url: null,
  guide: '',
  responsibleRole: null,
  anonymous: false,
  isPhotoRequired: false,
  twinRadiusMetres: 150,
  twinHours: 24,
  unit: 'Number',
  value: '1',
  icon: 'droplet',
  colour: '#1864ab',
  fields: [],
  ...more,
})

type Parts = Partial<Omit<Aoi, 'properties'>> & { properties?: Partial<Aoi['properties']> }

export const event = ({ properties, ...more }: Parts = {}): Aoi =>
  ({
    _id: 'event',
    number: 7,
    serviceId: 'service',
    address: 'Pier 3',
    region: null,
    localMaps: [],
    geometry: [{ coordinates: [-122.4, 37.8, 1] }],
    ...more,
    properties: {
      name: 'Water on the pier',
      nonce: '1700000000000',
      description: '<p>Ankle deep</p>',
      map: [],
      creatorID: 'me',
      publicAction: null,
      ...properties,
    },
  }) as unknown as Aoi
