import { z } from 'zod'
import { AoiFilter } from '../aoi/filter.ts'
import type { Endpoint } from '../endpoint.ts'
import { Id, TimeZone } from '../schema.ts'

const count = z.number().int()

/** From how many days ago on each age begins; the last one has no end. */
export const AGE_DAYS = [0, 1, 3, 7, 30] as const

/** Numbers of what a filter finds, each of which the same filter lists when it is narrowed by what was counted. */
export const Dashboard = z.object({
  total: count,
  byDay: z.array(z.object({ day: z.string(), eventType: Id.nullable(), count })),
  byRegion: z.array(z.object({ _id: Id.nullable(), name: z.string(), count })),
  /** From a report to the first entry by anyone but its author. */
  response: z.array(
    z.object({
      eventType: Id.nullable(),
      answered: count,
      waiting: count,
      medianSeconds: z.number().nullable(),
      slowestTenthSeconds: z.number().nullable(),
    }),
  ),
  /** Those not archived, by whole days since their report; one for each of AGE_DAYS. */
  openByAge: z.array(z.object({ sinceDays: count, new: count, inProgress: count })),
  activities: z.array(z.object({ _id: Id, title: z.string(), activities: count, subscribers: count })),
  /** What each group's criteria reached of their targets in the last month of the period, as a part of 1. */
  groups: z.array(z.object({ _id: Id, name: z.string(), reached: z.number(), criteria: count })),
})
export type Dashboard = z.infer<typeof Dashboard>

export const dashboardApi = {
  read: {
    method: 'GET',
    path: '/dashboard',
    summary:
      'Numbers of a period: reports by day, type and region, response times, open ones by age, activities, groups',
    needs: 'aoi.list',
    query: AoiFilter.omit({ isActivity: true, isSensors: true }).extend({ timeZone: TimeZone }),
    reply: Dashboard,
  },
} as const satisfies Record<string, Endpoint>
