import { aoiKeys } from '../../core/aoi/keys.ts'

export const calendarKeys = {
  all: aoiKeys.list('calendar'),
  items: (query: object) => aoiKeys.list('calendar', query),
  feeds: ['calendar', 'feeds'],
} as const
