import { z } from 'zod'
import { ActionUnit } from '../action/api.ts'
import type { Endpoint } from '../endpoint.ts'
import { Id, Translations } from '../schema.ts'

export const QuestionKind = z.enum(['text', 'number', 'choice', 'yesNo', 'date'])

export const Question = z.object({
  _id: Id,
  name: z.string(),
  value: z.string(),
  kind: QuestionKind,
  choices: z.array(z.string()),
  isRequired: z.boolean(),
  translations: Translations,
})
export type Question = z.infer<typeof Question>

/** An event type (a public action): a report that a visitor or a member can send. */
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
  unit: ActionUnit,
  value: z.string(),
  icon: z.string(),
  colour: z.string(),
  fields: z.array(Question),
})
export type EventType = z.infer<typeof EventType>

/** With `attachAoi=true` the numbers of the events of each type come along. */
export const EventTypeWithAois = EventType.extend({ aois: z.array(Id).optional(), count: z.number().int().optional() })

export const eventTypeApi = {
  ofService: {
    method: 'GET',
    path: '/aoi-type/service/:service',
    summary: 'The event types of a service; attachAoi=true adds the ids of their 1,000 newest events',
    needs: 'eventType.read',
    params: z.object({ service: Id }),
    query: z.object({ attachAoi: z.stringbool().optional() }),
    reply: z.array(EventTypeWithAois),
  },
} as const satisfies Record<string, Endpoint>
