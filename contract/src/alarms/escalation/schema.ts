import { z } from 'zod'
import { MemberChannel } from '../../platform/delivery/schema.ts'
import { Id, required } from '../../platform/kit/schema.ts'

const MOST_SECONDS = 30 * 86_400

/** Targets of a level. Deleted members are skipped. */
export const EscalationTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('member'), memberId: Id }),
  z.object({ type: z.literal('role'), roleId: Id }),
  z.object({ type: z.literal('onDuty'), rotaId: Id }),
])
export type EscalationTarget = z.infer<typeof EscalationTarget>

export const EscalationLevel = z.object({
  targets: z.array(EscalationTarget).min(1, { error: 'form.required' }).max(50),
  channels: z.array(MemberChannel).min(1, { error: 'form.required' }).max(10),
  /** Delay before the next level; after the last level, before the Admins. */
  waitSeconds: z.number().int().min(10).max(MOST_SECONDS),
  /** Interval before the first repeat, doubled for each further one; null: no repeats. */
  repeatSeconds: z.number().int().min(30).max(MOST_SECONDS).nullable(),
})
export type EscalationLevel = z.infer<typeof EscalationLevel>

const shape = {
  name: required(200),
  levels: z.array(EscalationLevel).min(1, { error: 'form.required' }).max(10),
  /**
   * Interval before the first reminder to the owner after an acknowledgement, while the alarm lasts; null: no
   * reminders.
   */
  remindSeconds: z.number().int().min(60).max(MOST_SECONDS).nullable(),
}

export const EscalationPlanDraft = z.object({ ...shape, remindSeconds: shape.remindSeconds.default(null) })
export type EscalationPlanDraft = z.infer<typeof EscalationPlanDraft>

export const EscalationPlan = z.object({ ...shape, _id: Id, serviceId: Id, rules: z.array(z.string()) })
export type EscalationPlan = z.infer<typeof EscalationPlan>
