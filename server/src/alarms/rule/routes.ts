import {
  type FieldProblems,
  MOST_TRIAL_RECEIVERS,
  MUTES_PER_SERVICE,
  orNotFound,
  Problem,
  RULES_PER_SERVICE,
  type RuleChange,
  type RuleDraft,
  type RuleTrial,
  type RuleTrigger,
  ruleApi,
  type Sensor,
  type SensorTrigger,
  type Telemetry,
} from '#contract'
import { namesNotifiedOfType } from '../../messaging/notification/queries.ts'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { serve } from '../../platform/http/serve.ts'
import { announceAlarms } from './alarms.ts'
import { endByMember, restartRule } from './end.ts'
import { activeMutes, addMute, countMutes, followMutes, muteById, removeMute } from './mutes.ts'
import * as rules from './queries.ts'
import { replay } from './replay.ts'

const namedIds = ({ trigger, event, planId }: RuleDraft): [field: string, id: string][] => [
  ...(planId ? [['planId', planId] as [string, string]] : []),
  ...(event ? [['event.eventTypeId', event.eventTypeId] as [string, string]] : []),
  ...idsOfTrigger(trigger),
]

const idsOfTrigger = (trigger: RuleTrigger): [field: string, id: string][] => {
  if (trigger.type === 'warning') return (trigger.regionIds ?? []).map((id) => ['trigger.regionIds', id])
  if (trigger.type !== 'sensor') return trigger.eventTypeIds.map((id) => ['trigger.eventTypeIds', id])
  const { scope, conditions } = trigger
  const scopeId = scope.type === 'sensor' ? scope.sensorId : scope.type === 'area' ? scope.areaId : undefined
  return [
    ...(scopeId ? [['trigger.scope', scopeId] as [string, string]] : []),
    ...conditions.flatMap((condition, index): [string, string][] =>
      condition.type === 'place' ? [[`trigger.conditions.${index}.areaId`, condition.areaId]] : [],
    ),
  ]
}

const checkRule = async (db: Db, serviceId: string, draft: RuleDraft): Promise<void> => {
  const named = namedIds(draft)
  const foreign = new Set(
    await rules.foreignIds(
      db,
      serviceId,
      named.map(([, id]) => id),
    ),
  )
  const fields: FieldProblems = {}
  for (const [field, id] of named) if (foreign.has(id)) fields[field] = 'form.invalid'
  if (Object.keys(fields).length > 0) throw new Problem('invalid', { fields })
}

/** Adds to the newest periods of a trial the members whom the plan would have notified. */
const withReceivers = async (
  db: Db,
  { receiversOfPlan }: Above,
  planId: string | null,
  periods: RuleTrial['periods'],
): Promise<RuleTrial['periods']> => {
  if (planId === null) return periods
  const older = periods.slice(0, -MOST_TRIAL_RECEIVERS.periods)
  const newest = periods.slice(-MOST_TRIAL_RECEIVERS.periods)
  const receivers = await receiversOfPlan(
    db,
    planId,
    newest.map(({ raisedAt }) => new Date(raisedAt)),
  )
  const withLevels = newest.map((period, index) => {
    const levels = receivers?.[index] ?? []
    return { ...period, levels: levels.map(({ names }) => names), receivers: levels.map(({ count }) => count) }
  })
  return [...older, ...withLevels]
}

const restarts = (change: RuleChange) =>
  change.trigger !== undefined || change.quietSeconds !== undefined || change.isEnabled !== undefined

const definedOnly = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** Functions for trial runs, passed in because sensors and escalations import this feature. */
type Above = {
  sensorById: (db: Db, id: string) => Promise<Pick<Sensor, '_id' | 'name' | 'serviceId' | 'location'> | undefined>
  telemetry: (
    db: Db,
    id: string,
    query: { period: 'month'; parameter: string },
    now: Date,
  ) => Promise<Pick<Telemetry, 'series'>>
  /** Receivers by time and level; undefined if there is no such plan. */
  receiversOfPlan: (
    db: Db,
    planId: string,
    times: readonly Date[],
  ) => Promise<{ names: string[]; count: number }[][] | undefined>
}

export const ruleRoutes = (above: Above) => [
  serve(ruleApi.list, async ({ db, actor, allow }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    return rules.ofService(db, serviceId)
  }),

  serve(ruleApi.create, async ({ db, actor, body, allow, audit }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    await rules.lockService(db, serviceId)
    if ((await rules.countOf(db, serviceId)) >= RULES_PER_SERVICE) throw new Problem('tooManyRules')
    await checkRule(db, serviceId, body)
    const id = await rules.create(db, serviceId, body)
    await audit({ action: 'rule.create', targetKind: 'rule', targetId: id, targetName: body.name, detail: {} })
    await announceAlarms(db, [serviceId])
    return orNotFound(await rules.byId(db, id))
  }),

  serve(ruleApi.change, async ({ db, params, body, allow, audit }) => {
    await rules.lock(db, params.id)
    const rule = allow(orNotFound(await rules.byId(db, params.id)))
    const { serviceId } = rule
    const draft = { ...rule, ...definedOnly(body) }
    await checkRule(db, serviceId, draft)
    const isRestarted = restarts(body)
    await rules.change(db, rule._id, draft, { isRestarted })
    if (isRestarted) await restartRule(db, rule._id, databaseTime())
    await audit({
      action: 'rule.edit',
      targetKind: 'rule',
      targetId: rule._id,
      targetName: draft.name,
      detail: { changed: Object.keys(body) },
    })
    await announceAlarms(db, [serviceId])
    return orNotFound(await rules.byId(db, rule._id))
  }),

  serve(ruleApi.remove, async ({ db, params, allow, audit }) => {
    await rules.lock(db, params.id)
    const rule = allow(orNotFound(await rules.byId(db, params.id)))
    await restartRule(db, rule._id, databaseTime())
    await rules.remove(db, rule._id)
    await audit({ action: 'rule.delete', targetKind: 'rule', targetId: rule._id, detail: { name: rule.name } })
    await announceAlarms(db, [rule.serviceId])
    return { _id: rule._id }
  }),

  serve(ruleApi.try, async ({ db, actor, body, allow }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    const { trigger } = body.rule
    if (trigger.type !== 'sensor') throw new Problem('invalid', { fields: { 'rule.trigger': 'form.invalid' } })
    await checkRule(db, serviceId, body.rule)
    const parameter = firstParameter(trigger)
    const sensorId = body.sensorId ?? (await rules.sensorInScope(db, serviceId, trigger.scope, parameter))
    const sensor = sensorId === undefined ? undefined : await above.sensorById(db, sensorId)
    if (sensor?.serviceId !== serviceId) throw new Problem('invalid', { fields: { sensorId: 'form.invalid' } })
    const now = databaseTime()
    const location = sensor.location && ([sensor.location.longitude, sensor.location.latitude] as [number, number])
    const subject = { sensorId: sensor._id, state: 'READY', location }
    const measured =
      parameter === undefined ? undefined : await above.telemetry(db, sensor._id, { period: 'month', parameter }, now)
    const replayed = await replay(db, { ...body.rule, trigger }, subject, now)
    return {
      ...replayed,
      periods: await withReceivers(db, above, body.rule.planId, replayed.periods),
      sensor: { _id: sensor._id, name: sensor.name },
      series: measured?.series[0] ?? null,
      notified: body.rule.event ? await namesNotifiedOfType(db, body.rule.event.eventTypeId) : [],
    }
  }),

  serve(ruleApi.alarms, async ({ db, actor, query, allow }) => {
    allow()
    return rules.alarms(db, actor.visibleServiceIds, query)
  }),

  serve(ruleApi.endAlarm, async ({ db, actor, params, body, allow, audit }) => {
    const alarm = allow(orNotFound(await rules.alarmById(db, params.id)))
    await endByMember(db, actor, alarm, body.reason, databaseTime())
    await audit({
      action: 'alarm.end',
      targetKind: 'alarm',
      targetId: alarm._id,
      targetName: alarm.ruleName,
      detail: { reason: body.reason },
    })
    return orNotFound(await rules.alarmById(db, alarm._id))
  }),

  serve(ruleApi.mutes, async ({ db, actor, allow }) => {
    allow()
    return activeMutes(db, actor.visibleServiceIds, databaseTime())
  }),

  serve(ruleApi.mute, async ({ db, actor, body, allow, audit }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    const now = databaseTime()
    if (body.until <= now) throw new Problem('invalid', { fields: { until: 'form.invalid' } })
    if (body.target.type !== 'all' && (await rules.foreignIds(db, serviceId, [body.target.id])).length > 0)
      throw new Problem('invalid', { fields: { target: 'form.invalid' } })
    await rules.lockService(db, serviceId)
    if ((await countMutes(db, serviceId, now)) >= MUTES_PER_SERVICE) throw new Problem('tooManyMutes')
    const id = await addMute(db, actor, body)
    await followMutes(db, now, { serviceId })
    await announceAlarms(db, [serviceId])
    const mute = orNotFound(await muteById(db, id))
    await audit({
      action: 'alarm.mute',
      targetKind: 'mute',
      targetId: id,
      targetName: mute.targetName,
      detail: { reason: body.reason, until: mute.until },
    })
    return mute
  }),

  serve(ruleApi.unmute, async ({ db, params, allow, audit }) => {
    const mute = allow(orNotFound(await muteById(db, params.id)))
    await removeMute(db, mute._id)
    await followMutes(db, databaseTime(), { serviceId: mute.serviceId })
    await announceAlarms(db, [mute.serviceId])
    await audit({
      action: 'alarm.unmute',
      targetKind: 'mute',
      targetId: mute._id,
      targetName: mute.targetName,
      detail: { reason: mute.reason },
    })
    return { _id: mute._id }
  }),
]

const firstParameter = ({ conditions }: SensorTrigger): string | undefined =>
  conditions.flatMap((condition) => ('parameter' in condition ? [condition.parameter] : []))[0]
