import { dashboardApi } from '#contract'
import { serve } from '../../platform/http/serve.ts'
import { type DashboardMemory, dashboard } from './queries.ts'

export const dashboardRoutes = (memory: DashboardMemory) => [
  serve(dashboardApi.read, async ({ db, actor, query, allow }) => {
    allow()
    return dashboard(db, memory, actor, query)
  }),
]
