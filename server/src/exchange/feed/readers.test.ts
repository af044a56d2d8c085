import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BASE_PATH } from '#contract'
import { addEventType, reportForm } from '../../testing/events.ts'
import { eventually } from '../../testing/eventually.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
const { db } = server
const exporter = { allowCsvDownload: true }
const home = await addService(db, 'Home')
const dana = await addMember(db, home, home.roleId, exporter)
const flood = await addEventType(db, home, { name: 'Flood' })
expect((await server.as(dana).send('POST', '/aoi', reportForm(flood, { name: 'Cellar' }))).statusCode).toBe(200)

const make = async (who: TestMember, format = 'geojson'): Promise<string> => {
  const answer = await server.as(who).post('/feeds', { name: 'Map', format, filter: {} })
  expect(answer.statusCode, answer.body).toBe(200)
  return new URL(answer.json().link).pathname
}
const read = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers })
const statusOf = async (url: string) => (await read(url)).statusCode

test('a full queue of one service does not refuse the feeds of another', async () => {
  const busy = await Promise.all(Array.from({ length: 60 }, () => make(dana)))
  const bay = await addService(db, 'Bay')
  const neighbour = await addMember(db, bay, bay.roleId, exporter)
  const late = await make(dana)
  const theirs = await make(neighbour)
  const answers = await db.transaction().execute(async (transaction) => {
    await sql`lock table aoi in access exclusive mode`.execute(transaction)
    const statuses: number[] = []
    const all = busy.map(async (feed) => statuses.push(await statusOf(feed)))
    await eventually(() => expect(statuses).toContain(503))
    const other = statusOf(theirs)
    expect(await statusOf(late)).toBe(503)
    return [...all, other]
  })
  expect(await answers.at(-1)).toBe(200)
  await Promise.all(answers)
})

test('a page of any site reads a feed and its symbols, and nothing else', async () => {
  const made = await make(dana, 'kml')
  const file = await read(made)
  const { 'access-control-allow-origin': origin, 'cross-origin-resource-policy': policy } = file.headers
  expect([origin, policy]).toEqual(['*', 'cross-origin'])
  const unchanged = await read(made, { 'if-none-match': String(file.headers.etag) })
  expect([unchanged.statusCode, unchanged.headers['access-control-allow-origin']]).toEqual([304, '*'])
  const symbol = /<href>([^<]+)<\/href>/.exec(file.body)?.[1] ?? ''
  const picture = await server.app.inject({ method: 'GET', url: `${BASE_PATH}/feed/${symbol}` })
  expect([picture.statusCode, picture.headers['access-control-allow-origin']]).toEqual([200, '*'])
  const list = await server.as(dana).get('/feeds')
  expect(list.headers['access-control-allow-origin']).toBeUndefined()
  expect(list.headers['cross-origin-resource-policy']).toBe('same-origin')
})
