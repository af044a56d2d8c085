import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Id } from '../schema.ts'

export const ActionUnit = z.enum(['Dollar', 'Text', 'Number'])
export type ActionUnit = z.infer<typeof ActionUnit>

/** A preset response that a member can log on an event. */
export const PresetAction = z.object({
  _id: Id,
  name: z.string(),
  unit: ActionUnit,
  value: z.string(),
  isAutoSharing: z.boolean(),
  role: Id.nullable(),
  isCustomValue: z.boolean(),
  setOfValuesEnabled: z.boolean(),
  values: z.array(z.string()),
  service: z.array(Id),
})
export type PresetAction = z.infer<typeof PresetAction>

export const actionApi = {
  ofService: {
    method: 'GET',
    path: '/actions/service',
    summary: 'The preset actions of the visible services',
    needs: 'action.read',
    reply: z.array(PresetAction),
  },
} as const satisfies Record<string, Endpoint>
