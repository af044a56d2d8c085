import {
  builtInMetrics,
  type EventType,
  isWorth,
  orNotFound,
  type PresetAction,
  Problem,
  type RoleChange,
  roleApi,
} from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { putInOrder } from '../../platform/db/order.ts'
import { serve } from '../../platform/http/serve.ts'
import * as roles from './queries.ts'

/** Reads actions and event types, which belong to layers above roles. */
type Choices = {
  actionsOf: (db: Db, serviceIds: readonly string[]) => Promise<Pick<PresetAction, '_id' | 'unit'>[]>
  typesOf: (db: Db, serviceId: string) => Promise<Pick<EventType, '_id'>[]>
}

const check = async (db: Db, { actionsOf, typesOf }: Choices, serviceId: string, role: RoleChange): Promise<void> => {
  const wrong = (field: string): never => {
    throw new Problem('invalid', { fields: { [field]: 'form.invalid' } })
  }
  if (role.actions) {
    const actionsById = new Map((await actionsOf(db, [serviceId])).map((action) => [action._id, action]))
    for (const [at, { _id, customValue }] of role.actions.entries()) {
      const action = actionsById.get(_id) ?? wrong('actions')
      if (customValue !== null && !isWorth(customValue, action.unit)) wrong(`actions.${at}.customValue`)
    }
  }
  if (role.publicActions?.length) {
    const typeIds = new Set((await typesOf(db, serviceId)).map(({ _id }) => _id))
    if (!role.publicActions.every((id) => typeIds.has(id))) wrong('publicActions')
  }
  if (role.defaultMetrics?.length) {
    const metricIds = new Set<string>([...builtInMetrics, ...(await roles.metricIds(db, serviceId))])
    if (!role.defaultMetrics.every((id) => metricIds.has(id))) wrong('defaultMetrics')
  }
}

export const roleRoutes = (choices: Choices) => [
  serve(roleApi.profile, async ({ db, actor, allow }) => {
    allow({ serviceId: actor.serviceId })
    return orNotFound(await roles.withActions(db, orNotFound(await roles.roleIdOf(db, actor.id))))
  }),

  serve(roleApi.all, async ({ db, actor, allow }) => {
    allow()
    return roles.ofServices(db, actor.visibleServiceIds)
  }),

  serve(roleApi.ofService, async ({ db, params, allow }) => {
    const { serviceId } = allow({ serviceId: params.service })
    return roles.ofServices(db, [serviceId])
  }),

  serve(roleApi.create, async ({ db, actor, body, allow, announce, audit }) => {
    const { serviceId } = allow({ serviceId: body.service ?? actor.serviceId })
    await check(db, choices, serviceId, body)
    const id = await roles.create(db, serviceId, body)
    await announce({ type: 'SERVICE_UPDATED', serviceId })
    await audit({ action: 'role.create', targetKind: 'role', targetId: id, targetName: body.name })
    return orNotFound(await roles.byId(db, id))
  }),

  serve(roleApi.order, async ({ db, actor, body, allow, announce, audit }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    const now = await roles.ofServices(db, [serviceId])
    await putInOrder(
      db,
      'role',
      body.ids,
      now.map(({ _id }) => _id),
    )
    await announce({ type: 'SERVICE_UPDATED', serviceId })
    await audit({ action: 'role.edit', targetKind: 'role', detail: { changed: ['order'] } })
    return roles.ofServices(db, [serviceId])
  }),

  serve(roleApi.change, async ({ db, params, body, allow, announce, audit }) => {
    const role = orNotFound(await roles.byId(db, params.id))
    const { serviceId } = allow({ serviceId: role.service })
    await check(db, choices, serviceId, body)
    await roles.change(db, role._id, body)
    await announce({ type: 'SERVICE_UPDATED', serviceId })
    await audit({
      action: 'role.edit',
      targetKind: 'role',
      targetId: role._id,
      targetName: body.name ?? role.name,
      detail: { changed: Object.keys(body) },
    })
    return orNotFound(await roles.byId(db, role._id))
  }),
]
