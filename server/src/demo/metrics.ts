import type { MetricCondition, MetricDraft } from '#contract'
import type { Db } from '../platform/db/database.ts'
import type { Random } from './random.ts'
import type { SeededService } from './service.ts'
import { inHebrew } from './texts/names.ts'

type Scene = { random: Random; now: number; service: SeededService }
type MetricPlan = Omit<MetricDraft, 'isAdminOnly' | 'conditions' | 'service' | 'translations'> & {
  isAdminOnly?: true
  conditions: MetricCondition[]
  startsFor?: string[]
}

export async function makeMetrics(db: Db, { random, now, service }: Scene): Promise<void> {
  const { regions, roles } = await placesAndRoles(db, service.id)
  const idOf = (list: { id: string; name: string }[], name: string) => list.find((one) => one.name === name)?.id ?? ''
  const type = (key: string) => service.eventTypes.find((one) => one.key === key)
  const action = (name: string) => service.actions.find((one) => one.name === name)?.id ?? ''
  const deep = type('flood')?.questions[0]?.id ?? ''

  const plans: MetricPlan[] = [
    {
      name: 'Floods to the knee',
      shortName: 'Knee-deep',
      metricType: 'BY_POSTS',
      metricCountType: 'COUNT_POSTS',
      conditions: [
        { type: 'BY_PUBLIC_ACTION', publicActionIds: [type('flood')?.id ?? ''] },
        { type: 'BY_QUESTION_RESPONSE', questionResponse: { questionId: deep, response: 'To the knee' } },
      ],
    },
    {
      name: 'Damage estimated',
      shortName: 'Damage',
      metricType: 'BY_POSTS',
      metricCountType: 'CALCULATE',
      conditions: [{ type: 'BY_ACTION', actionId: action('Damage estimate') }],
      startsFor: ['Duty officer', 'Analyst'],
    },
    {
      name: 'People evacuated',
      shortName: 'Evacuated',
      metricType: 'BY_POSTS',
      metricCountType: 'CALCULATE',
      conditions: [{ type: 'BY_ACTION', actionId: action('People evacuated') }],
      startsFor: ['Duty officer', 'Field team'],
    },
    {
      name: 'Evacuations of more than ten',
      shortName: 'Over 10',
      metricType: 'BY_POSTS',
      metricCountType: 'COUNT_POSTS',
      conditions: [
        {
          type: 'BY_ACTION',
          actionId: action('People evacuated'),
          actionSettings: { type: 'Number', expression: 'MORE', value: '10' },
        },
      ],
    },
    {
      name: 'Reports by the field team',
      shortName: 'By field',
      metricType: 'BY_USERS',
      metricCountType: 'COUNT_POSTS',
      conditions: [{ type: 'BY_ROLE', userRoleIds: [idOf(roles, 'Field team')] }],
    },
    {
      name: 'Hazards in San Francisco',
      shortName: 'SF hazards',
      metricType: 'BY_POSTS',
      metricCountType: 'COUNT_POSTS',
      conditions: [
        { type: 'BY_PUBLIC_ACTION', publicActionIds: [type('road')?.id ?? '', type('fire')?.id ?? ''] },
        { type: 'BY_REGION', regionsIds: [idOf(regions, 'San Francisco')] },
      ],
      startsFor: ['Duty officer'],
    },
    {
      name: 'Reported losses',
      shortName: 'Losses',
      metricType: 'BY_POSTS',
      metricCountType: 'CALCULATE',
      isAdminOnly: true,
      conditions: [{ type: 'BY_PUBLIC_ACTION', publicActionIds: [type('damage')?.id ?? ''] }],
    },
  ]
  const metrics = plans.map((metric) => ({ id: random.id(now), ...metric }))
  await db
    .insertInto('metric')
    .values(
      metrics.map(({ conditions, startsFor: _, ...metric }, sortOrder) => ({
        ...metric,
        serviceId: service.id,
        translations: inHebrew({ name: metric.name, shortName: metric.shortName }),
        conditions: JSON.stringify(conditions),
        sortOrder,
      })),
    )
    .execute()
  for (const { id, name } of roles) {
    const defaultMetrics = metrics.filter(({ startsFor }) => startsFor?.includes(name)).map((metric) => metric.id)
    if (defaultMetrics.length > 0) await db.updateTable('role').set({ defaultMetrics }).where('id', '=', id).execute()
  }
}

const placesAndRoles = async (db: Db, serviceId: string) => ({
  regions: await db.selectFrom('region').select(['id', 'name']).where('serviceId', '=', serviceId).execute(),
  roles: await db.selectFrom('role').select(['id', 'name']).where('serviceId', '=', serviceId).execute(),
})
