import { type Kysely, sql, type Transaction } from 'kysely'
import { sumReadings } from '../alarms/sensor/sums.ts'
import type { Db } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema/index.ts'
import { hashPassword } from '../platform/secret/passwords.ts'
import { makeCommunities } from './activities.ts'
import { makeBoard } from './board.ts'
import { makeEvents } from './events.ts'
import { makeMetrics } from './metrics.ts'
import { makePlan } from './plans.ts'
import { seeded } from './random.ts'
import { makeHeldReports } from './reviews.ts'
import { makeRules } from './rules.ts'
import { makeSensors } from './sensors.ts'
import { makeService, type SeededService } from './service.ts'
import { makeTeam } from './team.ts'
import { bayCommunities, harborCommunities } from './texts/activities.ts'
import { bayEvents, harborEvents } from './texts/events.ts'
import { haifaCommunities, haifaEvents, hebrewAccount } from './texts/haifa.ts'
import { accounts, type DemoPerson } from './texts/people.ts'
import { bayAreas, harborAreas } from './texts/places.ts'
import { bayRules } from './texts/rules.ts'
import { bay, haifa, harbor } from './texts/services.ts'
import { makeMergedReports } from './twins.ts'
import { makeFollowed, makePublicLink } from './visitors.ts'
import { makeWarnings } from './warnings.ts'

export const demoPassword = 'cohesion-demo'
/** The accounts of the first service, which is in English. */
export const demoAccounts = accounts.map(({ username }) => username)
export { hebrewAccount }

const seed = 20_240_601
/** Advisory lock, so that two servers that start on one database fill it once. */
const fillLock = 7_000_003

export async function fillDemo(db: Kysely<Database>, now = new Date()): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  // Hashing is slow, so it runs before the transaction, and all accounts share one hash.
  const passwordHash = await hashPassword(demoPassword)
  const isFilled = await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${fillLock})`.execute(transaction)
    if (!(await isEmpty(transaction))) return false
    await fill(transaction, now, passwordHash)
    return true
  })
  if (isFilled) await sumReadings(db)
  return isFilled
}

async function fill(db: Transaction<Database>, now: Date, passwordHash: string): Promise<void> {
  const random = seeded(seed)
  const making = { db, random, now, passwordHash }
  const bayMade = await makeService(making, bay)
  const harborMade = await makeService(making, harbor)
  await show(db, bay.people, bayMade, harborMade)
  await show(db, harbor.people, harborMade, bayMade)
  await makeTeam(db, { random: seeded(seed + 1), now: now.getTime(), bay: bayMade, harbor: harborMade })
  const scene = {
    random,
    now: now.getTime(),
    readers: bayMade.people.filter((one) => demoAccounts.includes(one.username)),
  }
  await makeEvents(db, { ...scene, service: bayMade }, bayEvents)
  await makeEvents(db, { ...scene, service: harborMade }, harborEvents)
  await makeCommunities(db, { ...scene, service: bayMade }, bayCommunities)
  await makeCommunities(db, { ...scene, service: harborMade }, harborCommunities)
  await makePlan(db, { ...scene, service: bayMade })
  await makeMetrics(db, { ...scene, service: bayMade })
  await makePublicLink(db, { ...scene, service: bayMade })
  await makePublicLink(db, { ...scene, service: harborMade })
  await makeFollowed(db, { ...scene, service: bayMade })
  await makeSensors(db, { ...scene, service: bayMade }, bayAreas)
  await makeSensors(db, { ...scene, service: harborMade }, harborAreas)
  await makeRules(db, { ...scene, service: bayMade }, bayRules)
  await makeHeldReports(db, { ...scene, service: bayMade })
  await makeMergedReports(db, { ...scene, service: bayMade })
  await makeBoard(db, { ...scene, service: bayMade })
  // Warnings have a seed of their own, so that they can change without changing the rest of the demo.
  await makeWarnings(db, { ...scene, random: seeded(seed + 3), service: bayMade })
  await fillHaifa(db, now, passwordHash)
}

/** The Hebrew service has a seed of its own, so that it can change without changing the rest of the demo. */
async function fillHaifa(db: Transaction<Database>, now: Date, passwordHash: string): Promise<void> {
  const random = seeded(seed + 2)
  const service = await makeService({ db, random, now, passwordHash }, haifa)
  const readers = service.people.filter(({ username }) => username === hebrewAccount)
  const scene = { random, now: now.getTime(), service, readers }
  await makeEvents(db, scene, haifaEvents)
  await makeCommunities(db, scene, haifaCommunities)
  await makePublicLink(db, scene)
}

async function show(db: Db, people: DemoPerson[], own: SeededService, other: SeededService): Promise<void> {
  const seeing = new Set(people.filter((person) => person.seesOther).map((person) => person.username))
  const rows = own.people
    .filter(({ username }) => seeing.has(username))
    .map(({ id }) => ({ memberId: id, serviceId: other.id }))
  await db.insertInto('memberService').values(rows).execute()
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('service').select('id').limit(1).executeTakeFirst()) === undefined
}
