import type { RuleTrigger } from '#contract'
import type { Db } from '../platform/db/database.ts'
import { makeEscalation } from './escalation.ts'
import { dayInMs, minuteInMs, type Scene } from './report.ts'
import type { DemoRule } from './texts/rules.ts'

export async function makeRules(db: Db, scene: Scene, rules: readonly DemoRule[]): Promise<void> {
  const planId = await makeEscalation(db, scene)
  for (const rule of rules) await makeRule(db, scene, rule, rule.isEscalated ? planId : null)
}

type Names = { id: string; name: string }[]
const idOf = (list: Names, name: string): string => list.find((one) => one.name === name)?.id ?? ''

async function makeRule(db: Db, { random, now, service }: Scene, rule: DemoRule, planId: string | null): Promise<void> {
  const typeId = (key: string) => service.eventTypes.find((type) => type.key === key)?.id ?? ''
  const areas = await db
    .selectFrom('aoi')
    .select(['id', 'name'])
    .where('serviceId', '=', service.id)
    .where('kind', '=', 'sensor')
    .execute()
  const sensors = await db.selectFrom('sensor').select(['id', 'name']).where('serviceId', '=', service.id).execute()
  const trigger = triggerOf(rule.trigger, areas, typeId)
  const createdAt = now - 40 * dayInMs
  const id = random.id(createdAt)
  await db
    .insertInto('rule')
    .values({
      id,
      serviceId: service.id,
      name: rule.name,
      isEnabled: rule.isEnabled ?? true,
      severity: rule.severity,
      trigger: JSON.stringify(trigger),
      quietSeconds: 600,
      eventTypeId: rule.event ? typeId(rule.event) : null,
      archivesEvent: rule.event !== undefined,
      planId,
      activeFrom: new Date(now),
    })
    .execute()
  if (!rule.past || trigger.type !== 'sensor') return
  const { sensor, agoMinutes, minutes, value } = rule.past
  const raisedAt = now - agoMinutes * minuteInMs
  const { match, conditions, forSeconds } = trigger
  await db
    .insertInto('alarm')
    .values({
      id: random.id(raisedAt),
      serviceId: service.id,
      kind: 'alarm',
      ruleId: id,
      ruleName: rule.name,
      severity: rule.severity,
      setsAreaStatus: true,
      sensorId: idOf(sensors, sensor),
      beganAt: new Date(raisedAt - forSeconds * 1000),
      raisedAt: new Date(raisedAt),
      endedAt: new Date(raisedAt + minutes * minuteInMs),
      explanation: JSON.stringify({ match, conditions: conditions.map((condition) => ({ condition, value })) }),
    })
    .execute()
}

const triggerOf = (trigger: DemoRule['trigger'], areas: Names, typeId: (key: string) => string): RuleTrigger => {
  if ('unattended' in trigger)
    return { type: 'unattended', eventTypeIds: [typeId(trigger.unattended)], seconds: trigger.seconds }
  const { area, kind, conditions, forSeconds } = trigger
  const scope = area
    ? { type: 'area' as const, areaId: idOf(areas, area) }
    : kind
      ? { type: 'kind' as const, kind }
      : { type: 'all' as const }
  return { type: 'sensor', scope, match: 'all', conditions, forSeconds, clearSeconds: 300, noDataSeconds: null }
}
