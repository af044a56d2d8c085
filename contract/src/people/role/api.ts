import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import {
  Id,
  idParams,
  NameTranslations,
  NewOrder,
  required,
  translationsOf,
  trimmed,
  valueText,
} from '../../platform/kit/schema.ts'
import { Translations } from '../../platform/language/language.ts'

export const MAX_SELECTED_METRICS = 3

/** Removes a chosen counter, or adds another one, which replaces the last if there is no room. */
export const toggleDefaultMetric = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen.slice(0, MAX_SELECTED_METRICS - 1), id]

export const DefaultView = z.enum(['MAP', 'CALENDAR', 'DASHBOARD'])
export type DefaultView = z.infer<typeof DefaultView>

export const ActionUnit = z.enum(['Dollar', 'Text', 'Number'])
export type ActionUnit = z.infer<typeof ActionUnit>

export const RoleAction = z.object({
  _id: Id,
  name: z.string(),
  label: z.string(),
  translations: Translations,
  unit: ActionUnit,
  value: z.string(),
  customValue: z.string().nullable(),
  isCustomValue: z.boolean(),
  setOfValuesEnabled: z.boolean(),
  values: z.array(z.string()),
})
export type RoleAction = z.infer<typeof RoleAction>

export const RoleActionSetting = z.object({
  _id: Id,
  label: z.string().nullable(),
  translations: Translations,
  customValue: z.string().nullable(),
})
export type RoleActionSetting = z.infer<typeof RoleActionSetting>

export const Role = z.object({
  _id: Id,
  name: z.string(),
  translations: Translations,
  service: Id,
  actions: z.array(Id),
  /** The same actions in the same order, with this role's settings. */
  roleActions: z.array(RoleActionSetting),
  publicActions: z.array(Id),
  isViewer: z.boolean(),
  defaultView: DefaultView,
  defaultMetrics: z.array(z.string()),
  /** An archived role stays with its members and cannot be given to others. */
  isArchived: z.boolean(),
})
export type Role = z.infer<typeof Role>

const orNull = (max: number) =>
  trimmed(max)
    .nullish()
    .transform((text) => text || null)

const valueOrNull = valueText(2000)
  .nullish()
  .transform((text) => text || null)

/** Id of an action, optionally with this role's own label and value. */
const RoleActionChoice = z
  .union([
    Id,
    z.object({
      _id: Id,
      label: orNull(200),
      translations: translationsOf({ label: 200 }).default({}),
      customValue: valueOrNull,
    }),
  ])
  .transform(
    (choice): RoleActionSetting =>
      typeof choice === 'string' ? { _id: choice, label: null, translations: {}, customValue: null } : choice,
  )

const uniqueBy = <T>(idOf: (thing: T) => string) =>
  [(list: T[]) => new Set(list.map(idOf)).size === list.length, { error: 'form.invalid' }] as const

const fields = {
  name: required(200),
  translations: NameTranslations,
  /** Empty for all actions of the service. */
  actions: z
    .array(RoleActionChoice)
    .max(200)
    .refine(...uniqueBy(({ _id }: RoleActionSetting) => _id)),
  /** Empty for all event types of the service. */
  publicActions: z
    .array(Id)
    .max(200)
    .refine(...uniqueBy((id: string) => id)),
  isViewer: z.boolean(),
  defaultView: DefaultView,
  defaultMetrics: z
    .array(z.string().max(100))
    .max(MAX_SELECTED_METRICS)
    .refine(...uniqueBy((id: string) => id)),
}

export const RoleDraft = z.object({
  ...fields,
  translations: fields.translations.default({}),
  publicActions: fields.publicActions.default([]),
  isViewer: fields.isViewer.default(false),
  defaultView: fields.defaultView.default('MAP'),
  defaultMetrics: fields.defaultMetrics.default([]),
  service: Id.optional(),
})
export type RoleDraft = z.infer<typeof RoleDraft>

export const RoleChange = z.object({ ...fields, isArchived: z.boolean() }).partial()
export type RoleChange = z.infer<typeof RoleChange>

/** The caller's role, with the actions that the caller may log. */
export const OwnRole = Role.omit({ actions: true, roleActions: true }).extend({ actions: z.array(RoleAction) })
export type OwnRole = z.infer<typeof OwnRole>

export const roleApi = {
  profile: {
    method: 'GET',
    path: '/roles/profile',
    summary: 'The role of the caller, with its actions',
    needs: 'role.read',
    membersOnly: true,
    reply: OwnRole,
  },
  all: {
    method: 'GET',
    path: '/roles/user-roles',
    summary: 'List the roles of the visible services, including archived ones',
    needs: 'role.list',
    reply: z.array(Role),
  },
  ofService: {
    method: 'GET',
    path: '/roles/user-roles/:service/service',
    summary: 'List the roles of a service, including archived ones',
    needs: 'role.read',
    params: z.object({ service: Id }),
    reply: z.array(Role),
  },
  create: {
    method: 'POST',
    path: '/roles',
    summary: 'Add a role to the caller’s service',
    needs: 'role.edit',
    body: RoleDraft,
    reply: Role,
  },
  order: {
    method: 'POST',
    path: '/roles/order',
    summary: 'Reorder the roles of the caller’s service',
    needs: 'role.edit',
    body: NewOrder,
    reply: z.array(Role),
  },
  change: {
    method: 'PATCH',
    path: '/roles/:id',
    summary: 'Change or archive a role. The change applies to its members at once',
    needs: 'role.edit',
    params: idParams,
    body: RoleChange,
    reply: Role,
  },
} as const satisfies Record<string, Endpoint>
