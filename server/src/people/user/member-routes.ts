import { type Actor, canOwnServer, type EndedAccess, invitableTypes, orNotFound, Problem, userApi } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { type Announce, serve, withoutService } from '../../platform/http/serve.ts'
import * as services from '../service/queries.ts'
import * as tokens from '../token/queries.ts'
import * as users from './queries.ts'
import * as requests from './requests.ts'
import * as team from './team.ts'

type MemberKey = { id: string; serviceId: string }
const userUpdated = ({ id, serviceId }: MemberKey) => ({ type: 'USER_UPDATED', userId: id, serviceId }) as const

export type EndSessions = (db: Db, memberId: string) => Promise<void>

export type MemberTools = { online: team.Online; endSessions: EndSessions; programs: tokens.MemberPrograms }

export const removeMember = async (
  { db, announce, endSessions, programs }: Omit<MemberTools, 'online'> & { db: Db; announce: Announce },
  member: MemberKey,
): Promise<EndedAccess> => {
  await users.guardLast(db, member.id)
  await users.remove(db, member.id)
  await announce({ type: 'USER_LOGOFF', userId: member.id, reason: 'deleted' }, { memberIds: [member.id] })
  await endSessions(db, member.id)
  const ended = await programs.end(db, member.id)
  await announce(userUpdated(member))
  return ended
}

/** Throws if the type is above the actor's own. */
const refuseRaising = (actor: Actor, type: Actor['type'] | undefined) => {
  if (type && !invitableTypes(actor).includes(type)) throw new Problem('forbidden')
}

export const memberRoutes = ({ online, endSessions, programs }: MemberTools) => [
  serve(userApi.change, async ({ db, actor, params, body, allow, announce, audit }) => {
    const member = allow(orNotFound(await users.subject(db, params.id)))
    refuseRaising(actor, body.type)
    const { isServerOwner, ...rights } = body
    const mayOwn = canOwnServer(body.type ?? member.type)
    const change = {
      ...rights,
      ...(actor.isServerOwner && isServerOwner !== undefined && { isServerOwner: isServerOwner && mayOwn }),
      ...(!mayOwn && { isServerOwner: false }),
    }
    if (canOwnServer(member.type) && !mayOwn) await users.guardLast(db, member.id)
    await users.changeMember(db, member, change)
    await audit({ action: 'member.edit', targetKind: 'member', targetId: member.id, detail: change })
    await announce(userUpdated(member))
    return withoutService(orNotFound(await team.details({ db, online }, actor, member.id)))
  }),

  serve(userApi.remove, async ({ db, actor, params, query, allow, announce, audit }) => {
    const member = allow(orNotFound(await users.subject(db, params.id)))
    const ids = [...new Set(query.takeOver)]
    const taken = await tokens.takeOver(db, ids, { from: member.id, to: actor.id })
    if (taken.length < ids.length) throw new Problem('invalid', { fields: { takeOver: 'form.notInList' } })
    const ended = await removeMember({ db, announce, endSessions, programs }, member)
    await audit({
      action: 'member.delete',
      targetKind: 'member',
      targetId: member.id,
      detail: { name: member.name, ...tokens.namesOf(ended) },
    })
    for (const { _id, name } of taken)
      await audit({
        action: 'token.takeOver',
        targetKind: 'token',
        targetId: _id,
        targetName: name,
        detail: { from: member.id },
      })
    return ended
  }),

  serve(userApi.services, async ({ db, actor, allow }) => {
    allow()
    return services.otherServices(db, actor.serviceId)
  }),

  serve(userApi.provideServices, async ({ db, actor, body, allow, announce, audit }) => {
    const member = allow(orNotFound(await users.subject(db, body.userId)))
    const answer = await requests.provideServices(db, member, body.services)
    await audit({ action: 'member.provideServices', targetKind: 'member', targetId: member.id, detail: answer })
    await announce(userUpdated(member), { memberIds: [member.id, actor.id] })
    return answer
  }),

  serve(userApi.requests, async ({ db, actor, allow }) => {
    allow({ serviceId: actor.serviceId })
    return requests.toDecide(db, actor)
  }),

  serve(userApi.decide, async ({ db, actor, params, body, allow, announce, audit }) => {
    const request = allow(orNotFound(await requests.byId(db, params.id)))
    await requests.settle(db, request.id, body.decision, actor.id)
    if (body.decision === 'approved' && request.roleId)
      await users.changeMember(db, { id: request.memberId, serviceId: request.serviceId }, { role: request.roleId })
    if (body.decision === 'approved' && request.kind === 'service')
      await requests.show(db, request.memberId, request.serviceId)
    await audit({
      action: 'request.decide',
      targetKind: 'member',
      targetId: request.memberId,
      detail: { kind: request.kind, ...body },
    })
    const member = { id: request.memberId, serviceId: request.homeId }
    await announce(userUpdated(member), { memberIds: [member.id] })
    if (request.serviceId !== member.serviceId) await announce(userUpdated({ ...member, serviceId: request.serviceId }))
    return requests.toDecide(db, actor)
  }),
]
