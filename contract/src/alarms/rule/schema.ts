import { z } from 'zod'
import { Id, required, TimeZone, trimmed } from '../../platform/kit/schema.ts'

const MOST_SECONDS = 30 * 86_400
const duration = z.number().int().min(0).max(MOST_SECONDS)
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** Limit, because each reading is checked against all rules of its service. */
export const RULES_PER_SERVICE = 500

/** Limit of mutes that have not ended, because every open alarm is checked against all of them. */
export const MUTES_PER_SERVICE = 100

export const RuleSeverity = z.enum(['info', 'warning', 'high'])
export type RuleSeverity = z.infer<typeof RuleSeverity>

/** Severities of public warnings in CAP 1.2, from the worst to the mildest. */
export const warningSeverities = ['extreme', 'severe', 'moderate', 'minor', 'unknown'] as const
export const WarningSeverity = z.enum(warningSeverities)
export type WarningSeverity = z.infer<typeof WarningSeverity>

/** Sensors that a rule watches. `kind` is the type of device on the sensor's card. */
export const RuleScope = z.discriminatedUnion('type', [
  z.object({ type: z.literal('all') }),
  z.object({ type: z.literal('sensor'), sensorId: Id }),
  z.object({ type: z.literal('area'), areaId: Id }),
  z.object({ type: z.literal('kind'), kind: required(200) }),
])
export type RuleScope = z.infer<typeof RuleScope>

/** Begins to hold above (below) `enter` and ends below (above) `leave`, which defaults to `enter`. */
export const ValueCondition = z
  .object({
    type: z.literal('value'),
    parameter: required(100),
    operator: z.enum(['above', 'below']),
    enter: z.number(),
    leave: z.number().nullable().default(null),
  })
  .refine(({ operator, enter, leave }) => leave === null || (operator === 'above' ? leave <= enter : leave >= enter), {
    error: 'form.invalid',
    path: ['leave'],
  })

export const RuleCondition = z.discriminatedUnion('type', [
  ValueCondition,
  /** Compares the newest value with the lowest (highest) value in the period before it. */
  z.object({
    type: z.literal('rate'),
    parameter: required(100),
    direction: z.enum(['rises', 'falls']),
    by: z.number().positive(),
    withinSeconds: z.number().int().min(1).max(86_400),
  }),
  z.object({ type: z.literal('silence'), seconds: duration.min(1) }),
  z.object({ type: z.literal('state'), isState: z.boolean().default(true), state: required(50).toUpperCase() }),
  z.object({ type: z.literal('place'), isInside: z.boolean().default(true), areaId: Id }),
  /** Days, from Sunday (0) to Saturday (6), on which the hours begin. Equal times mean 24 hours. */
  z.object({
    type: z.literal('time'),
    days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
    from: ClockTime,
    to: ClockTime,
    timeZone: TimeZone,
  }),
])
export type RuleCondition = z.infer<typeof RuleCondition>
export type ValueCondition = Extract<RuleCondition, { type: 'value' }>
export type TimeCondition = Extract<RuleCondition, { type: 'time' }>

export const SensorTrigger = z.object({
  type: z.literal('sensor'),
  scope: RuleScope,
  match: z.enum(['all', 'any']).default('all'),
  conditions: z.array(RuleCondition).min(1, { error: 'form.required' }).max(10),
  /** Time for which the conditions must hold before the alarm is raised. */
  forSeconds: duration.default(0),
  /** Time for which the conditions must not hold before the alarm is cleared. */
  clearSeconds: duration.default(0),
  /** Time without a reading after which the rule has no data; null: never. */
  noDataSeconds: duration.min(1).nullable().default(null),
})
export type SensorTrigger = z.infer<typeof SensorTrigger>

const eventTypeIds = z.array(Id).min(1, { error: 'form.required' }).max(200)

export const RuleTrigger = z.discriminatedUnion('type', [
  SensorTrigger,
  z.object({ type: z.literal('unattended'), eventTypeIds, seconds: duration.min(1) }),
  z.object({
    type: z.literal('cluster'),
    eventTypeIds,
    moreThan: z.number().int().min(1).max(1000),
    radiusMetres: z.number().min(10).max(100_000),
    withinSeconds: duration.min(60).max(86_400),
  }),
  /**
   * Holds while a public warning of at least this severity is in effect for one of the regions. `regionIds` null: for
   * the home area.
   */
  z.object({
    type: z.literal('warning'),
    severity: WarningSeverity,
    regionIds: z.array(Id).min(1, { error: 'form.required' }).max(200).nullable().default(null),
  }),
])
export type RuleTrigger = z.infer<typeof RuleTrigger>
export type UnattendedTrigger = Extract<RuleTrigger, { type: 'unattended' }>
export type ClusterTrigger = Extract<RuleTrigger, { type: 'cluster' }>
export type WarningTrigger = Extract<RuleTrigger, { type: 'warning' }>

export const RuleEvent = z.object({ eventTypeId: Id, isArchivedOnClear: z.boolean().default(false) })

const shape = {
  name: required(200),
  isEnabled: z.boolean(),
  severity: RuleSeverity,
  trigger: RuleTrigger,
  /** Time after the end of an alarm in which the rule raises no new one. */
  quietSeconds: duration,
  setsAreaStatus: z.boolean(),
  event: RuleEvent.nullable(),
  planId: Id.nullable(),
}

export const RuleDraft = z.object({
  ...shape,
  isEnabled: shape.isEnabled.default(true),
  quietSeconds: shape.quietSeconds.default(0),
  setsAreaStatus: shape.setsAreaStatus.default(true),
  event: shape.event.default(null),
  planId: shape.planId.default(null),
})
export type RuleDraft = z.infer<typeof RuleDraft>

export const RuleChange = z.object(shape).partial()
export type RuleChange = z.infer<typeof RuleChange>

export const Rule = z.object({ ...shape, _id: Id, serviceId: Id, openAlarms: z.number().int() })
export type Rule = z.infer<typeof Rule>

export const Reason = required(500)

export const MuteTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('all') }),
  z.object({ type: z.literal('sensor'), id: Id }),
  z.object({ type: z.literal('area'), id: Id }),
  z.object({ type: z.literal('rule'), id: Id }),
])
export type MuteTarget = z.infer<typeof MuteTarget>

/** Value of a condition when the alarm was raised; null for conditions without a value. */
export const Observation = z.union([z.number(), trimmed(200), z.null()])
export type Observation = z.infer<typeof Observation>
