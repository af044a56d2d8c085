import { afterAll, expect, test } from 'vitest'
import { type Aoi, type AoiSummary, API_KEY_HEADER, BASE_PATH, SharedAoiRow } from '#contract'
import { addEventType, reportForm } from '../../testing/events.ts'
import { listenTo, type ReceivedMessage } from '../../testing/live.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { formOf, testServer } from '../../testing/server.ts'

const server = await testServer()
const port = await (await server.openSecond()).listen()
const home = await addService(server.db, 'Home')
const foreign = await addService(server.db, 'Foreign')
const dana = await addMember(server.db, home, home.roleId, { username: 'dana' })
const omer = await addMember(server.db, home, home.roleId, { username: 'omer' })
const noa = await addMember(server.db, home, home.roleId, { username: 'noa', type: 'Admin' })
const fred = await addMember(server.db, foreign, foreign.roleId, { username: 'fred' })
const flood = await addEventType(server.db, home, { name: 'Flood' })

const streams: { close(): void }[] = []
afterAll(() => {
  for (const stream of streams) stream.close()
})

const listen = async ({ token }: TestMember, lastEventId?: string) => {
  const headers = { [API_KEY_HEADER]: server.apiKey, authorization: `Bearer ${token}` }
  const stream = listenTo({ port, path: `${BASE_PATH}/events`, headers, lastEventId })
  streams.push(stream)
  await stream.ready()
  return stream
}

const report = async (who: TestMember, more: Record<string, unknown> = {}) => {
  const answer = await server.as(who).send('POST', '/aoi', reportForm(flood, more))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as Aoi
}

const rename = ({ number }: Aoi, name: string) => server.as(noa).send('PATCH', `/aoi/${number}`, formOf({ name }))

type Carrier = Extract<ReceivedMessage, { aoiIds: string[] }>

const heardOf = async (stream: Awaited<ReturnType<typeof listen>>, { _id }: Aoi, count = 1): Promise<Carrier[]> => {
  const of = () =>
    stream.heard.flatMap((message) => ('aoiIds' in message && message.aoiIds.includes(_id) ? message : []))
  await expect.poll(() => of().length).toBe(count)
  return of()
}

const listOf = async (who: TestMember, query = '') =>
  (await server.as(who).get(`/aoi/filtered?groups=false&${query}`)).json() as {
    total: AoiSummary[]
    nextCursor: string | null
  }

test('only readers of the service without personal data on the row get the row', async () => {
  const [byDana, byOmer, byNoa, byFred] = await Promise.all([dana, omer, noa, fred].map((who) => listen(who)))
  if (!byDana || !byOmer || !byNoa || !byFred) throw new Error('four streams')
  const event = await report(dana, { name: 'Water' })
  const [told] = await heardOf(byOmer, event)
  const row = SharedAoiRow.strict().parse(told?.rows?.[0])
  const { isRead, isShared, ...listed } = (await listOf(omer)).total[0] as AoiSummary
  expect({ isRead, isShared }).toEqual({ isRead: false, isShared: false })
  const { receivedAt, ...carried } = row
  expect(carried).toEqual(listed)
  expect(told).toMatchObject({ goneIds: [], readers: 3 })
  expect((await heardOf(byDana, event))[0]?.rows).toBeUndefined()

  const inside = { usersId: [omer.id], targetAoi: event._id }
  expect((await server.as(noa).post(`/aoi/${event._id}/share`, inside)).statusCode).toBe(200)
  const [, shared] = await heardOf(byOmer, event, 2)
  expect(shared?.rows).toBeUndefined()
  await server.db
    .insertInto('share')
    .values({ aoiId: event._id, memberId: fred.id, source: 'member', sharedBy: noa.id } as never)
    .execute()
  await server.as(noa).patch(`/aoi/archive/${event._id}`)
  const [fromElsewhere] = await heardOf(byFred, event, 2)
  expect(Object.keys(fromElsewhere ?? {}).sort()).toEqual(['aoiIds', 'id', 'serviceId', 'type'])
  expect(JSON.stringify(byFred.heard)).not.toContain('Water')

  const resumed = await listen(dana, byDana.heard[0]?.id)
  expect((await heardOf(resumed, event, 4)).every(({ rows }) => rows === undefined)).toBe(true)
})

test('an anonymous report is sent without its author, and a deleted one as gone', async () => {
  const byOmer = await listen(omer)
  const event = await report(dana, { name: 'Secret' })
  await server.db.updateTable('aoi').set({ isAnonymous: true }).where('id', '=', event._id).execute()
  await rename(event, 'Nobody knows')
  const [, , told] = await heardOf(byOmer, event, 3)
  expect(told?.rows).toMatchObject([{ properties: { name: 'Nobody knows', creator: null } }])
  expect(JSON.stringify(told)).not.toContain(dana.id)
  await server.as(noa).delete(`/aoi/${event._id}`)
  const [, , , deleted] = await heardOf(byOmer, event, 4)
  expect(deleted).toMatchObject({ rows: [], goneIds: [event._id] })
})
