import { actionApi } from '#contract'
import { serve } from '../http/serve.ts'
import * as actions from './queries.ts'

export const actionRoutes = [
  serve(actionApi.ofService, async ({ db, actor, allow }) => {
    allow()
    return actions.ofServices(db, actor.visibleServiceIds)
  }),
]
