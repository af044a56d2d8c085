import { type Faults, type Status, statusApi } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Statistics } from '../../platform/http/statistics.ts'
import { readErrors, readHours, readUsage } from './queries.ts'

type Tools = {
  statistics: Statistics
  /** State of the running process, which is not in the database. */
  watch: (db: Db) => Promise<Omit<Status, 'since' | 'hours' | 'routes' | 'errors' | 'services'>>
  examine: () => Promise<Faults>
  now: () => number
}

export const statusRoutes = ({ statistics, watch, examine, now }: Tools) => [
  serve(statusApi.read, {
    // Flushes first, so that the reply includes the current minute.
    prepare: statistics.flush,
    handle: async ({ db, allow }) => {
      allow()
      const { since, routes } = statistics.readRoutes()
      const tenths = (ms: number) => Math.round(ms * 10) / 10
      return {
        since: since.toISOString(),
        hours: await readHours(db, now()),
        routes: routes.map((route) => ({ ...route, meanMs: tenths(route.meanMs), mostMs: tenths(route.mostMs) })),
        errors: await readErrors(db),
        services: await readUsage(db),
        ...(await watch(db)),
      }
    },
  }),

  serve(statusApi.faults, {
    prepare: examine,
    handle: async ({ prepared, allow }) => {
      allow()
      return prepared
    },
  }),
]
