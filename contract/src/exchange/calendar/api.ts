import { z } from 'zod'
import { AoiFilter } from '../../core/aoi/filter.ts'
import { AoiState } from '../../core/aoi/schema.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams, noFields, SentTime, Time, TimeZone } from '../../platform/kit/schema.ts'
import { Translations } from '../../platform/language/language.ts'

export const CalendarItem = z.object({
  _id: Id,
  number: z.number().int(),
  nonce: z.string(),
  kind: z.enum(['activity', 'event']),
  name: z.string(),
  serviceId: Id,
  creatorId: Id.nullable(),
  state: AoiState,
  /** An activity has a start, an end or both; an event has a start. */
  startTime: Time.nullable(),
  endTime: Time.nullable(),
  address: z.string().nullable(),
  community: z.object({ _id: Id, title: z.string(), translations: Translations }).nullable(),
  eventType: Id.nullable(),
  subscribersCount: z.number().int(),
})
export type CalendarItem = z.infer<typeof CalendarItem>

/** Maximum period of one request: a year's agenda. */
const CALENDAR_MAX_DAYS = 370

/** Approximate maximum of items in a reply, divided among the days, so that a busy day does not hide others. */
const ITEMS_AT_ONCE = 2000

export const shownADay = (days: number): number =>
  Math.max(40, Math.min(1000, Math.floor(ITEMS_AT_ONCE / Math.max(1, days))))

const filters = AoiFilter.pick({ type: true, search: true, creator: true, eventType: true, community: true })

const DAY_MS = 86_400_000

export const CalendarQuery = filters
  .extend({
    startTime: SentTime,
    endTime: SentTime,
    timeZone: TimeZone,
    withEvents: z.stringbool().default(false),
  })
  .refine(
    ({ startTime, endTime }) => {
      const days = (endTime.getTime() - startTime.getTime()) / DAY_MS
      return days > 0 && days <= CALENDAR_MAX_DAYS
    },
    { path: ['endTime'], error: 'form.invalid' },
  )
export type CalendarQuery = z.infer<typeof CalendarQuery>

/** A link to which a calendar program subscribes. Its address is returned only on creation. */
export const CalendarFeed = z.object({ _id: Id, createdAt: Time, lastUsedAt: Time.nullable() })
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const calendarApi = {
  items: {
    method: 'GET',
    path: '/calendar',
    summary: 'List the activities, and on request the events, between two times',
    needs: 'aoi.list',
    membersOnly: true,
    query: CalendarQuery,
    /** `hidden`: number of items omitted on days with too many. */
    reply: z.object({ items: z.array(CalendarItem), hidden: z.number().int() }),
  },
  feeds: {
    method: 'GET',
    path: '/calendar/feeds',
    summary: 'The links to the caller’s calendar that calendar programs subscribe to',
    needs: 'profile.read',
    reply: z.array(CalendarFeed),
  },
  createFeed: {
    method: 'POST',
    path: '/calendar/feeds',
    summary: 'Create a private link to the caller’s calendar. Only this reply contains it',
    needs: 'profile.edit',
    /** `dutyLink`: address of a calendar of duty in all rotas of the service. */
    reply: CalendarFeed.extend({ link: z.url(), dutyLink: z.url() }),
  },
  revokeFeed: {
    method: 'DELETE',
    path: '/calendar/feeds/:id',
    summary: 'Revoke a link to the caller’s calendar',
    needs: 'profile.edit',
    params: idParams,
    reply: noFields,
  },
  feed: {
    method: 'GET',
    path: '/calendar/feed/:file',
    summary:
      'Read a member’s calendar as iCalendar (RFC 5545) at its private link: activities and the member’s own duty. `….duty.ics` has everyone’s duty',
    needs: 'link',
    params: z.object({ file: z.string().regex(/^[\w-]{43}(\.duty)?\.ics$/) }),
    reply: z.unknown(),
    raw: 'text/calendar; charset=utf-8',
  },
} as const satisfies Record<string, Endpoint>
