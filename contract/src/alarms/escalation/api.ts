import { z } from 'zod'
import { DeliveryState, MemberChannel } from '../../platform/delivery/schema.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams, Time } from '../../platform/kit/schema.ts'
import { RuleSeverity } from '../rule/schema.ts'
import { EscalationPlan, EscalationPlanDraft } from './schema.ts'

const EscalationReceiver = z.object({
  memberId: Id,
  name: z.string(),
  /** Zero-based index of the level, or the number of levels for the Admins. Null for a reminder to the owner. */
  level: z.number().int().nullable(),
  at: Time,
  deliveries: z.array(z.object({ channel: MemberChannel, state: DeliveryState })),
})
export type EscalationReceiver = z.infer<typeof EscalationReceiver>

export const Escalation = z.object({
  _id: Id,
  serviceId: Id,
  ruleName: z.string(),
  planName: z.string(),
  severity: RuleSeverity,
  phase: z.enum(['climbing', 'acknowledged', 'ended']),
  /** Zero-based index, -1 before the first level, or the number of levels for the Admins. */
  level: z.number().int(),
  levels: z.number().int(),
  nextAt: Time.nullable(),
  beganAt: Time,
  /** No message reached anyone within 30 s. */
  isUnreached: z.boolean(),
  owner: z.object({ _id: Id.nullable(), name: z.string() }).nullable(),
  acknowledgedAt: Time.nullable(),
  openAlarms: z.number().int(),
  receivers: z.array(EscalationReceiver),
})
export type Escalation = z.infer<typeof Escalation>

export const EscalationNotice = z.object({
  memberName: z.string(),
  escalations: z.array(
    Escalation.pick({ _id: true, ruleName: true, severity: true, phase: true, beganAt: true, openAlarms: true }).extend(
      {
        ownerName: z.string().nullable(),
        subjects: z.array(z.string()),
      },
    ),
  ),
})
export type EscalationNotice = z.infer<typeof EscalationNotice>

const SeenCount = z.object({ seen: z.number().int() })

const token = z.object({ token: z.string().regex(/^[\w-]{43}$/) })

export const escalationApi = {
  plans: {
    method: 'GET',
    path: '/escalation-plans',
    summary: 'The escalation plans of one’s own service',
    needs: 'rule.edit',
    reply: z.array(EscalationPlan),
  },
  createPlan: {
    method: 'POST',
    path: '/escalation-plans',
    summary: 'Create an escalation plan',
    needs: 'rule.edit',
    body: EscalationPlanDraft,
    reply: EscalationPlan,
  },
  changePlan: {
    method: 'PATCH',
    path: '/escalation-plans/:id',
    summary: 'Change an escalation plan. Running escalations keep the plan they started with',
    needs: 'rule.edit',
    params: idParams,
    body: EscalationPlanDraft.partial(),
    reply: EscalationPlan,
  },
  removePlan: {
    method: 'DELETE',
    path: '/escalation-plans/:id',
    summary: 'Delete an escalation plan. Its rules continue without one',
    needs: 'rule.edit',
    params: idParams,
    reply: z.object({ _id: Id }),
  },
  open: {
    method: 'GET',
    path: '/escalations',
    summary: 'List the open escalations of the visible services, newest first',
    needs: 'alarm.list',
    reply: z.array(Escalation),
  },
  noteSeen: {
    method: 'POST',
    path: '/escalations/seen',
    summary: 'Record that the caller has seen the notices of open escalations',
    needs: 'alarm.list',
    reply: SeenCount,
  },
  acknowledge: {
    method: 'POST',
    path: '/escalations/:id/acknowledge',
    summary: 'Acknowledge an escalation. No further level is notified; sensors and alarms stay as they are',
    needs: 'alarm.end',
    params: idParams,
    reply: Escalation,
  },
  handOver: {
    method: 'POST',
    path: '/escalations/:id/hand-over',
    summary: 'Hand an escalation over to the next level, which is notified at once. Admins follow the last level',
    needs: 'alarm.end',
    params: idParams,
    reply: Escalation,
  },
  notice: {
    method: 'GET',
    path: '/escalation-notices/:token',
    summary: 'Read the escalations of a notice at its private link. Changes nothing',
    needs: 'link',
    params: token,
    reply: EscalationNotice,
  },
  noteNoticeSeen: {
    method: 'POST',
    path: '/escalation-notices/:token/seen',
    summary:
      'Record that a person has opened the link of a notice. Called by the page, so that mail scanners are not counted',
    needs: 'link',
    params: token,
    reply: SeenCount,
  },
  acknowledgeNotice: {
    method: 'POST',
    path: '/escalation-notices/:token/acknowledge',
    summary: 'Acknowledge all escalations of a notice, as the member to whom it was sent',
    needs: 'link',
    params: token,
    reply: EscalationNotice,
  },
} as const satisfies Record<string, Endpoint>
