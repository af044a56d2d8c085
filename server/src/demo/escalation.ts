import type { EscalationLevel } from '#contract'
import type { Db } from '../platform/db/database.ts'
import { dayInMs, type Scene } from './report.ts'

export async function makeEscalation(db: Db, { random, now, service }: Scene): Promise<string> {
  const madeAt = now - 40 * dayInMs
  const rotaId = random.id(madeAt)
  const planId = random.id(madeAt)
  const { id: roleId } = await db
    .selectFrom('role')
    .select('id')
    .where('serviceId', '=', service.id)
    .where('name', '=', 'Duty officer')
    .executeTakeFirstOrThrow()
  const members = await db
    .selectFrom('member')
    .select('id')
    .where('serviceId', '=', service.id)
    .where('roleId', '=', roleId)
    .orderBy('username')
    .execute()
  await db
    .insertInto('rota')
    .values({
      id: rotaId,
      serviceId: service.id,
      name: 'Duty officers',
      memberIds: members.map(({ id }) => id),
      startsOn: new Date(madeAt).toISOString().slice(0, 10),
      handoverAt: '08:00',
      timeZone: 'America/Los_Angeles',
    })
    .execute()
  const levels: EscalationLevel[] = [
    { targets: [{ type: 'onDuty', rotaId }], channels: ['push', 'sms', 'email'], waitSeconds: 300, repeatSeconds: 120 },
    { targets: [{ type: 'role', roleId }], channels: ['push', 'email'], waitSeconds: 600, repeatSeconds: null },
  ]
  await db
    .insertInto('escalationPlan')
    .values({
      id: planId,
      serviceId: service.id,
      name: 'High water',
      levels: JSON.stringify(levels),
      remindSeconds: 3600,
    })
    .execute()
  return planId
}
