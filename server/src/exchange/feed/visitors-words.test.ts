import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BASE_PATH, type HeldReport } from '#contract'
import { callForAlarms } from '../../messaging/webhook/actions.ts'
import { bodyOf } from '../../messaging/webhook/contents.ts'
import { newId } from '../../platform/db/id.ts'
import { reportForm } from '../../testing/events.ts'
import { inboundTexts } from '../../testing/inbound-texts.ts'
import { PASSWORD } from '../../testing/people.ts'
import { formOf } from '../../testing/server.ts'
import { visitorScene } from '../../testing/visitors.ts'

const scene = await visitorScene()
const { server, home, dana, adam, flood, sent } = scene
const { db } = server
await db.updateTable('member').set({ allowCsvDownload: true }).where('id', '=', adam.id).execute()

const WORDS = 'Emily is alone in the cellar'
const visitors = await sent({ parts: { description: WORDS } })
const inbox = await inboundTexts(server, adam)
expect((await inbox.text(WORDS)).statusCode).toBe(204)
const [waiting] = (await server.as(dana).get('/review/reports?state=waiting')).json() as HeldReport[]
const place = { coordinates: [34.98, 32.81], address: 'Herzl 1' }
const texted = waiting?._id ?? ''
const accepted = await server.as(dana).post('/review/accept', { ids: [texted], typeId: flood.id, place })
expect(accepted.json().done, accepted.body).toEqual([texted])
const members = await server.as(dana).send('POST', '/aoi', reportForm(flood, { name: 'Water gauge', description: '' }))
const ids = [visitors._id, texted]

/** An event as alarm-events.ts creates it, named after the report that its rule watches. */
const byRule = (await server.as(dana).send('POST', '/aoi', reportForm(flood, { name: `Unattended: ${WORDS}` }))).json()
const alarmId = newId()
await sql`insert into alarm (id, service_id, kind, rule_name, severity, sets_area_status, began_at, raised_at, watched_aoi_id, event_id)
  values (${alarmId}, ${home.id}, 'alarm', 'Unattended', 'high', false, now(), now(), ${visitors._id}, ${byRule._id})`.execute(
  db,
)

const feedOf = async (format: string) => {
  const made = await server.as(adam).post('/feeds', { name: 'Map', format, filter: {} })
  expect(made.statusCode, made.body).toBe(200)
  return server.app.inject({ method: 'GET', url: new URL(made.json().link).pathname })
}
type Features = { features: { id: string; properties: { name: string; Name: string } }[] }

test('a feed names reports of visitors and of text messages by their type', async () => {
  expect((await db.selectFrom('aoi').select('name').where('id', 'in', ids).execute()).map(({ name }) => name)).toEqual([
    WORDS,
    WORDS,
  ])
  for (const format of ['geojson', 'kml', 'gpx']) {
    const { body } = await feedOf(format)
    expect(body, format).toContain('Water gauge')
    expect(body, format).not.toContain('Emily')
  }
  const { features }: Features = (await feedOf('geojson')).json()
  expect(features.map(({ properties }) => properties.Name).sort()).toEqual(['Flood', 'Flood', 'Flood', 'Water gauge'])
})

test('a feed keeps the name of the type when a member renames the report or its contacts are erased', async () => {
  const { number } = await db
    .selectFrom('aoi')
    .select('number')
    .where('id', '=', visitors._id)
    .executeTakeFirstOrThrow()
  expect((await server.as(adam).send('PATCH', `/aoi/${number}`, formOf({ name: 'Emily, cellar' }))).statusCode).toBe(
    200,
  )
  expect((await feedOf('geojson')).body).not.toContain('Emily')
  await db.updateTable('aoi').set({ name: WORDS }).where('id', '=', visitors._id).execute()
  const erased = { visitorId: null, isAnonymous: true }
  const { visitorId } = await db
    .selectFrom('aoi')
    .select('visitorId')
    .where('id', '=', texted)
    .executeTakeFirstOrThrow()
  await db.updateTable('aoi').set(erased).where('id', '=', texted).execute()
  expect((await feedOf('geojson')).body).not.toContain('Emily')
  await db.updateTable('aoi').set({ visitorId, isAnonymous: false }).where('id', '=', texted).execute()
})

test('OGC collections name them by their type, unless the token reads contacts', async () => {
  const read = async (scope: string, path: string) => {
    const { token } = (
      await server.as(adam).post('/tokens', { name: 'QGIS', scopes: [scope], password: PASSWORD })
    ).json()
    const headers = { authorization: `Bearer ${token}` }
    return server.app.inject({ method: 'GET', url: `${BASE_PATH}/ogc/collections/events/items${path}`, headers })
  }
  const { features }: Features = (await read('events', '?limit=10')).json()
  expect(features.map(({ properties }) => properties.name).sort()).toEqual(['Flood', 'Flood', 'Flood', 'Water gauge'])
  for (const id of ids) {
    expect((await read('events', `/${id}`)).json().properties.name).toBe('Flood')
    expect((await read('contacts', `/${id}`)).json().properties.name).toBe(WORDS)
  }
  expect((await read('contacts', '?limit=10')).body).toContain('Emily')
})

test('webhook calls about events, alarms and entries contain no words of visitors', async () => {
  const events = ['event.created', 'alarm.raised', 'logEntry.created']
  const hook = (await server.as(adam).post('/webhooks', { url: 'https://hooks.example/', events })).json()
  const body = (kind: string, subjectId: string) =>
    bodyOf(db, { kind, subjectId, createdAt: new Date(), webhookId: hook._id }, 'https://help.example')
  for (const id of [...ids, byRule._id]) {
    const text = await body('event.created', id)
    expect(JSON.parse(text ?? '')).toMatchObject({ data: { name: 'Flood', eventType: 'Flood' } })
    expect(text).not.toContain('Emily')
  }
  expect(await body('event.created', members.json()._id)).toContain('Water gauge')
  await callForAlarms(db, 'alarm.raised', [{ id: alarmId }])
  expect(JSON.parse((await body('alarm.raised', alarmId)) ?? '')).toMatchObject({ data: { event: { name: 'Flood' } } })
  const { number } = await db
    .selectFrom('aoi')
    .select('number')
    .where('id', '=', visitors._id)
    .executeTakeFirstOrThrow()
  const entry = await server.as(dana).post(`/aoi/${number}/add-log`, { text: 'On our way', restricted: false })
  const text = await body('logEntry.created', entry.json()._id)
  expect(text).toContain('On our way')
  expect(text).not.toContain('Emily')
})
