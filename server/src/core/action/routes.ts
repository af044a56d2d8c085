import { actionApi, actionProblems, orNotFound, type PresetAction, Problem } from '#contract'
import * as roles from '../../people/role/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { putInOrder } from '../../platform/db/order.ts'
import { serve } from '../../platform/http/serve.ts'
import * as actions from './queries.ts'

/** The specification sends a list of services; an action belongs to one. */
const serviceOf = ({ service }: PresetAction) => orNotFound(service[0])

type ActionValues = Parameters<typeof actionProblems>[0]

const check = async (db: Db, serviceId: string, action: ActionValues): Promise<void> => {
  const fields = actionProblems(action)
  if (action.role && (await roles.byId(db, action.role))?.service !== serviceId) fields.role = 'form.invalid'
  if (Object.keys(fields).length > 0) throw new Problem('invalid', { fields })
}

export const actionRoutes = [
  serve(actionApi.ofService, async ({ db, actor, allow }) => {
    allow()
    return actions.ofServices(db, actor.visibleServiceIds)
  }),

  serve(actionApi.create, async ({ db, actor, body, allow, announce, audit }) => {
    const { serviceId } = allow({ serviceId: body.service ?? actor.serviceId })
    await check(db, serviceId, body)
    const id = await actions.create(db, serviceId, body)
    await announce({ type: 'SERVICE_UPDATED', serviceId })
    await audit({ action: 'action.create', targetKind: 'action', targetId: id, targetName: body.name })
    return orNotFound(await actions.byId(db, id))
  }),

  serve(actionApi.order, async ({ db, actor, body, allow, announce, audit }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    const now = await actions.ofServices(db, [serviceId])
    await putInOrder(
      db,
      'action',
      body.ids,
      now.map(({ _id }) => _id),
    )
    await announce({ type: 'SERVICE_UPDATED', serviceId })
    await audit({ action: 'action.edit', targetKind: 'action', detail: { changed: ['order'] } })
    return actions.ofServices(db, [serviceId])
  }),

  serve(actionApi.change, async ({ db, params, body, allow, announce, audit }) => {
    const action = orNotFound(await actions.byId(db, params.id))
    const { serviceId } = allow({ serviceId: serviceOf(action) })
    await check(db, serviceId, { ...action, ...body })
    await actions.change(db, action._id, body)
    await announce({ type: 'SERVICE_UPDATED', serviceId })
    await audit({
      action: 'action.edit',
      targetKind: 'action',
      targetId: action._id,
      targetName: body.name ?? action.name,
      detail: { changed: Object.keys(body) },
    })
    return orNotFound(await actions.byId(db, action._id))
  }),

  serve(actionApi.uses, async ({ db, params, allow }) => {
    const action = orNotFound(await actions.byId(db, params.id))
    allow({ serviceId: serviceOf(action) })
    return actions.usesOf(db, action)
  }),

  serve(actionApi.remove, async ({ db, params, allow, announce, audit }) => {
    const action = orNotFound(await actions.byId(db, params.id))
    const { serviceId } = allow({ serviceId: serviceOf(action) })
    const usedBy = await actions.usesOf(db, action)
    if (usedBy.length > 0) throw new Problem('inUse', { usedBy })
    await actions.remove(db, action._id)
    await announce({ type: 'SERVICE_UPDATED', serviceId })
    await audit({ action: 'action.delete', targetKind: 'action', targetId: action._id, targetName: action.name })
    return {}
  }),
]
