import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AoiPage, Dashboard, Group } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { addActivity, addCommunity, addSubscriber } from '../../testing/activities.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
const { db } = server
const home = await addService(db, 'Home')
const foreign = await addService(db, 'Foreign')
const dana = await addMember(db, home, home.roleId, { username: 'dana' })
const omer = await addMember(db, home, home.roleId, { username: 'omer' })
const flood = await addEventType(db, home, { name: 'Flood' })
const fire = await addEventType(db, home, { name: 'Fire' })
const port = newId()
const ring = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
]
await db
  .insertInto('region')
  .values({ id: port, serviceId: home.id, name: 'Port', coordinates: JSON.stringify([ring]) })
  .execute()

let nonce = 5000
const addEvent = async (more: {
  type?: { id: string }
  serviceId?: string
  createdAt: Date
  regionId?: string
  archivedAt?: Date
  isWorkedOn?: boolean
}) => {
  const { type = flood, serviceId = home.id, ...row } = more
  nonce += 1
  const id = newId()
  await db
    .insertInto('aoi')
    .values({
      id,
      serviceId,
      kind: 'event',
      nonce,
      name: `Event ${nonce}`,
      eventTypeId: type.id,
      creatorId: serviceId === home.id ? dana.id : null,
      place: '(0.5,0.4)',
      ...row,
    })
    .execute()
  return id
}
const addEntry = (aoiId: string, authorId: string, happenedAt: Date, isSystem = false) =>
  db.insertInto('logEntry').values({ id: newId(), aoiId, type: 'text', authorId, happenedAt, isSystem }).execute()

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const at = (text: string) => new Date(`2026-05-${text}Z`)

const first = await addEvent({ createdAt: at('10T10:00:00'), regionId: port, isWorkedOn: true })
await addEntry(first, dana.id, at('10T10:05:00'))
await addEntry(first, omer.id, at('10T10:10:00'), true)
await addEntry(first, omer.id, at('10T10:30:00'))
await addEntry(first, omer.id, at('10T11:00:00'))
await addEvent({ createdAt: at('10T23:30:00'), archivedAt: at('11T00:00:00') })
await addEvent({ type: fire, createdAt: at('12T10:00:00') })
await addEvent({ type: fire, createdAt: daysAgo(0), isWorkedOn: true })
await addEvent({ createdAt: daysAgo(4) })
const strange = await addEventType(db, foreign, { name: 'Storm' })
await addEvent({ type: strange, serviceId: foreign.id, createdAt: at('10T10:00:00') })

const ask = async (query = '', who = dana): Promise<Dashboard> => {
  // The tests write rows without live messages, so memory must reload.
  await publish(db, { message: { type: 'RESYNC' }, everyone: true })
  const answer = await server.as(who).get(`/dashboard?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const listed = async (query: string): Promise<number> => {
  const page: AoiPage = (await server.as(dana).get(`/aoi/filtered?${query}`)).json()
  return page.total.length
}
const may = 'startTime=2026-05-01T00:00:00Z&endTime=2026-05-31T00:00:00Z'

test('reports are counted by the reader’s day and by type, without those of other services', async () => {
  expect((await ask(may)).byDay).toEqual([
    { day: '2026-05-10', eventType: flood.id, count: 2 },
    { day: '2026-05-12', eventType: fire.id, count: 1 },
  ])
  expect((await ask(`${may}&timeZone=Asia/Jerusalem`)).byDay.map(({ day }) => day)).toEqual([
    '2026-05-10',
    '2026-05-11',
    '2026-05-12',
  ])
})

test('the response time ends at the first entry by another person', async () => {
  expect((await ask(may)).response).toEqual([
    { eventType: flood.id, answered: 1, waiting: 1, medianSeconds: 1800, slowestTenthSeconds: 1800 },
    { eventType: fire.id, answered: 0, waiting: 1, medianSeconds: null, slowestTenthSeconds: null },
  ])
})

test("the wait for the first reply ends at a visible entry or a member's archiving", async () => {
  const own = await addService(db, 'Reporters of waits')
  const lea = await addMember(db, own, own.roleId)
  const type = await addEventType(db, own, { name: 'Storm' })
  expect((await ask('', lea)).firstWord).toEqual({
    reports: 0,
    answered: 0,
    waiting: 0,
    medianSeconds: null,
    longestWaitSeconds: null,
  })
  const addReport = async (row: Parameters<typeof addEvent>[0]) => {
    const visitorId = newId()
    const followTokenHash = randomBytes(32)
    await db.insertInto('visitor').values({ id: visitorId, serviceId: own.id, followTokenHash }).execute()
    const id = await addEvent({ ...row, type, serviceId: own.id })
    await db.updateTable('aoi').set({ visitorId }).where('id', '=', id).execute()
    return id
  }
  const say = (aoiId: string, happenedAt: Date, restricted = false) =>
    db
      .insertInto('logEntry')
      .values({ id: newId(), aoiId, type: 'text', authorId: lea.id, happenedAt, receivedAt: happenedAt, restricted })
      .execute()
  // First reply after ten minutes: the restricted entry before is not sent to the reporter.
  const answered = await addReport({ createdAt: at('10T10:00:00') })
  await say(answered, at('10T10:01:00'), true)
  await say(answered, at('10T10:10:00'))
  const merged = await addReport({ createdAt: at('10T10:00:00') })
  const mergedInto = { mainId: answered, mergedIntoId: answered, mergedAt: at('10T10:40:00') }
  await db.updateTable('aoi').set(mergedInto).where('id', '=', merged).execute()
  await say(answered, at('10T10:45:00'))
  const ended = await addReport({ createdAt: at('10T10:00:00'), archivedAt: at('10T10:20:00') })
  await db.updateTable('aoi').set({ archivedBy: lea.id }).where('id', '=', ended).execute()
  await addReport({ createdAt: at('10T10:00:00'), archivedAt: at('10T10:05:00') })
  await addReport({ createdAt: daysAgo(3) })
  await addReport({ createdAt: daysAgo(1) })
  await addEvent({ type, serviceId: own.id, createdAt: daysAgo(9) })
  const { longestWaitSeconds, ...waits } = (await ask('', lea)).firstWord
  expect(waits).toEqual({ reports: 6, answered: 3, waiting: 2, medianSeconds: 1200 })
  expect(Math.floor(Number(longestWaitSeconds) / 86_400)).toBe(3)
  expect((await ask(may, lea)).firstWord).toMatchObject({ reports: 4, waiting: 0, longestWaitSeconds: null })
})

test('open events are counted by age in days, without archived ones', async () => {
  const { openByAge, total } = await ask()
  expect(openByAge.map(({ sinceDays }) => sinceDays)).toEqual([0, 1, 3, 7, 30])
  expect(openByAge.map((age) => [age.new, age.inProgress])).toEqual([
    [0, 1],
    [0, 0],
    [1, 0],
    [0, 0],
    [1, 1],
  ])
  expect(total).toBe(5)
})

test('each number equals the length of the list that it opens', async () => {
  const { byDay, byRegion, total } = await ask(may)
  expect(await listed(may)).toBe(total)
  expect(byRegion).toMatchObject([
    { _id: null, name: '', count: 2 },
    { _id: port, name: 'Port', count: 1 },
  ])
  for (const { _id, count } of byRegion) expect(await listed(`${may}&region=${_id ?? 'none'}`)).toBe(count)
  for (const { day, eventType, count } of byDay)
    expect(
      await listed(`startTime=${day}T00:00:00Z&endTime=${day}T23:59:59.999Z&eventType=${eventType ?? 'none'}`),
    ).toBe(count)
  const narrowed = await ask(`${may}&region=${port}`)
  expect([narrowed.total, narrowed.byDay.length]).toEqual([1, 1])
})

test('activities and their subscribers are counted by community', async () => {
  const community = await addCommunity(db, home, { title: 'Sunset' })
  const other = await addCommunity(db, foreign)
  const activity = await addActivity(db, home, community, { createdAt: at('10T10:00:00') })
  await addActivity(db, home, community, { createdAt: at('11T10:00:00') })
  await addActivity(db, foreign, other, { createdAt: at('11T10:00:00') })
  await addSubscriber(db, activity.id, home.id)
  const gone = await addSubscriber(db, activity.id, home.id)
  await db.updateTable('subscriber').set({ removedAt: new Date() }).where('id', '=', gone.id).execute()
  expect((await ask(may)).activities).toMatchObject([
    { _id: community.id, title: 'Sunset', activities: 2, subscribers: 1 },
  ])
  expect(await listed(`${may}&isActivity=true&community=${community.id}`)).toBe(2)
  expect((await ask('startTime=2027-01-01T00:00:00Z')).activities).toEqual([])
})

test('a group’s progress is the share of its targets reached in the last month of the period', async () => {
  const community = await addCommunity(db, home, { groups: ['North', 'South'] })
  const [north = '', south = ''] = community.groups
  const activity = await addActivity(db, home, community, { createdAt: at('01T10:00:00') })
  const action = newId()
  await db
    .insertInto('action')
    .values({ id: action, serviceId: home.id, name: 'Bags filled', unit: 'Number' })
    .execute()
  const event = await addEvent({ createdAt: new Date('2026-04-02T10:00:00Z') })
  await db
    .insertInto('aoiGroup')
    .values([
      { aoiId: activity.id, groupId: north },
      { aoiId: event, groupId: north },
    ])
    .execute()
  const criteria = { groupId: north, targetPerMonth: 4 }
  await db
    .insertInto('criterion')
    .values([
      { id: newId(), name: 'Bags', actionId: action, eventTypeId: null, ...criteria },
      { id: newId(), name: 'Floods', actionId: null, eventTypeId: flood.id, ...criteria },
      { id: newId(), name: 'Bags', actionId: action, eventTypeId: null, ...criteria, groupId: south },
    ])
    .execute()
  for (const day of ['05', '06'])
    await db
      .insertInto('logEntry')
      .values({ id: newId(), aoiId: activity.id, type: 'action', actionId: action, happenedAt: at(`${day}T10:00:00`) })
      .execute()
  expect((await ask(may)).groups).toMatchObject([
    { _id: north, name: 'North', reached: 0.25, criteria: 2 },
    { _id: south, name: 'South', reached: 0, criteria: 1 },
  ])
  const stranger = await addMember(db, foreign, foreign.roleId)
  expect((await ask(may, stranger)).groups).toEqual([])
})

test('a group’s progress equals its card, in the reader’s month', async () => {
  const reporters = await addService(db, 'Reporters')
  const community = await addCommunity(db, reporters, { groups: ['East'] })
  const [east = ''] = community.groups
  const type = await addEventType(db, reporters, { name: 'Storm' })
  const reader = await addMember(db, reporters, reporters.roleId)
  const reporter = await addMember(db, reporters, reporters.roleId)
  await db.insertInto('groupMember').values({ id: newId(), groupId: east, memberId: reporter.id }).execute()
  const measured = { id: newId(), name: 'Storms', actionId: null, eventTypeId: type.id, groupId: east }
  await db
    .insertInto('criterion')
    .values({ ...measured, targetPerMonth: 10 })
    .execute()
  for (const [who, times] of [
    [reporter, 3],
    [reader, 2],
  ] as const)
    for (let time = 0; time < times; time++) {
      const answer = await server.as(who).send('POST', '/aoi', reportForm(type))
      expect(answer.statusCode, answer.body).toBe(200)
    }
  const now = new Date()
  const eve = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - 30 * 60_000
  await server.as(reporter).send('POST', '/aoi', reportForm(type, { creationTime: String(eve) }))
  for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Niue']) {
    const zone = `timeZone=${encodeURIComponent(timeZone)}`
    const card: Group = (await server.as(reader).get(`/community-servers/groups/${east}?${zone}`)).json()
    const counted = card.criteria[0]?.date.at(-1)?.count ?? -1
    expect((await ask(zone, reader)).groups).toMatchObject([
      { _id: east, name: 'East', reached: counted / 10, criteria: 1 },
    ])
    expect(counted).toBeGreaterThanOrEqual(3)
  }
})
