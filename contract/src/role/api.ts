import { z } from 'zod'
import { ActionUnit } from '../action/api.ts'
import type { Endpoint } from '../endpoint.ts'
import { Id } from '../schema.ts'

export const DefaultView = z.enum(['MAP', 'CALENDAR', 'DASHBOARD'])
export type DefaultView = z.infer<typeof DefaultView>

/** An action as a role offers it. */
export const RoleAction = z.object({
  _id: Id,
  name: z.string(),
  label: z.string(),
  unit: ActionUnit,
  value: z.string(),
  customValue: z.string().nullable(),
  isCustomValue: z.boolean(),
  setOfValuesEnabled: z.boolean(),
  values: z.array(z.string()),
})
export type RoleAction = z.infer<typeof RoleAction>

export const Role = z.object({
  _id: Id,
  name: z.string(),
  service: Id,
  actions: z.array(Id),
  publicActions: z.array(Id),
  isViewer: z.boolean(),
  defaultView: DefaultView,
  defaultMetrics: z.array(z.string()),
})
export type Role = z.infer<typeof Role>

/** The caller's own role, with what it may log. */
export const OwnRole = Role.omit({ actions: true }).extend({ actions: z.array(RoleAction) })
export type OwnRole = z.infer<typeof OwnRole>

export const roleApi = {
  profile: {
    method: 'GET',
    path: '/roles/profile',
    summary: 'The role of the caller, with its actions',
    needs: 'role.read',
    reply: OwnRole,
  },
  all: {
    method: 'GET',
    path: '/roles/user-roles',
    summary: 'The roles of the visible services',
    needs: 'role.read',
    reply: z.array(Role),
  },
  ofService: {
    method: 'GET',
    path: '/roles/user-roles/:service/service',
    summary: 'The roles of one service',
    needs: 'role.read',
    params: z.object({ service: Id }),
    reply: z.array(Role),
  },
} as const satisfies Record<string, Endpoint>
