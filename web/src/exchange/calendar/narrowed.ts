import type { CalendarFilter } from './data.ts'

export const isNarrowed = ({ type, search, community }: CalendarFilter): boolean =>
  (type !== undefined && type !== 'all') || Boolean(search) || Boolean(community)
