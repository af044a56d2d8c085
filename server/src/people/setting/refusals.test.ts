import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Problem, type Refusals } from '#contract'
import { forgetOldRefusals, openRefusalCounts } from '../../platform/http/refusals.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer({
  COHESION_TRUST_PROXY: 'loopback',
  COHESION_LIMIT_SESSION: '20',
  COHESION_LIMIT_STRANGERS: '10',
})
const bay = await addService(server.db, 'Bay')
const port = await addService(server.db, 'Port')
const technicianOf = (service: typeof bay, more = {}) =>
  addMember(server.db, service, service.roleId, { type: 'Technician', ...more })
const owner = server.as(await technicianOf(bay, { isServerOwner: true }))
const technician = server.as(await technicianOf(port))

const refusals = async (who: typeof owner): Promise<Refusals> => (await who.get('/settings/refusals')).json()
const lastDay = ({ kinds }: Refusals) => Object.fromEntries(kinds.map(({ kind, lastDay }) => [kind, lastDay]))
const senders = ({ senders }: Refusals) =>
  Object.fromEntries(senders.map(({ service, lastDay }) => [service?.title ?? 'strangers', lastDay]))
const clear = () => refusals(owner).then(() => server.db.deleteFrom('refusal').execute())
const from = (address: string, path: string, more: Record<string, string> = {}) =>
  server.anyone.send('GET', path, { headers: { 'x-forwarded-for': address, ...more } })

test('a server without refusals returns no kinds and counts of zero', async () => {
  const quiet = await refusals(technician)
  expect(quiet).toMatchObject({ kinds: [], senders: [] })
  expect(quiet.hours.map(({ count }) => count)).toEqual(Array(24).fill(0))
})

test('refusals are counted by reason and service', async () => {
  await clear()
  const operator = server.as(await addMember(server.db, bay, bay.roleId))
  await operator.get('/settings/refusals')
  await operator.get('/nowhere')
  // How many requests are refused depends on timing, so the expected count is taken from the replies.
  const overLimit = async (times: number, send: () => Promise<{ statusCode: number }>): Promise<number> => {
    let refused = 0
    for (let n = 0; n < times; n++) if ((await send()).statusCode === 429) refused++
    expect(refused).toBeGreaterThan(0)
    return refused
  }
  const sessionLimit = await overLimit(25, () => operator.get('/settings'))
  await from('10.1.0.1', '/user/profile')
  await from('10.1.0.1', '/user/profile', { 'x-api-key': 'wrong' })
  const strangersLimit = await overLimit(14, () => from('10.1.0.2', '/settings'))
  for (let n = 0; n < 13; n++)
    await server.anyone.send('POST', '/auth/login', {
      payload: { username: 'nobody', password: 'a wrong password' },
      headers: { 'x-forwarded-for': `10.2.0.${n}` },
    })
  const counted = await refusals(owner)
  expect(lastDay(counted)).toMatchObject({ forbidden: 1, sessionLimit, strangersLimit, signedOut: 1, apiKey: 1 })
  const { wrongCredentials = 0, tooManyAttempts = 0 } = lastDay(counted)
  expect([wrongCredentials + tooManyAttempts, tooManyAttempts > 0]).toEqual([13, true])
  expect(senders(counted)).toEqual({ strangers: strangersLimit + 15, Bay: sessionLimit + 1 })
  expect(counted.kinds.every(({ thisHour, lastDay }) => thisHour <= lastDay)).toBe(true)
  expect(counted.hours.reduce((sum, { count }) => sum + count, 0)).toBe(strangersLimit + sessionLimit + 16)
})

test('a Technician sees refusals of its service and of strangers, the owner all', async () => {
  await clear()
  for (const service of [bay, port])
    await server.as(await addMember(server.db, service, service.roleId)).get('/settings/refusals')
  await from('10.3.0.1', '/user/profile')
  expect(senders(await refusals(technician))).toEqual({ Port: 1, strangers: 1 })
  expect(lastDay(await refusals(technician))).toEqual({ forbidden: 1, signedOut: 1 })
  expect(senders(await refusals(owner))).toEqual({ Bay: 1, Port: 1, strangers: 1 })
})

test('the current hour is separate from the day, and older hours are left out', async () => {
  await clear()
  await sql`
    insert into refusal (hour, kind, count)
    select date_trunc('hour', now()) - make_interval(hours => ago), 'signedOut', 5
    from unnest(array[0, 23, 24]) as ago`.execute(server.db)
  const { kinds, hours } = await refusals(technician)
  expect(kinds).toEqual([{ kind: 'signedOut', thisHour: 5, lastDay: 10 }])
  expect([hours[0]?.count, hours[23]?.count]).toEqual([5, 5])
})

const warn = () => {}
const stranger = { caller: undefined, holder: undefined }
const count = async () =>
  (await server.db.selectFrom('refusal').select('count').where('kind', '=', 'apiKey').execute()).map((row) => row.count)

test('several servers add to the same hourly row, also while they stop', async () => {
  await clear()
  const servers = [1, 2, 3].map(() => openRefusalCounts({ db: server.db, warn, now: () => 3_600_000 }))
  for (const counts of servers) for (let n = 0; n < 100; n++) counts.count(new Problem('apiKey'), stranger)
  await Promise.all(servers.map((counts) => counts.stop()))
  expect(await count()).toEqual([300])
})

test('counts whose write failed are written later', async () => {
  await clear()
  const counts = openRefusalCounts({ db: server.db, warn })
  counts.count(new Problem('apiKey'), stranger)
  counts.count(new Problem('apiKey'), { ...stranger, holder: { serviceId: crypto.randomUUID(), keyId: 'gone' } })
  await sql`alter table refusal rename to away`.execute(server.db)
  await counts.flush()
  await sql`alter table away rename to refusal`.execute(server.db)
  expect(await count()).toEqual([])
  counts.count(new Problem('apiKey'), stranger)
  counts.count(new Problem('notFound'), stranger)
  await counts.stop()
  expect(await count()).toEqual([2])
})

test('a stopping server writes its counts', async () => {
  const other = await testServer()
  await other.anyone.get('/user/profile')
  await other.app.close()
  expect(await other.db.selectFrom('refusal').select(['kind', 'count']).execute()).toEqual([
    { kind: 'signedOut', count: 1 },
  ])
})

test('counts are kept for seven days', async () => {
  await clear()
  await sql`
    insert into refusal (hour, kind, count)
    select now() - make_interval(days => ago), 'apiKey', ago from unnest(array[6, 8]) as ago`.execute(server.db)
  await forgetOldRefusals(server.db)
  expect(await count()).toEqual([6])
})
