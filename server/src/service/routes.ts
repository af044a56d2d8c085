import { found, serviceApi } from '#contract'
import * as eventTypes from '../event-type/queries.ts'
import { serve } from '../http/serve.ts'
import * as regions from '../region/queries.ts'
import * as services from './queries.ts'

export const serviceRoutes = [
  serve(serviceApi.visible, async ({ db, actor, allow }) => {
    allow()
    return services.names(db, actor.visibleServiceIds)
  }),

  serve(serviceApi.byId, async ({ db, params, allow }) => {
    const service = allow(found(await services.byId(db, params.id)))
    return {
      _id: service._id,
      title: service.title,
      logo: service.logo,
      colours: service.colours,
      translations: service.translations,
      chatTemplate: service.chatTemplate,
      regions: await regions.ofServices(db, [service._id]),
      localMaps: await regions.localMapsOf(db, service._id),
      publicActions: await eventTypes.ofService(db, service._id),
    }
  }),
]
