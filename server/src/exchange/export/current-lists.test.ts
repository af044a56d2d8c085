import { expect, test } from 'vitest'
import { newId } from '../../platform/db/id.ts'
import { addEventType, addHeldReport } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
const { db } = server
const home = await addService(db, 'Home')
const foreign = await addService(db, 'Foreign')
const exporter = { allowCsvDownload: true }
const dana = await addMember(db, home, home.roleId, { ...exporter, username: 'dana' })
const viewer = await addMember(db, home, home.viewerRoleId, exporter)
const stranger = await addMember(db, foreign, foreign.roleId, exporter)
const flood = await addEventType(db, home, { name: 'Flood', questions: ['How deep?'] })

type Order = { list: string; ids?: string[]; columns?: string[]; language?: string; format?: string }
const send = (order: Order, who = dana) =>
  server.as(who).post('/export', { query: {}, format: 'csv', timeZone: 'UTC', ...order })
const linesOf = async (order: Order, who = dana) => {
  const answer = await send(order, who)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.body.slice(1).trimEnd().split('\r\n')
}
const featuresOf = async (list: string) => (await send({ list, format: 'geojson' })).json().features

const addReport = async (name: string, more: object = {}) => {
  const id = await addHeldReport(db, { serviceId: home.id, eventTypeId: flood.id })
  const publicAction = { publicActionId: flood.id, fields: [{ _id: flood.questions[0], value: 'knee' }] }
  const startCoordinates = { lng: 34.78, lat: 32.08, altitude: 1 }
  const draft = { name, type: 'default', description: '<p>Ankle <b>deep</b></p>', startCoordinates, publicAction }
  await db
    .updateTable('heldReport')
    .set({ draft: JSON.stringify({ ...draft, forSensors: false }), address: 'Main St 1', ...more })
    .where('id', '=', id)
    .execute()
  return id
}

test('the review queue is exported with answers, reasons and places', async () => {
  const first = await addReport('=cmd', { receivedAt: new Date('2026-03-01T07:04:00Z') })
  const second = await addReport('Gate', { receivedAt: new Date('2026-03-02T07:04:00Z') })
  const decided = { decidedBy: dana.id, decidedAt: new Date('2026-03-04T07:00:00Z') }
  const refused = await addReport('Old', { state: 'refused', reason: 'notOurs', ...decided })
  const [header, ...rows] = await linesOf({ list: 'reports' })
  expect(header).toBe(
    'Number,Name,Event type,State,Address,Reporter,Phone,Received,Description,Answers,Decided,Decided by,Reason,Latitude,Longitude',
  )
  expect(rows[0]).toMatch(
    /^\d+,'=cmd,Flood,Waiting,Main St 1,,,2026-03-01 07:04,Ankle deep,How deep\?: knee,,,,32\.08,34\.78$/,
  )
  expect(rows).toHaveLength(2)
  const chosen = await linesOf({ list: 'reports', ids: [refused, second, first], columns: ['name', 'state', 'reason'] })
  expect(chosen.slice(1)).toEqual([
    'Old,Rejected,The team doesn’t handle this kind of problem.',
    'Gate,Waiting,',
    "'=cmd,Waiting,",
  ])
  expect(await featuresOf('reports')).toMatchObject([{ id: first, geometry: { coordinates: [34.78, 32.08] } }, {}])
})

test('the review queue needs the right to review, and contains one’s own service only', async () => {
  expect((await send({ list: 'reports' }, viewer)).statusCode).toBe(403)
  const id = await addReport('Secret')
  expect(await linesOf({ list: 'reports', ids: [id], columns: ['name'] }, stranger)).toEqual(['Name'])
})

test('open alarms are exported with the sensor and its place', async () => {
  const sensorId = newId()
  await db
    .insertInto('sensor')
    .values({ id: sensorId, serviceId: home.id, serial: 'A-1', name: '@gauge', location: '(34.8,32.1)' })
    .execute()
  const add = async (more: object) => {
    const times = { beganAt: new Date('2026-03-01T07:00:00Z'), raisedAt: new Date('2026-03-01T07:05:00Z') }
    const alarm = { serviceId: home.id, kind: 'alarm' as const, ruleName: 'Water high', severity: 'high' as const }
    const id = newId()
    await db
      .insertInto('alarm')
      .values({ id, ...alarm, ...times, setsAreaStatus: true, ...more })
      .execute()
    return id
  }
  const silent = await add({ kind: 'noData', ruleName: 'Silence', sensorId })
  const high = await add({ sensorId, isMuted: true })
  await add({ endedAt: new Date(), ruleName: 'Over' })
  await add({ serviceId: foreign.id, ruleName: 'Foreign' })
  const order = { list: 'alarms', ids: [high, silent] }
  expect(await linesOf(order)).toEqual([
    'Severity,Rule,Sensor,Event,Warning,Began,Raised,Muted,Latitude,Longitude',
    "High,Water high,'@gauge,,,2026-03-01 07:00,2026-03-01 07:05,Yes,32.1,34.8",
    "No data,Silence,'@gauge,,,2026-03-01 07:00,2026-03-01 07:05,No,32.1,34.8",
  ])
  const columns = ['severity', 'isMuted']
  expect(await linesOf({ ...order, columns, language: 'he' })).toEqual(['חומרה,מושתקת', 'גבוהה,כן', 'אין נתונים,לא'])
  const features = await featuresOf('alarms')
  expect(features).toHaveLength(2)
  expect(features[0]).toMatchObject({ geometry: { type: 'Point', coordinates: [34.8, 32.1] } })
})

test('warnings are exported in the reader’s language with all their areas', async () => {
  const feedId = newId()
  const feed = { id: feedId, serviceId: home.id, name: 'Weather', url: 'https://203.0.113.1/cap', isEnabled: false }
  await db
    .insertInto('warningFeed')
    .values({ ...feed, intervalMinutes: 60, showsTests: false, kept: JSON.stringify({ type: 'all' }) })
    .execute()
  const textOf = (language: string, headline: string, areas: string) => ({
    ...{ language, headline, areas, event: '', description: '', instruction: '', senderName: '', web: '', contact: '' },
  })
  const ring = (lng: number) => [[lng, 0], [lng + 1, 0], [lng + 1, 1], [lng, 0]] // biome-ignore format: short
  const id = newId()
  const at = new Date('2026-03-01T07:00:00Z')
  await db
    .insertInto('warning')
    .values({
      ...{ id, serviceId: home.id, feedId, threadId: id, sender: 'met', identifier: 'W1', part: 0, source: '' },
      ...{
        status: 'exercise',
        severity: 'severe',
        urgency: 'future',
        certainty: 'likely',
        categories: [],
        responses: [],
      },
      ...{ sentAt: at, effectiveAt: at, beginsAt: at, expiresAt: new Date('2999-01-01T00:00:00Z'), readAt: at },
      texts: JSON.stringify([textOf('en', '=Storm', 'Coast'), textOf('iw-IL', 'סופה', 'החוף')]),
      areas: JSON.stringify([]),
      outlines: JSON.stringify([[ring(34)], [ring(36)]]),
      ...{ areaKeys: [], replaces: [], place: '(34.5,0.5)', isKept: true },
    })
    .execute()
  const columns = ['severity', 'name', 'status', 'areas', 'sender', 'feed', 'latitude']
  expect(await linesOf({ list: 'warnings', columns })).toEqual([
    'Severity,Name,Status,Areas,Sender,Warning feed,Latitude',
    "Severe,'=Storm,Exercise,Coast,met,Weather,0.5",
  ])
  const [, hebrew] = await linesOf({ list: 'warnings', columns, language: 'he' })
  expect(hebrew).toBe('חמורה,סופה,תרגיל,החוף,met,Weather,0.5')
  const [{ geometry }] = await featuresOf('warnings')
  expect(geometry).toEqual({ type: 'MultiPolygon', coordinates: [[ring(34)], [ring(36)]] })
  const kml = (await send({ list: 'warnings', format: 'kml' })).body
  expect(kml.match(/<MultiGeometry>(<Polygon>.*<\/Polygon>){2}<\/MultiGeometry>/g)).toHaveLength(1)
  expect(await linesOf({ list: 'warnings', columns: ['name'] }, stranger)).toEqual(['Name'])
})
