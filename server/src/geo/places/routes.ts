import { Problem, placeApi } from '#contract'
import { type Route, serve } from '../../platform/http/serve.ts'
import type { Places } from './places.ts'

/** A failed look-up is 503, so that the web shows an error instead of "nothing found". */
export const placeRoutes = ({ places }: { places: Places }): Route[] => [
  serve(placeApi.search, async ({ query: { text, ...options }, actor, allow }) => {
    allow()
    const found = await places.search(text, { ...options, ...(actor && { serviceId: actor.serviceId }) })
    if (found.hasFailed) throw new Problem('unavailable')
    return found.places
  }),

  serve(placeApi.reverse, async ({ query: { lng, lat, language }, actor, allow }) => {
    allow()
    const { address, hasFailed } = await places.addressOf([lng, lat], language, actor?.serviceId)
    if (hasFailed) throw new Problem('unavailable')
    return { address }
  }),
]
