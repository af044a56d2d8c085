import { z } from 'zod'
import { ActionUnit } from '../../people/role/api.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import {
  Id,
  idParams,
  required,
  requiredValue,
  SentTime,
  TimeZone,
  translationsOf,
  valueText,
} from '../../platform/kit/schema.ts'
import { Translations } from '../../platform/language/language.ts'
import { AoiKind } from '../aoi/schema.ts'

export const MetricType = z.enum(['BY_POSTS', 'BY_USERS'])
export type MetricType = z.infer<typeof MetricType>

export const MetricCountType = z.enum(['COUNT_POSTS', 'CALCULATE'])
export type MetricCountType = z.infer<typeof MetricCountType>

/** EXACT: equal. LESS: strictly less. MORE: strictly more. */
export const MetricExpression = z.enum(['EXACT', 'LESS', 'MORE'])
export type MetricExpression = z.infer<typeof MetricExpression>

const ids = z.array(Id).min(1, { error: 'form.required' }).max(200)

export const ActionSettings = z.object({
  value: valueText(2000).optional(),
  type: ActionUnit.optional(),
  users: z.array(Id).max(500).optional(),
  expression: MetricExpression.optional(),
  values: z.array(requiredValue(2000)).max(200).optional(),
})
export type ActionSettings = z.infer<typeof ActionSettings>

/** A metric's conditions must all hold. Ids within one condition are alternatives. */
export const MetricCondition = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('BY_ACTION'), actionId: Id, actionSettings: ActionSettings.nullish() }),
    z.object({ type: z.literal('BY_PUBLIC_ACTION'), publicActionIds: ids }),
    z.object({
      type: z.literal('BY_QUESTION_RESPONSE'),
      questionResponse: z.object({ questionId: Id, response: requiredValue(5000) }),
    }),
    z.object({ type: z.literal('BY_REGION'), regionsIds: ids }),
    z.object({ type: z.literal('BY_ROLE'), userRoleIds: ids }),
  ],
  { error: ({ input }) => ((input as { type?: unknown } | undefined)?.type ? 'form.invalid' : 'form.required') },
)
export type MetricCondition = z.infer<typeof MetricCondition>
export type MetricConditionType = MetricCondition['type']

export const MetricUnit = z.enum(['Dollar', 'Number'])

const shape = {
  name: required(200),
  shortName: required(50),
  metricType: MetricType,
  metricCountType: MetricCountType,
}

const MetricTranslations = translationsOf({ name: 200, shortName: 50 })

export const MetricDraft = z.object({
  ...shape,
  translations: MetricTranslations.default({}),
  service: Id.optional(),
  isAdminOnly: z.boolean().default(false),
  conditions: z.array(MetricCondition).max(20).default([]),
})
export type MetricDraft = z.infer<typeof MetricDraft>

export const MetricChange = z
  .object({
    ...shape,
    translations: MetricTranslations,
    isAdminOnly: z.boolean(),
    conditions: z.array(MetricCondition).max(20),
  })
  .partial()
export type MetricChange = z.infer<typeof MetricChange>

export const Metric = z.object({
  ...shape,
  translations: Translations,
  _id: Id,
  service: Id,
  isAdminOnly: z.boolean(),
  conditions: z.array(MetricCondition),
  unit: MetricUnit,
})
export type Metric = z.infer<typeof Metric>

export const MetricResult = z.object({
  _id: Id,
  value: z.number(),
  unit: MetricUnit,
  aois: z.array(Id).optional(),
  trend: z.array(z.object({ month: z.string(), value: z.number() })).optional(),
})
export type MetricResult = z.infer<typeof MetricResult>

export const metricApi = {
  ofService: {
    method: 'GET',
    path: '/metrics/service/:service',
    summary: 'The metrics of a service; those for Admins and Technicians only where the caller is one',
    needs: 'service.readMetrics',
    params: z.object({ service: Id }),
    reply: z.array(Metric),
  },
  calculate: {
    method: 'GET',
    path: '/metrics/:id/calculate',
    summary: 'Value and trend of a metric over a period, optionally with the ids of up to 1,000 newest AOIs',
    needs: 'metric.read',
    params: idParams,
    query: z.object({
      startTime: SentTime.optional(),
      endTime: SentTime.optional(),
      getAois: z.stringbool().default(false),
      trend: z.stringbool().default(false),
      type: AoiKind.optional(),
      timeZone: TimeZone,
    }),
    reply: MetricResult,
  },
  create: {
    method: 'POST',
    path: '/metrics',
    summary: 'Create a metric',
    needs: 'metric.edit',
    body: MetricDraft,
    reply: Metric,
  },
  change: {
    method: 'PATCH',
    path: '/metrics/:id',
    summary: 'Change a metric. Fields that are not sent stay',
    needs: 'metric.edit',
    params: idParams,
    body: MetricChange,
    reply: Metric,
  },
  remove: {
    method: 'DELETE',
    path: '/metrics/:id',
    summary: 'Delete a metric, also from the roles that show it',
    needs: 'metric.edit',
    params: idParams,
    reply: z.object({ _id: Id, name: z.string() }),
  },
} as const satisfies Record<string, Endpoint>
