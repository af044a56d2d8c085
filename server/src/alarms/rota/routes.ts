import { dutyWeeks, mayEver, orNotFound, Problem, type RotaDraft, rotaApi } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { serve } from '../../platform/http/serve.ts'
import * as rotas from './queries.ts'

const checkMembers = async (db: Db, serviceId: string, ids: readonly string[], field: string): Promise<void> => {
  if ((await rotas.foreignMembers(db, serviceId, ids)).length > 0)
    throw new Problem('invalid', { fields: { [field]: 'form.invalid' } })
}

export const rotaRoutes = [
  serve(rotaApi.list, async ({ db, actor, allow }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    return rotas.ofService(db, serviceId)
  }),

  serve(rotaApi.create, async ({ db, actor, body, allow, audit, announce }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    await checkMembers(db, serviceId, body.memberIds, 'memberIds')
    const id = await rotas.create(db, serviceId, body)
    await audit({ action: 'rota.create', targetKind: 'rota', targetId: id, targetName: body.name, detail: {} })
    await announce({ type: 'ALARMS_UPDATED', serviceId })
    return orNotFound(await rotas.byId(db, id))
  }),

  serve(rotaApi.change, async ({ db, params, body, allow, audit, announce }) => {
    await rotas.lock(db, params.id)
    const rota = allow(orNotFound(await rotas.byId(db, params.id)))
    const { name = rota.name, memberIds = rota.memberIds, startsOn = rota.startsOn } = body
    const { handoverAt = rota.handoverAt, timeZone = rota.timeZone } = body
    const draft: RotaDraft = { name, memberIds, startsOn, handoverAt, timeZone }
    if (body.memberIds) await checkMembers(db, rota.serviceId, memberIds, 'memberIds')
    await rotas.change(db, rota._id, draft)
    const changed = Object.keys(body)
    await audit({ action: 'rota.edit', targetKind: 'rota', targetId: rota._id, targetName: name, detail: { changed } })
    await announce({ type: 'ALARMS_UPDATED', serviceId: rota.serviceId })
    return orNotFound(await rotas.byId(db, rota._id))
  }),

  serve(rotaApi.remove, async ({ db, params, allow, audit, announce }) => {
    const rota = allow(orNotFound(await rotas.byId(db, params.id)))
    await rotas.remove(db, rota._id)
    await audit({ action: 'rota.delete', targetKind: 'rota', targetId: rota._id, detail: { name: rota.name } })
    await announce({ type: 'ALARMS_UPDATED', serviceId: rota.serviceId })
    return { _id: rota._id }
  }),

  serve(rotaApi.swap, async ({ db, actor, params, body, allow, audit, announce }) => {
    await rotas.lock(db, params.id)
    const rota = allow(orNotFound(await rotas.byId(db, params.id)))
    if (!rota.memberIds.includes(actor.id) && !mayEver(actor, 'rule.edit')) throw new Problem('forbidden')
    const dayMs = Date.parse(`${body.week}T00:00:00Z`)
    const turn = dutyWeeks({ ...rota, swaps: [] }, dayMs, dayMs + 2 * 86_400_000).find(({ week }) => week === body.week)
    if (!turn) throw new Problem('invalid', { fields: { week: 'form.invalid' } })
    await checkMembers(db, rota.serviceId, [body.memberId], 'memberId')
    await rotas.swap(db, rota._id, body.week, turn.memberId === body.memberId ? null : body.memberId)
    const detail = { week: body.week, memberId: body.memberId }
    await audit({ action: 'rota.swap', targetKind: 'rota', targetId: rota._id, targetName: rota.name, detail })
    await announce({ type: 'ALARMS_UPDATED', serviceId: rota.serviceId })
    return orNotFound(await rotas.byId(db, rota._id))
  }),
]
