import type { CalendarFilter } from './data.ts'

/** Whether a search or filter narrows the calendar; duty does not count. */
export const isNarrowed = ({ type, search, community }: CalendarFilter): boolean =>
  (type !== undefined && type !== 'all') || Boolean(search) || Boolean(community)
