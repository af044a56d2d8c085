import type { CalendarFilter } from './data.ts'

/** Whether the calendar shows only what matches a search or a filter; who is on duty is no part of that. */
export const isNarrowed = ({ type, search, community }: CalendarFilter): boolean =>
  (type !== undefined && type !== 'all') || Boolean(search) || Boolean(community)
