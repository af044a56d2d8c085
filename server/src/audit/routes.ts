import { auditApi } from '#contract'
import { serve } from '../http/serve.ts'
import * as audits from './queries.ts'

/** The record is only read here: every feature adds to it as it works, and the database lets nobody change it. */
export const auditRoutes = [
  serve(auditApi.list, async ({ db, actor, query, allow }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    return audits.page(db, serviceId, query)
  }),
]
