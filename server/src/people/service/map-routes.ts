import { orNotFound, Problem, serviceApi } from '#contract'
import { serve } from '../../platform/http/serve.ts'
import { OutboundError } from '../../platform/outbound/target.ts'
import * as services from './queries.ts'

type Tools = {
  /** These two functions describe what they found, and throw if the address cannot be used. */
  tryStyle: (url: string) => Promise<string>
  tryGeocoder: (url: string) => Promise<string>
  mustBeOnline: () => Promise<void>
}

/** Reports why a request failed, but not the other host's reply. */
const sentenceOf = (error: unknown): string => {
  const reason = error instanceof Problem ? error.cause : error
  return reason instanceof OutboundError ? reason.message : ''
}

export const mapRoutes = ({ tryStyle, tryGeocoder, mustBeOnline }: Tools) => [
  serve(serviceApi.mapSettings, async ({ db, params, allow }) => {
    const service = allow(orNotFound(await services.byId(db, params.id)))
    return services.mapSettings(service)
  }),

  serve(serviceApi.changeMapSettings, async ({ db, params, body, allow, announce, audit }) => {
    const service = allow(orNotFound(await services.byId(db, params.id)))
    const next = { ...services.mapSettings(service), ...body }
    await services.changeMapSettings(db, service, next)
    await announce({ type: 'SERVICE_UPDATED', serviceId: service._id })
    // The audit says that an address changed, not its value, which may carry a key.
    await audit({
      action: 'mapSettings.edit',
      targetKind: 'service',
      targetId: service._id,
      targetName: service.title,
      detail: { changed: Object.keys(body) },
    })
    return next
  }),

  // The check runs before the transaction opens, because the other host may be slow.
  serve(serviceApi.checkMap, {
    prepare: async ({ body: { kind, url } }) => {
      await mustBeOnline()
      try {
        return { isWorking: true, detail: await (kind === 'style' ? tryStyle : tryGeocoder)(url) }
      } catch (error) {
        return { isWorking: false, detail: sentenceOf(error) }
      }
    },
    handle: async ({ actor, prepared, allow }) => {
      allow({ serviceId: actor.serviceId })
      return prepared
    },
  }),
]
