import { Problem, placeApi } from '#contract'
import { type Route, serve } from '../http/serve.ts'
import type { Places } from '../places/places.ts'

/** A look-up that failed is 503: the screen then shows the unknown-address text, and never takes it for "nothing there". */
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
