import { communityApi } from '#contract'
import { serve } from '../http/serve.ts'
import * as communities from './queries.ts'

export const communityRoutes = [
  serve(communityApi.communities, async ({ db, actor, allow }) => {
    allow()
    return communities.ofServices(db, actor.visibleServiceIds)
  }),

  serve(communityApi.groups, async ({ db, actor, allow }) => {
    allow()
    return communities.groupsOf(db, actor.visibleServiceIds)
  }),
]
