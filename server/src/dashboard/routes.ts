import { dashboardApi } from '#contract'
import { serve } from '../http/serve.ts'
import { dashboard } from './queries.ts'

export const dashboardRoutes = [
  serve(dashboardApi.read, async ({ db, actor, query, allow }) => {
    allow()
    return dashboard(db, actor, query)
  }),
]
