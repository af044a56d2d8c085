import { aoiApi } from '#contract'
import { serve } from '../http/serve.ts'
import * as aois from './queries.ts'

export const aoiRoutes = [
  serve(aoiApi.genericMetrics, async ({ db, actor, query, allow }) => {
    allow()
    return aois.genericMetrics(db, actor, query)
  }),
]
