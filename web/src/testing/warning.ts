import { noWarningText, type Warning, type WarningText } from '#contract'

export const warningText = (more: Partial<WarningText> = {}): WarningText => ({
  ...noWarningText,
  language: 'en',
  event: 'Flood',
  headline: 'River flood',
  ...more,
})

/** A severe warning that is in effect. */
export const warningOf = (more: Partial<Warning> = {}): Warning => ({
  _id: '019a0000-0000-7000-8000-0000000000a1',
  earlierIds: [],
  serviceId: '019a0000-0000-7000-8000-0000000000a2',
  feed: { _id: '019a0000-0000-7000-8000-0000000000a3', name: 'Weather service' },
  identifier: 'W-1',
  sender: 'w@example.org',
  status: 'actual',
  severity: 'severe',
  urgency: 'immediate',
  certainty: 'observed',
  categories: ['met'],
  responses: ['shelter'],
  sentAt: new Date(Date.now() - 3_600_000).toISOString(),
  beginsAt: new Date(Date.now() - 3_600_000).toISOString(),
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  texts: [warningText()],
  areas: [],
  geometry: {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [0, 0],
          [2, 0],
          [2, 2],
          [0, 0],
        ],
      ],
    ],
  },
  regionIds: [],
  place: [1.5, 1],
  event: null,
  ...more,
})
