import { auditApi } from '#contract'
import { serve } from '../../platform/http/serve.ts'
import * as audits from './queries.ts'

export const auditRoutes = [
  serve(auditApi.list, async ({ db, actor, query, allow }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    return audits.page(db, serviceId, query)
  }),
]
