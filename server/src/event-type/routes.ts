import { eventTypeApi } from '#contract'
import * as aois from '../aoi/queries.ts'
import { serve } from '../http/serve.ts'
import * as eventTypes from './queries.ts'

export const eventTypeRoutes = [
  serve(eventTypeApi.ofService, async ({ db, params, query, allow }) => {
    const { serviceId } = allow({ serviceId: params.service })
    const types = await eventTypes.ofService(db, serviceId)
    if (!query.attachAoi) return types
    const attached = await aois.newestByType(db, serviceId)
    return types.map((type) => ({ ...type, ...(attached.get(type._id) ?? { aois: [], count: 0 }) }))
  }),
]
