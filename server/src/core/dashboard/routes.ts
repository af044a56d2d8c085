import { dashboardApi } from '#contract'
import { serve } from '../../platform/http/serve.ts'
import type { EventIndex } from './event-index.ts'
import { dashboard } from './queries.ts'

export const dashboardRoutes = ({ eventIndex }: { eventIndex: EventIndex }) => [
  serve(dashboardApi.read, async ({ db, actor, query, allow }) => {
    allow()
    return dashboard(db, eventIndex, actor, query)
  }),
]
