import { z } from 'zod'
import { ActionUnit } from '../../people/role/api.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Usage } from '../../platform/http/usage.ts'
import {
  Id,
  idParams,
  NameTranslations,
  NewOrder,
  noFields,
  required,
  requiredValue,
} from '../../platform/kit/schema.ts'
import { Translations } from '../../platform/language/language.ts'

export const PresetAction = z.object({
  _id: Id,
  name: z.string(),
  translations: Translations,
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

const fields = {
  name: required(200),
  translations: NameTranslations,
  unit: ActionUnit,
  value: requiredValue(2000),
  isAutoSharing: z.boolean(),
  /** When the action is logged, members of this role get a share of the AOI. */
  role: Id.nullable(),
  isCustomValue: z.boolean(),
  setOfValuesEnabled: z.boolean(),
  values: z.array(requiredValue(2000)).max(100),
  /** One id, or a list with one id as in the specification: an action belongs to one service. */
  service: z.union([Id, z.array(Id).length(1)]).transform((service) => [service].flat()[0] as string),
}

export const ActionDraft = z.object({
  ...fields,
  translations: fields.translations.default({}),
  isAutoSharing: fields.isAutoSharing.default(false),
  role: fields.role.default(null),
  isCustomValue: fields.isCustomValue.default(false),
  setOfValuesEnabled: fields.setOfValuesEnabled.default(false),
  values: fields.values.default([]),
  service: fields.service.optional(),
})
export type ActionDraft = z.infer<typeof ActionDraft>

export const ActionChange = z.object(fields).omit({ service: true }).partial()
export type ActionChange = z.infer<typeof ActionChange>

export const actionApi = {
  ofService: {
    method: 'GET',
    path: '/actions/service',
    summary: 'The preset actions of the visible services',
    needs: 'action.list',
    reply: z.array(PresetAction),
  },
  create: {
    method: 'POST',
    path: '/actions',
    summary: 'Add an action to the caller’s service',
    needs: 'action.edit',
    body: ActionDraft,
    reply: PresetAction,
  },
  order: {
    method: 'POST',
    path: '/actions/order',
    summary: 'Reorder the actions of the caller’s service',
    needs: 'action.edit',
    body: NewOrder,
    reply: z.array(PresetAction),
  },
  change: {
    method: 'PATCH',
    path: '/actions/:id',
    summary: 'Change an action. Entries already logged with it keep their name, unit and value',
    needs: 'action.edit',
    params: idParams,
    body: ActionChange,
    reply: PresetAction,
  },
  uses: {
    method: 'GET',
    path: '/actions/:id/uses',
    summary: 'List the roles, metrics and groups that use an action. While there are any, it cannot be deleted',
    needs: 'action.edit',
    params: idParams,
    reply: z.array(Usage),
  },
  remove: {
    method: 'DELETE',
    path: '/actions/:id',
    summary: 'Delete an action. Refused while a role, a metric or a group uses it; the reply lists the uses',
    needs: 'action.edit',
    params: idParams,
    reply: noFields,
  },
} as const satisfies Record<string, Endpoint>
