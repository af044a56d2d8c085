import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, TimeZone } from '../../platform/kit/schema.ts'
import { Translations } from '../../platform/language/language.ts'
import { AoiFilter } from '../aoi/filter.ts'

const count = z.number().int()

/** Lower bounds of the age bands in days; the last band has no upper bound. */
export const AGE_DAYS = [0, 1, 3, 7, 30] as const

/** Counts of the AOIs that a filter selects, the same AOIs as in the list with that filter. */
export const Dashboard = z.object({
  total: count,
  byDay: z.array(z.object({ day: z.string(), eventType: Id.nullable(), count })),
  byRegion: z.array(z.object({ _id: Id.nullable(), name: z.string(), translations: Translations, count })),
  /** Time from a report to the first entry by anyone except its author. */
  response: z.array(
    z.object({
      eventType: Id.nullable(),
      answered: count,
      waiting: count,
      medianSeconds: z.number().nullable(),
      slowestTenthSeconds: z.number().nullable(),
    }),
  ),
  /**
   * Time that visitors waited for the team's first reply: an entry that they can read, or the end of their report.
   * Includes merged reports.
   */
  firstWord: z.object({
    reports: count,
    answered: count,
    waiting: count,
    medianSeconds: z.number().nullable(),
    longestWaitSeconds: z.number().nullable(),
  }),
  /** Open events by age in whole days; one element for each of AGE_DAYS. */
  openByAge: z.array(z.object({ sinceDays: count, new: count, inProgress: count })),
  activities: z.array(
    z.object({ _id: Id, title: z.string(), translations: Translations, activities: count, subscribers: count }),
  ),
  /** For each group, the share of its targets that it reached in the last month of the period. */
  groups: z.array(
    z.object({ _id: Id, name: z.string(), translations: Translations, reached: z.number(), criteria: count }),
  ),
})
export type Dashboard = z.infer<typeof Dashboard>

export const dashboardApi = {
  read: {
    method: 'GET',
    path: '/dashboard',
    summary:
      'Figures of a period: reports by day, type and region, response times, open reports by age, activities, groups',
    needs: 'aoi.list',
    membersOnly: true,
    query: AoiFilter.omit({ isActivity: true, isSensors: true }).extend({ timeZone: TimeZone }),
    reply: Dashboard,
  },
} as const satisfies Record<string, Endpoint>
