import { type Faults, type Status, statusApi } from '#contract'
import type { Db } from '../db/database.ts'
import { serve } from '../http/serve.ts'
import type { Statistics } from '../http/statistics.ts'
import { readUsage } from './queries.ts'

type Tools = {
  statistics: Statistics
  jobs: (db: Db) => Promise<Status['jobs']>
  examine: () => Promise<Faults>
}

export const statusRoutes = ({ statistics, jobs, examine }: Tools) => [
  serve(statusApi.read, async ({ db, allow }) => {
    allow()
    const { since, hours, routes, errors } = statistics.read()
    const rounded = (ms: number) => Math.round(ms * 10) / 10
    return {
      since: since.toISOString(),
      hours: hours.map((hour) => ({
        ...hour,
        start: hour.start.toISOString(),
        meanMs: hour.meanMs === null ? null : rounded(hour.meanMs),
      })),
      routes: routes.map((route) => ({ ...route, meanMs: rounded(route.meanMs), mostMs: rounded(route.mostMs) })),
      errors: errors.map((error) => ({ ...error, at: error.at.toISOString() })),
      services: await readUsage(db),
      jobs: await jobs(db),
    }
  }),

  serve(statusApi.faults, {
    prepare: examine,
    handle: async ({ prepared, allow }) => {
      allow()
      return prepared
    },
  }),
]
