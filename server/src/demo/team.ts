import type { Db } from '../platform/db/database.ts'
import { pointText } from '../platform/db/point.ts'
import type { Random } from './random.ts'
import type { SeededService } from './service.ts'
import { type PlaceName, placeOf } from './texts/places.ts'

type Out = { username: string; at: PlaceName; minutesAgo: number }

const out: Out[] = [
  { username: 'luis.herrera', at: 'valencia', minutesAgo: 1 },
  { username: 'tomer.levi', at: 'civicCenter', minutesAgo: 3 },
  { username: 'grace.kim', at: 'bayview', minutesAgo: 6 },
  { username: 'ahmed.hassan', at: 'hayward', minutesAgo: 9 },
  { username: 'marcus.johnson', at: 'marinaGreen', minutesAgo: 47 },
]

const asking = { role: ['omar.farouk', 'Medic'], service: 'theo.vance' } as const

type Scene = { random: Random; now: number; bay: SeededService; harbor: SeededService }

export async function makeTeam(db: Db, { random, now, bay, harbor }: Scene): Promise<void> {
  for (const { username, at, minutesAgo } of out)
    await db
      .updateTable('member')
      .set({
        enableGpsLocation: true,
        location: pointText(placeOf(at).position),
        locationAt: new Date(now - minutesAgo * 60_000),
      })
      .where('id', '=', idOf(bay, username))
      .execute()
  const [username, roleName] = asking.role
  const { id: roleId } = await db
    .selectFrom('role')
    .select('id')
    .where('serviceId', '=', bay.id)
    .where('name', '=', roleName)
    .executeTakeFirstOrThrow()
  const at = (hoursAgo: number) => ({ id: random.id(now), createdAt: new Date(now - hoursAgo * 3_600_000) })
  await db
    .insertInto('approvalRequest')
    .values([
      { ...at(5), serviceId: bay.id, memberId: idOf(bay, username), kind: 'role', roleId },
      { ...at(20), serviceId: bay.id, memberId: idOf(harbor, asking.service), kind: 'service', roleId: null },
    ])
    .execute()
}

function idOf({ people }: SeededService, username: string): string {
  const person = people.find((one) => one.username === username)
  if (!person) throw new Error(`the demo names ${username}, who is not defined`)
  return person.id
}
