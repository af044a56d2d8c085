import { z } from 'zod'
import { ActionUnit } from '../../people/role/api.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Usage } from '../../platform/http/usage.ts'
import {
  Colour,
  Id,
  idParams,
  LngLat,
  NewOrder,
  noFields,
  required,
  requiredHtml,
  requiredValue,
  trimmed,
  valueText,
  WebAddress,
} from '../../platform/kit/schema.ts'
import { Translations } from '../../platform/language/language.ts'

export const QuestionKind = z.enum(['text', 'number', 'choice', 'yesNo', 'date'])
export type QuestionKind = z.infer<typeof QuestionKind>

/**
 * True for a type that is no longer offered or a question that is no longer asked. Only in replies that include
 * archived ones.
 */
const isArchived = z.boolean().optional()

export const Question = z.object({
  _id: Id,
  name: z.string(),
  value: z.string(),
  kind: QuestionKind,
  choices: z.array(z.string()),
  isRequired: z.boolean(),
  translations: Translations,
  isArchived,
})
export type Question = z.infer<typeof Question>

export const EventType = z.object({
  _id: Id,
  service: Id,
  name: z.string(),
  translations: Translations,
  url: z.string().nullable(),
  guide: z.string(),
  responsibleRole: Id.nullable(),
  anonymous: z.boolean(),
  isPhotoRequired: z.boolean(),
  /** Maximum distance and time between reports of the same event; 0 turns suggestions off. */
  twinRadiusMetres: z.number().int(),
  twinHours: z.number().int(),
  unit: ActionUnit,
  value: z.string(),
  icon: z.string(),
  colour: z.string(),
  fields: z.array(Question),
  isArchived,
})
export type EventType = z.infer<typeof EventType>

/** With `attachAoi=true`, each type has the ids of its newest events and the number of all. */
export const EventTypeWithAois = EventType.extend({ aois: z.array(Id).optional(), count: z.number().int().optional() })

/** A question with an id is updated, a question without id is created, and missing questions are archived. */
export const QuestionDraft = z.object({
  _id: Id.optional(),
  name: required(500),
  value: valueText(2000).default(''),
  kind: QuestionKind.default('text'),
  choices: z.array(requiredValue(200)).max(100).default([]),
  isRequired: z.boolean().default(true),
  translations: Translations.default({}),
})
export type QuestionDraft = z.infer<typeof QuestionDraft>

const fields = {
  name: required(200),
  translations: Translations,
  url: WebAddress.nullable().transform((url) => url || null),
  guide: requiredHtml(20_000),
  responsibleRole: Id.nullable(),
  /** Roles whose list of event types contains this type. Roles without a list offer every type. */
  reporterRoles: z.array(Id).max(200).optional(),
  anonymous: z.boolean(),
  isPhotoRequired: z.boolean(),
  twinRadiusMetres: z.coerce.number().int().min(0).max(5000),
  twinHours: z.coerce.number().int().min(0).max(720),
  unit: ActionUnit,
  value: requiredValue(2000),
  icon: required(100),
  colour: Colour,
  fields: z.array(QuestionDraft).max(100),
}

export const EventTypeDraft = z.object({
  ...fields,
  translations: fields.translations.default({}),
  url: fields.url.default(null),
  responsibleRole: fields.responsibleRole.default(null),
  anonymous: fields.anonymous.default(false),
  isPhotoRequired: fields.isPhotoRequired.default(false),
  twinRadiusMetres: fields.twinRadiusMetres.default(150),
  twinHours: fields.twinHours.default(24),
  icon: fields.icon.default('alert-circle'),
  colour: fields.colour.default('#1c7ed6'),
  fields: fields.fields.default([]),
  service: Id.optional(),
})
export type EventTypeDraft = z.infer<typeof EventTypeDraft>

export const EventTypeChange = z.object(fields).partial()
export type EventTypeChange = z.infer<typeof EventTypeChange>

export const TypeSuggestion = z.object({
  typeId: Id,
  probability: z.number(),
  /** Words that led to the suggestion, as written in the text. */
  words: z.array(z.string()),
})
export type TypeSuggestion = z.infer<typeof TypeSuggestion>

export const eventTypeApi = {
  ofService: {
    method: 'GET',
    path: '/aoi-type/service/:service',
    summary:
      'List the event types of a service. attachAoi=true adds the ids of their 1,000 newest events, archived=true adds archived types',
    needs: 'eventType.read',
    params: z.object({ service: Id }),
    query: z.object({ attachAoi: z.stringbool().optional(), archived: z.stringbool().optional() }),
    reply: z.array(EventTypeWithAois),
  },
  suggest: {
    method: 'POST',
    path: '/aoi-type/suggest',
    summary: 'Suggest up to three types for a report, the most likely first; none if uncertain',
    needs: 'aoi.create',
    body: z.object({ serviceId: Id.optional(), text: trimmed(20_000), place: LngLat.nullable().default(null) }),
    reply: z.array(TypeSuggestion),
  },
  create: {
    method: 'POST',
    path: '/public-actions',
    summary: 'Add an event type to the caller’s service',
    needs: 'eventType.edit',
    body: EventTypeDraft,
    reply: EventType,
  },
  order: {
    method: 'POST',
    path: '/public-actions/order',
    summary: 'Reorder the event types of the caller’s service',
    needs: 'eventType.edit',
    body: NewOrder,
    reply: z.array(EventType),
  },
  checkUrl: {
    method: 'POST',
    path: '/public-actions/check-url',
    summary: 'Check whether an address responds. Only public addresses are contacted',
    needs: 'eventType.edit',
    body: z.object({ url: required(2000).and(WebAddress) }),
    reply: z.object({ isReachable: z.boolean() }),
  },
  change: {
    method: 'PATCH',
    path: '/public-actions/:id',
    summary: 'Change an event type. `fields`, if given, is the complete list of its questions in order',
    needs: 'eventType.edit',
    params: idParams,
    body: EventTypeChange,
    reply: EventType,
  },
  uses: {
    method: 'GET',
    path: '/public-actions/:id/uses',
    summary:
      'List the roles, metrics, groups and rules that use an event type. While there are any, it cannot be deleted',
    needs: 'eventType.edit',
    params: idParams,
    reply: z.array(Usage),
  },
  remove: {
    method: 'DELETE',
    path: '/public-actions/:id',
    summary: 'Delete an event type, or archive it if it has reports. Refused while it is in use',
    needs: 'eventType.edit',
    params: idParams,
    reply: noFields,
  },
} as const satisfies Record<string, Endpoint>
