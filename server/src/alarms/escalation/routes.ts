import {
  type Actor,
  type Escalation,
  type EscalationNotice,
  type EscalationPlanDraft,
  type EscalationTarget,
  escalationApi,
  type FieldProblems,
  orNotFound,
  Problem,
} from '#contract'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { confirmDelivery } from '../../platform/delivery/queue.ts'
import { openByToken } from '../../platform/http/attempts.ts'
import { serve } from '../../platform/http/serve.ts'
import { announceAlarms } from '../rule/alarms.ts'
import { acknowledge, type EscalationTools, handOver } from './actions.ts'
import { subjectsOf } from './notices.ts'
import * as escalations from './queries.ts'

const idOf = (target: EscalationTarget): string =>
  target.type === 'member' ? target.memberId : target.type === 'role' ? target.roleId : target.rotaId

const checkPlan = async (db: Db, serviceId: string, { levels }: EscalationPlanDraft): Promise<void> => {
  const ids = levels.flatMap(({ targets }) => targets.map(idOf))
  const foreign = new Set(await escalations.foreignIds(db, serviceId, ids))
  const fields: FieldProblems = {}
  for (const [index, { targets }] of levels.entries())
    if (targets.some((target) => foreign.has(idOf(target)))) fields[`levels.${index}.targets`] = 'form.invalid'
  if (Object.keys(fields).length > 0) throw new Problem('invalid', { fields })
}

const noteSeen = async (
  db: Db,
  memberId: string,
  all: readonly Pick<Escalation, '_id' | 'serviceId'>[],
  { isActing }: { isActing: boolean },
) => {
  const ids = all.map(({ _id }) => _id)
  const unseen = await escalations.unseenDeliveries(db, memberId, ids, { isActing })
  for (const id of unseen) await confirmDelivery(db, id, 'seen')
  if (unseen.length > 0)
    await announceAlarms(
      db,
      all.map(({ serviceId }) => serviceId),
    )
  return { seen: unseen.length }
}

const noticeReply = async (
  db: Db,
  { id, memberName }: { id: string; memberName: string },
): Promise<EscalationNotice> => {
  const all = await escalations.ofNotice(db, id)
  const subjects = await subjectsOf(
    db,
    all.map(({ _id }) => _id),
  )
  return {
    memberName,
    escalations: all.map(({ _id, ruleName, severity, phase, beganAt, openAlarms, owner }) => ({
      _id,
      ruleName,
      severity,
      phase,
      beganAt,
      openAlarms,
      ownerName: owner?.name ?? null,
      subjects: subjects.get(_id)?.subjects ?? [],
    })),
  }
}

const subjectOf = ({ _id, ruleName }: Escalation) => ({ targetKind: 'escalation', targetId: _id, targetName: ruleName })

export const escalationRoutes = (tools: EscalationTools) => {
  const openLink = (db: Db, token: string, address: string) =>
    openByToken(db, { kind: 'alarm notice', address }, () => escalations.noticeByToken(db, token))

  return [
    serve(escalationApi.plans, async ({ db, actor, allow }) => {
      const { serviceId } = allow({ serviceId: actor.serviceId })
      return escalations.plansOf(db, serviceId)
    }),

    serve(escalationApi.createPlan, async ({ db, actor, body, allow, audit, announce }) => {
      const { serviceId } = allow({ serviceId: actor.serviceId })
      await checkPlan(db, serviceId, body)
      const id = await escalations.createPlan(db, serviceId, body)
      await audit({ action: 'plan.create', targetKind: 'plan', targetId: id, targetName: body.name, detail: {} })
      await announce({ type: 'ALARMS_UPDATED', serviceId })
      return orNotFound(await escalations.planById(db, id))
    }),

    serve(escalationApi.changePlan, async ({ db, params, body, allow, audit, announce }) => {
      await escalations.lockPlan(db, params.id)
      const plan = allow(orNotFound(await escalations.planById(db, params.id)))
      const { name = plan.name, levels = plan.levels, remindSeconds = plan.remindSeconds } = body
      const draft = { name, levels, remindSeconds }
      await checkPlan(db, plan.serviceId, draft)
      await escalations.changePlan(db, plan._id, draft)
      const changed = Object.keys(body)
      await audit({
        action: 'plan.edit',
        targetKind: 'plan',
        targetId: plan._id,
        targetName: name,
        detail: { changed },
      })
      await announce({ type: 'ALARMS_UPDATED', serviceId: plan.serviceId })
      return orNotFound(await escalations.planById(db, plan._id))
    }),

    serve(escalationApi.removePlan, async ({ db, params, allow, audit, announce }) => {
      const plan = allow(orNotFound(await escalations.planById(db, params.id)))
      await escalations.removePlan(db, plan._id)
      await audit({ action: 'plan.delete', targetKind: 'plan', targetId: plan._id, detail: { name: plan.name } })
      await announce({ type: 'ALARMS_UPDATED', serviceId: plan.serviceId })
      return { _id: plan._id }
    }),

    serve(escalationApi.open, async ({ db, actor, allow }) => {
      allow()
      return escalations.openEscalations(db, actor.visibleServiceIds)
    }),

    serve(escalationApi.noteSeen, async ({ db, actor, allow }) => {
      allow()
      return noteSeen(db, actor.id, await escalations.openEscalations(db, actor.visibleServiceIds), { isActing: false })
    }),

    serve(escalationApi.acknowledge, async ({ db, actor, params, allow, audit }) => {
      const escalation = allow(orNotFound(await escalations.byId(db, params.id)))
      await acknowledge(db, tools, escalation._id, actor, databaseTime())
      await noteSeen(db, actor.id, [escalation], { isActing: true })
      await audit({ action: 'escalation.acknowledge', ...subjectOf(escalation), detail: {} })
      return orNotFound(await escalations.byId(db, escalation._id))
    }),

    serve(escalationApi.handOver, async ({ db, params, allow, audit }) => {
      const escalation = allow(orNotFound(await escalations.byId(db, params.id)))
      await handOver(db, tools, escalation._id, databaseTime())
      await audit({ action: 'escalation.handOver', ...subjectOf(escalation), detail: {} })
      return orNotFound(await escalations.byId(db, escalation._id))
    }),

    serve(escalationApi.notice, async ({ db, params, client, allow }) => {
      allow()
      return noticeReply(db, await openLink(db, params.token, client.address))
    }),

    serve(escalationApi.noteNoticeSeen, {
      prepare: ({ db, params, client }) => openLink(db, params.token, client.address),
      handle: async ({ db, allow, prepared: { id, memberId } }) => {
        allow()
        return noteSeen(db, memberId, await escalations.ofNotice(db, id), { isActing: false })
      },
    }),

    serve(escalationApi.acknowledgeNotice, {
      prepare: ({ db, params, client }) => openLink(db, params.token, client.address),
      handle: async ({ db, params, allow, audit }) => {
        allow()
        const notice = orNotFound(await escalations.noticeByToken(db, params.token))
        if (!notice.mayAct) throw new Problem('forbidden')
        const member = { id: notice.memberId, name: notice.memberName } satisfies Pick<Actor, 'id' | 'name'>
        const { serviceId } = notice
        const all = await escalations.ofNotice(db, notice.id)
        for (const { _id } of all) {
          await acknowledge(db, tools, _id, member, databaseTime())
        }
        await noteSeen(db, member.id, all, { isActing: true })
        await audit({
          action: 'escalation.acknowledge',
          serviceId,
          targetKind: 'escalation',
          targetId: all[0]?._id ?? notice.id,
          targetName: all.map(({ ruleName }) => ruleName).join(', '),
          detail: { by: member.name },
        })
        return noticeReply(db, notice)
      },
    }),
  ]
}
