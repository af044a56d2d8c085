import { z } from 'zod'
import { Id, required, TimeZone } from '../../platform/kit/schema.ts'

const Day = z.iso.date()
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'form.invalid' })

const shape = {
  name: required(200),
  /** Members take turns for a week each, in this order. */
  memberIds: z.array(Id).min(1, { error: 'form.required' }).max(50),
  startsOn: Day,
  /** Local time of the weekly handover in `timeZone`. */
  handoverAt: ClockTime,
  timeZone: TimeZone.unwrap(),
}

export const RotaDraft = z.object(shape)
export type RotaDraft = z.infer<typeof RotaDraft>

export const RotaSwap = z.object({ week: Day, memberId: Id })
export type RotaSwap = z.infer<typeof RotaSwap>

export const Rota = z.object({ ...shape, _id: Id, serviceId: Id, swaps: z.array(RotaSwap) })
export type Rota = z.infer<typeof Rota>
