import { eventTypeApi, orNotFound, Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { putInOrder } from '../../platform/db/order.ts'
import { inSnapshot } from '../../platform/db/transaction.ts'
import { serve } from '../../platform/http/serve.ts'
import { checkUrl } from '../../platform/outbound/guard.ts'
import { change, create, remove } from './actions.ts'
import * as eventTypes from './queries.ts'
import type { openTypeSuggestions } from './suggest.ts'

type Tools = {
  /** Throws in offline mode, in which the server sends no requests to other hosts. */
  mustBeOnline: () => Promise<void>
  suggestTypes: ReturnType<typeof openTypeSuggestions>
  newestByType: (db: Db, serviceId: string) => Promise<ReadonlyMap<string, { aois: string[]; count: number }>>
}

export const eventTypeRoutes = ({ mustBeOnline, suggestTypes, newestByType }: Tools) => [
  serve(eventTypeApi.ofService, async ({ db, actor, params, query, allow }) => {
    const { serviceId } = allow({ serviceId: params.service })
    const read = query.archived ? eventTypes.everOfService : eventTypes.ofService
    if (!query.attachAoi) return read(db, serviceId)
    // The attached ids include events outside of a token's limits.
    if (actor.token) throw new Problem('forbidden')
    return inSnapshot(db, async (snapshot) => {
      const attached = await newestByType(snapshot, serviceId)
      const types = await read(snapshot, serviceId)
      return types.map((type) => ({ ...type, ...(attached.get(type._id) ?? { aois: [], count: 0 }) }))
    })
  }),

  serve(eventTypeApi.suggest, async ({ actor, body, allow }) => {
    const { serviceId } = allow({
      serviceId: body.serviceId ?? actor.serviceId,
      kind: 'event',
      eventTypeId: null,
      regionId: null,
    })
    return suggestTypes(serviceId, body.text, body.place)
  }),

  serve(eventTypeApi.create, async ({ db, actor, body, allow, announce, audit }) => {
    const { serviceId } = allow({ serviceId: body.service ?? actor.serviceId })
    const id = await create(db, serviceId, body)
    await announce({ type: 'SERVICE_UPDATED', serviceId })
    await audit({ action: 'eventType.create', targetKind: 'eventType', targetId: id, targetName: body.name })
    return orNotFound(await eventTypes.byId(db, id))
  }),

  serve(eventTypeApi.order, async ({ db, actor, body, allow, announce, audit }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    const now = await eventTypes.ofService(db, serviceId)
    await putInOrder(
      db,
      'event_type',
      body.ids,
      now.map(({ _id }) => _id),
    )
    await announce({ type: 'SERVICE_UPDATED', serviceId })
    await audit({ action: 'eventType.edit', targetKind: 'eventType', detail: { changed: ['order'] } })
    return eventTypes.ofService(db, serviceId)
  }),

  serve(eventTypeApi.checkUrl, {
    prepare: async ({ body }) => {
      await mustBeOnline()
      return checkUrl(body.url)
    },
    handle: async ({ actor, prepared, allow }) => {
      allow({ serviceId: actor.serviceId })
      return { isReachable: prepared }
    },
  }),

  serve(eventTypeApi.change, async ({ db, params, body, allow, announce, audit }) => {
    const type = orNotFound(await eventTypes.byId(db, params.id))
    const { serviceId } = allow({ serviceId: type.service })
    await change(db, type, body)
    await announce({ type: 'SERVICE_UPDATED', serviceId })
    await audit({
      action: 'eventType.edit',
      targetKind: 'eventType',
      targetId: type._id,
      targetName: body.name ?? type.name,
      detail: { changed: Object.keys(body) },
    })
    return orNotFound(await eventTypes.byId(db, type._id))
  }),

  serve(eventTypeApi.uses, async ({ db, params, allow }) => {
    const type = orNotFound(await eventTypes.byId(db, params.id))
    allow({ serviceId: type.service })
    return eventTypes.usesOf(db, type)
  }),

  serve(eventTypeApi.remove, async ({ db, params, allow, announce, audit }) => {
    const type = orNotFound(await eventTypes.byId(db, params.id))
    const { serviceId } = allow({ serviceId: type.service })
    const usedBy = await eventTypes.usesOf(db, type)
    if (usedBy.length > 0) throw new Problem('inUse', { usedBy })
    await remove(db, type._id)
    await announce({ type: 'SERVICE_UPDATED', serviceId })
    await audit({ action: 'eventType.delete', targetKind: 'eventType', targetId: type._id, targetName: type.name })
    return {}
  }),
]
