/** Placeholders for ids of the reader's service. */
export const exampleIds = {
  eventType: '0199aa00-0000-7000-8000-000000000001',
  question: '0199aa00-0000-7000-8000-000000000002',
  member: '0199aa00-0000-7000-8000-000000000003',
}

const report = {
  publicAction: {
    publicActionId: exampleIds.eventType,
    fields: [{ _id: exampleIds.question, value: 'Up to the knee' }],
  },
  startCoordinates: [-122.4194, 37.7749, 1],
  nonce: '1763546400000',
}

/** Bodies of requests, by the names of their endpoints. A test sends each of them. */
export const examples: Record<string, unknown> = {
  'aoi.create': { name: 'Water on the road', description: '<p>The drain is blocked.</p>', ...report },
  'aoi.change': { name: 'Water on Main Street', startCoordinates: [-122.4189, 37.7751] },
  'log.add': { text: 'A crew is on its way', restricted: true, nonce: '1763546460000' },
  'share.share': { usersId: [exampleIds.member] },
  'action.create': { name: 'Vehicles towed', unit: 'Number', value: '1', isCustomValue: true },
  'eventType.create': {
    name: 'Flooding',
    guide: '<p>Stay away from the water.</p>',
    unit: 'Text',
    value: 'Reported',
    fields: [{ name: 'How deep is it?', kind: 'text' }],
  },
  'region.create': {
    name: 'Harbour',
    coordinates: [
      [
        [-122.42, 37.77],
        [-122.4, 37.77],
        [-122.4, 37.79],
        [-122.42, 37.77],
      ],
    ],
  },
  'sensor.ingest': {
    readings: [
      {
        serial: 'pump-7',
        time: '2026-01-15T08:30:00Z',
        state: 'READY',
        parameters: { level: 2.4 },
        location: [-122.41, 37.78],
      },
    ],
  },
  'warning.createFeed': {
    name: 'Weather service',
    url: 'https://warnings.example.org/cap.atom',
    limit: { type: 'home' },
  },
  'visitor.report': {
    ...report,
    description: 'The drain is blocked.',
    firstName: 'Noa',
    phone: '+1 415 555 0123',
    key: 'Yq3vT1sKfW8mZ0aLr5cXo7uJd2bNe4hGi6pQ9xE_V-A',
  },
}
