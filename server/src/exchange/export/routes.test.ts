import { expect, test } from 'vitest'
import { newId } from '../../platform/db/id.ts'
import { addActivity, addCommunity } from '../../testing/activities.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
const home = await addService(server.db, 'Home')
const foreign = await addService(server.db, 'Foreign')
const exporter = { allowCsvDownload: true }
const dana = await addMember(server.db, home, home.roleId, { username: 'dana', type: 'Admin', ...exporter })
const stranger = await addMember(server.db, foreign, foreign.roleId, { type: 'Admin', ...exporter })
const flood = await addEventType(server.db, home, { name: 'Flood', questions: ['How deep?', 'Address'] })
const fire = await addEventType(server.db, home, { name: 'Fire', questions: ['How deep?'] })

const report = async (who: typeof dana, type: typeof flood, name: string, more: object = {}): Promise<string> => {
  const answer = await server.as(who).send('POST', '/aoi', reportForm(type, { name, ...more }))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()._id
}
const at = (day: number) => ({ creationTime: `2026-03-0${day}T07:04:00Z` })
const gate = await report(dana, flood, 'Gate, "open"', {
  ...at(1),
  address: 'Main St 1',
  description: '<p>Knee deep</p>',
})
const formula = await report(dana, flood, '=cmd', at(2))
const smoke = await report(dana, fire, 'Smoke', { ...at(3), startCoordinates: [34.7812346, 32.08, 1] })
const elsewhere = await report(stranger, await addEventType(server.db, foreign, { name: 'Theft' }), 'Secret')

type Order = {
  list?: string
  query?: object
  ids?: string[]
  columns?: string[]
  language?: string
  format?: string
  timeZone?: string
}
const file = async (order: Order = {}, who = dana) => {
  const answer = await server.as(who).post('/export', { query: {}, format: 'csv', ...order })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}
const linesOf = async (order: Order, who = dana) => (await file(order, who)).body.slice(1).trimEnd().split('\r\n')
const namesIn = async (order: Order, who = dana) => (await linesOf({ columns: ['name'], ...order }, who)).slice(1)

test('a CSV file has the columns and rows of the list in its order', async () => {
  const [header, ...rows] = await linesOf({ query: { sort: 'createdAt', order: 'asc' } })
  expect(header).toBe(
    'Name,Created date,Creator phone,Creator name,Address,Number,Event type,State,Region,Description,Latitude,Longitude,' +
      'How deep? (Fire),How deep? (Flood),Address (2)',
  )
  expect(rows[0]).toMatch(
    /^"Gate, ""open""",2026-03-01 07:04,,dana,Main St 1,\d+,Flood,New,,Knee deep,37\.8,-122\.4,,knee,knee$/,
  )
  expect(rows[1]).toMatch(/^'=cmd,2026-03-02 07:04,,dana,"near San Francisco, United States",/)
  expect(rows[2]).toMatch(/,32\.08,34\.7812346,knee,,$/)
  expect(rows).toHaveLength(3)
})

test('the file follows the order, the filter and the search of the list', async () => {
  expect(await namesIn({ query: { sort: 'name', order: 'asc' } })).toEqual(["'=cmd", '"Gate, ""open"""', 'Smoke'])
  expect(await namesIn({ query: { eventType: fire.id } })).toEqual(['Smoke'])
  expect(await namesIn({ query: { search: 'gate' } })).toEqual(['"Gate, ""open"""'])
  expect(await namesIn({ query: { isActivity: 'true' } })).toEqual([])
})

test('a selection comes in the order of its ids, without what the caller cannot see', async () => {
  const ids = [smoke, elsewhere, newId(), gate]
  expect(await namesIn({ ids })).toEqual(['Smoke', '"Gate, ""open"""'])
  expect(await namesIn({ ids }, stranger)).toEqual(['Secret'])
  expect(await namesIn({ ids: [formula, gate], query: { search: 'gate' } })).toEqual(['"Gate, ""open"""'])
})

test('columns, titles and words are in the language and time zone of the reader', async () => {
  const lines = await linesOf({
    ids: [smoke],
    language: 'he',
    timeZone: 'Asia/Jerusalem',
    columns: ['state', 'name', 'created'],
  })
  expect(lines).toEqual(['שם,תאריך יצירה,מצב', 'Smoke,2026-03-03 09:04,חדש'])
})

test('an archived question has a column only if it was answered', async () => {
  const type = await addEventType(server.db, home, { name: 'Noise', questions: ['Asked once', 'Never asked'] })
  await server.db.updateTable('question').set({ isRequired: false }).where('eventTypeId', '=', type.id).execute()
  const answers = { publicActionId: type.id, fields: [{ _id: type.questions[0], value: 'loud' }] }
  const noise = await report(dana, type, 'Drill', { publicAction: answers })
  await server.db.updateTable('question').set({ archivedAt: new Date() }).where('eventTypeId', '=', type.id).execute()
  const [header = ''] = await linesOf({ ids: [noise] })
  expect(header).toContain(',Asked once')
  expect(header).not.toContain('Never asked')
  await server.as(dana).delete(`/aoi/${noise}`)
})

test('activities have a community and times', async () => {
  const community = await addCommunity(server.db, home)
  await addActivity(server.db, home, community, { name: 'Patrol', startAt: new Date('2026-04-01T08:00:00Z') })
  const columns = ['name', 'community', 'start', 'isPublic', 'subscribers']
  const [header, row] = await linesOf({ query: { isActivity: 'true' }, columns })
  expect(header).toBe('Name,Community,Start,Open to the public,Subscribers')
  expect(row).toMatch(/^Patrol,[^,]+,2026-04-01 08:00,(Yes|No),0$/)
})

test('the dialog gets the number of rows and the columns', async () => {
  const about = (await server.as(dana).post('/export/about', { query: { eventType: fire.id }, language: 'he' })).json()
  expect(about.rows).toBe(1)
  expect(about.first).toEqual([{ _id: smoke, name: 'Smoke' }])
  expect(about.columns.at(0)).toEqual({ _id: 'name', title: 'שם' })
  expect(about.columns.at(-1)).toEqual({ _id: fire.questions[0], title: 'How deep?' })
})

test('map files have the place of each row', async () => {
  const { features } = (await file({ ids: [smoke], format: 'geojson', columns: ['name', 'created'] })).json()
  expect(features).toEqual([
    {
      type: 'Feature',
      id: smoke,
      geometry: { type: 'Point', coordinates: [34.7812346, 32.08] },
      properties: { Name: 'Smoke', 'Created date': '2026-03-03T07:04:00.000Z' },
    },
  ])
  const kml = await file({ ids: [smoke], format: 'kml' })
  expect(kml.headers['content-type']).toBe('application/vnd.google-earth.kml+xml')
  expect(kml.body).toContain('<Point><coordinates>34.7812346,32.08</coordinates></Point>')
  const gpx = (await file({ ids: [gate], format: 'gpx' })).body
  expect(gpx).toContain(
    '<wpt lat="37.8" lon="-122.4"><time>2026-03-01T07:04:00.000Z</time><name>Gate, &quot;open&quot;',
  )
})

test('only members with the permission export, and the audit names them', async () => {
  const admin = await addMember(server.db, home, home.roleId, { type: 'Admin' })
  expect((await server.as(admin).post('/export', { query: {}, format: 'csv' })).statusCode).toBe(403)
  await file({ ids: [gate], format: 'xlsx' })
  const { entries } = (await server.as(dana).get('/audit?action=list.export&limit=1&outcome=done')).json()
  expect(entries).toMatchObject([{ memberId: dana.id, targetName: 'event.xlsx', detail: { rows: 1 } }])
})

test('unknown columns and formats are refused at their field', async () => {
  const ask = async (order: Order) => {
    const answer = await server.as(dana).post('/export', { query: {}, format: 'csv', ...order })
    return [answer.statusCode, answer.json().fields]
  }
  expect(await ask({ columns: ['password'] })).toEqual([400, { columns: 'form.invalid' }])
  expect(await ask({ format: 'exe' })).toEqual([400, { format: 'form.invalid' }])
  expect(await ask({ query: { sort: 'nearest' } })).toEqual([400, { 'query.near': 'form.required' }])
})

test('a long list is exported whole, without duplicate rows', async () => {
  const service = await addService(server.db, 'Long')
  const member = await addMember(server.db, service, service.roleId, exporter)
  const rows = Array.from({ length: 1203 }, (_, index) => ({
    id: newId(),
    serviceId: service.id,
    kind: 'event' as const,
    nonce: 10_000_000 + index,
    name: `Event ${index}`,
    place: '(34.7,32.1)',
  }))
  await server.db.insertInto('aoi').values(rows).execute()
  const names = await namesIn({}, member)
  expect(names).toHaveLength(1203)
  expect(new Set(names).size).toBe(1203)
  const ids = rows.map(({ id }) => id).reverse()
  expect(await namesIn({ ids }, member)).toEqual(rows.map(({ name }) => name).reverse())
})

test('the short lists are exported as the caller sees them', async () => {
  const mine = [dana.id, stranger.id]
  const columns = ['name', 'username', 'service']
  expect(await linesOf({ list: 'members', ids: mine, columns })).toEqual(['Name,Username,Service', 'dana,dana,Home'])
  const sensorId = newId()
  await server.db
    .insertInto('sensor')
    .values({ id: sensorId, serviceId: home.id, serial: 'A-1', name: '@gauge', location: '(34.8,32.1)' })
    .execute()
  const [header, sensor] = await linesOf({ list: 'sensors', ids: [sensorId], language: 'he' })
  expect(header).toBe('סוג,שם,מצב,כתובת,נוצר,קו רוחב,קו אורך')
  expect(sensor).toMatch(/^חיישן,'@gauge,/)
  expect(sensor).toMatch(/,32\.1,34\.8$/)
  const square = [[0, 0], [1, 0], [1, 1], [0, 0]] // biome-ignore format: short
  const region = { id: newId(), serviceId: home.id, name: 'Port', coordinates: JSON.stringify([square]) }
  await server.db.insertInto('region').values(region).execute()
  const { features } = (await file({ list: 'regions', format: 'geojson' })).json()
  expect(features).toMatchObject([{ id: region.id, geometry: { type: 'Polygon' }, properties: { Name: 'Port' } }])
  expect((await linesOf({ list: 'groups' }))[0]).toMatch(/^Name,Community,Leader,Members,Created/)
})
