import { metricApi, orNotFound } from '#contract'
import * as roles from '../../people/role/queries.ts'
import { serve, withoutService } from '../../platform/http/serve.ts'
import type { Metrics } from './calculate.ts'
import { checkMetric } from './check-ids.ts'
import * as metrics from './queries.ts'

export const metricRoutes = ({ calculate }: { calculate: Metrics }) => [
  serve(metricApi.ofService, async ({ db, actor, params, allow }) => {
    const { serviceId } = allow({ serviceId: params.service })
    return metrics.ofService(db, actor, serviceId)
  }),

  serve(metricApi.calculate, async ({ db, params, query, allow }) => {
    const metric = allow(orNotFound(await metrics.byId(db, params.id)))
    return { _id: metric._id, unit: metric.unit, ...(await calculate(db, metric, query)) }
  }),

  serve(metricApi.create, async ({ db, actor, body, allow, announce, audit }) => {
    const { serviceId } = allow({ serviceId: body.service ?? actor.serviceId })
    await checkMetric(db, serviceId, body)
    const id = await metrics.create(db, serviceId, body)
    await audit({ action: 'metric.edit', targetKind: 'metric', targetId: id, detail: { created: body.name } })
    await announce({ type: 'SERVICE_UPDATED', serviceId })
    return withoutService(orNotFound(await metrics.byId(db, id)))
  }),

  serve(metricApi.change, async ({ db, params, body, allow, announce, audit }) => {
    const metric = allow(orNotFound(await metrics.byId(db, params.id)))
    const values = { ...metric, ...definedOnly(body) }
    await checkMetric(db, metric.serviceId, values)
    await metrics.change(db, metric._id, values)
    await audit({
      action: 'metric.edit',
      targetKind: 'metric',
      targetId: metric._id,
      detail: { changed: values.name },
    })
    await announce({ type: 'SERVICE_UPDATED', serviceId: metric.serviceId })
    return withoutService(orNotFound(await metrics.byId(db, metric._id)))
  }),

  serve(metricApi.remove, async ({ db, params, allow, announce, audit }) => {
    const metric = allow(orNotFound(await metrics.byId(db, params.id)))
    await roles.forgetMetric(db, metric.serviceId, metric._id)
    await metrics.remove(db, metric._id)
    await audit({
      action: 'metric.edit',
      targetKind: 'metric',
      targetId: metric._id,
      detail: { deleted: metric.name },
    })
    await announce({ type: 'SERVICE_UPDATED', serviceId: metric.serviceId })
    return { _id: metric._id, name: metric.name }
  }),
]

const definedOnly = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
