import { z } from 'zod'
import { MemberChannel } from '../../platform/delivery/schema.ts'
import { Id, required } from '../../platform/kit/schema.ts'

const MOST_SECONDS = 30 * 86_400

/** Targets of a level. Deleted members are skipped. */
export const EscalationTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('member'), memberId: Id }),
  z.object({ type: z.literal('role'), roleId: Id }),
  /** Member on duty at that moment. */
  z.object({ type: z.literal('onDuty'), rotaId: Id }),
])
export type EscalationTarget = z.infer<typeof EscalationTarget>

export const EscalationLevel = z.object({
  targets: z.array(EscalationTarget).min(1, { error: 'form.required' }).max(50),
  /** In the order in which they are tried for each member. */
  channels: z.array(MemberChannel).min(1, { error: 'form.required' }).max(10),
  /** How long after this level the next one is notified; after the last one it is the Admins. */
  waitSeconds: z.number().int().min(10).max(MOST_SECONDS),
  /** The first interval after which this level is notified again, each one twice as long; null: never. */
  repeatSeconds: z.number().int().min(30).max(MOST_SECONDS).nullable(),
})
export type EscalationLevel = z.infer<typeof EscalationLevel>

const shape = {
  name: required(200),
  levels: z.array(EscalationLevel).min(1, { error: 'form.required' }).max(10),
  /** How long after an acknowledgement the owner is reminded while the alarm lasts; null: never. */
  remindSeconds: z.number().int().min(60).max(MOST_SECONDS).nullable(),
}

export const EscalationPlanDraft = z.object({ ...shape, remindSeconds: shape.remindSeconds.default(null) })
export type EscalationPlanDraft = z.infer<typeof EscalationPlanDraft>

/** `rules`: the names of the rules that use the plan. */
export const EscalationPlan = z.object({ ...shape, _id: Id, serviceId: Id, rules: z.array(z.string()) })
export type EscalationPlan = z.infer<typeof EscalationPlan>
