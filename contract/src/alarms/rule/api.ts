import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams, SentTime, Time } from '../../platform/kit/schema.ts'
import {
  MUTES_PER_SERVICE,
  MuteTarget,
  Observation,
  Reason,
  RULES_PER_SERVICE,
  Rule,
  RuleChange,
  RuleCondition,
  RuleDraft,
  RuleSeverity,
  RuleTrigger,
  WarningSeverity,
} from './schema.ts'

export const AlarmExplanation = z.object({
  match: z.enum(['all', 'any']).optional(),
  conditions: z.array(z.object({ condition: RuleCondition, value: Observation })).optional(),
  trigger: RuleTrigger.optional(),
  count: z.number().int().optional(),
  /** The public warning as it was when the alarm was raised, with its headline in each language. */
  warning: z
    .object({
      _id: Id,
      severity: WarningSeverity,
      headlines: z.array(z.object({ language: z.string(), headline: z.string() })),
    })
    .optional(),
})
export type AlarmExplanation = z.infer<typeof AlarmExplanation>

/** `noData`: the sensor has stopped sending readings. */
export const AlarmKind = z.enum(['alarm', 'noData'])

export const Alarm = z.object({
  _id: Id,
  serviceId: Id,
  kind: AlarmKind,
  /** Null if the rule was deleted. */
  ruleId: Id.nullable(),
  ruleName: z.string(),
  severity: RuleSeverity,
  sensor: z.object({ _id: Id, name: z.string() }).nullable(),
  /** The event that the rule watches or has created. */
  event: z.object({ _id: Id, name: z.string(), nonce: z.string() }).nullable(),
  /** Time at which the conditions began to hold; `raisedAt` is later if the rule has a delay. */
  beganAt: Time,
  raisedAt: Time,
  endedAt: Time.nullable(),
  endedBy: z.string().nullable(),
  endReason: z.string().nullable(),
  isMuted: z.boolean(),
  escalationId: Id.nullable(),
  explanation: AlarmExplanation,
})
export type Alarm = z.infer<typeof Alarm>

export const Mute = z.object({
  _id: Id,
  serviceId: Id,
  target: MuteTarget,
  targetName: z.string(),
  until: Time,
  reason: z.string(),
  createdBy: z.string(),
  createdAt: Time,
})
export type Mute = z.infer<typeof Mute>

const MuteDraft = z.object({ target: MuteTarget, until: SentTime, reason: Reason })
export type MuteDraft = z.infer<typeof MuteDraft>

/** A trial lists this many of the newest periods. The newest few have names of receivers. */
export const MOST_TRIAL_PERIODS = 1_000
export const MOST_TRIAL_RECEIVERS = { periods: 20, names: 20 }

export const RuleTrial = z.object({
  sensor: z.object({ _id: Id, name: z.string() }),
  from: Time,
  to: Time,
  readings: z.number().int(),
  /** Number of alarms, including those older than the listed periods. */
  alarms: z.number().int(),
  periods: z.array(
    z.object({
      kind: AlarmKind,
      beganAt: Time,
      raisedAt: Time,
      endedAt: Time.nullable(),
      values: z.array(Observation),
      /** For each level of the plan: names of the first receivers, and the number of all. */
      levels: z.array(z.array(z.string())),
      receivers: z.array(z.number().int()),
    }),
  ),
  /** Values of the parameter in the first value condition, aggregated by steps of time. */
  series: z
    .object({
      parameter: z.string(),
      points: z.array(z.object({ at: Time, average: z.number(), minimum: z.number(), maximum: z.number() })),
    })
    .nullable(),
  notified: z.array(z.string()),
})
export type RuleTrial = z.infer<typeof RuleTrial>

export const ruleApi = {
  list: {
    method: 'GET',
    path: '/rules',
    summary: 'The rules of one’s own service',
    needs: 'rule.edit',
    reply: z.array(Rule),
  },
  create: {
    method: 'POST',
    path: '/rules',
    summary: `Make a rule; a service has at most ${RULES_PER_SERVICE}`,
    needs: 'rule.edit',
    body: RuleDraft,
    reply: Rule,
  },
  change: {
    method: 'PATCH',
    path: '/rules/:id',
    summary:
      'Change a rule, or switch it on or off. Fields that are not sent stay. A changed trigger resets its states',
    needs: 'rule.edit',
    params: idParams,
    body: RuleChange,
    reply: Rule,
  },
  remove: {
    method: 'DELETE',
    path: '/rules/:id',
    summary: 'Delete a rule. Its open alarms end; its history stays',
    needs: 'rule.edit',
    params: idParams,
    reply: z.object({ _id: Id }),
  },
  try: {
    method: 'POST',
    path: '/rules/try',
    summary:
      'Test a rule on the readings of the last 30 days, for the given sensor or one that the rule watches. Changes nothing',
    needs: 'rule.edit',
    cost: 5,
    body: z.object({ rule: RuleDraft, sensorId: Id.optional() }),
    reply: RuleTrial,
  },
  alarms: {
    method: 'GET',
    path: '/alarms',
    summary: 'List alarms of the visible services, newest first: all open ones, or the last 100 of a sensor or rule',
    needs: 'alarm.list',
    query: z.object({ sensor: Id.optional(), rule: Id.optional() }),
    reply: z.array(Alarm),
  },
  endAlarm: {
    method: 'POST',
    path: '/alarms/:id/end',
    summary: 'End an alarm with a reason. The rule raises the next one only after its conditions have ended',
    needs: 'alarm.end',
    params: idParams,
    body: z.object({ reason: Reason }),
    reply: Alarm,
  },
  mutes: {
    method: 'GET',
    path: '/mutes',
    summary: 'List the current mutes of the visible services',
    needs: 'alarm.list',
    reply: z.array(Mute),
  },
  mute: {
    method: 'POST',
    path: '/mutes',
    summary: `Mute the alarms of a sensor, an area, a rule, or all, until a time and for a reason; a service has at most ${MUTES_PER_SERVICE} at once`,
    needs: 'rule.edit',
    body: MuteDraft,
    reply: Mute,
  },
  unmute: {
    method: 'DELETE',
    path: '/mutes/:id',
    summary: 'End a mute at once',
    needs: 'rule.edit',
    params: idParams,
    reply: z.object({ _id: Id }),
  },
} as const satisfies Record<string, Endpoint>
