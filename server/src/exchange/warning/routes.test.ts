import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Warning, WarningEvent, WarningFeed, WarningList } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { addEventType } from '../../testing/events.ts'
import { eventually } from '../../testing/eventually.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { capMessage } from '../../testing/warnings.ts'

/** Messages by address; every other address replies 404. */
const web = new Map<string, string>()
const server = await testServer(
  {},
  {
    warningFetch: async (address) => {
      const body = web.get(String(address))
      return {
        status: body === undefined ? 404 : 200,
        headers: {},
        body: Buffer.from(body ?? ''),
        url: String(address),
      }
    },
  },
)
const { db } = server
const haifa = await addService(db, 'Haifa')
const elsewhere = await addService(db, 'Elsewhere')
const admin = await addMember(db, haifa, haifa.roleId, { type: 'Admin' })
const operator = await addMember(db, haifa, haifa.roleId)
const viewer = await addMember(db, haifa, haifa.viewerRoleId)
const guest = await addMember(db, elsewhere, elsewhere.roleId, { providedServiceIds: [haifa.id] })
const stranger = await addMember(db, elsewhere, elsewhere.roleId, { type: 'Technician' })
const type = await addEventType(db, haifa, { name: 'Weather', questions: ['How bad?'] })

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const message = (more: Parameters<typeof capMessage>[0] = {}) =>
  capMessage({ sent: hoursFromNow(-1), expires: hoursFromNow(6), ...more })
const url = 'https://warnings.example.org/cap'
const add = async (body: object = {}) =>
  (await server.as(admin).post('/warning-feeds', { name: 'Weather', url, ...body })).json() as WarningFeed
const feedsOf = async (of = admin): Promise<WarningFeed[]> => (await server.as(of).get('/warning-feeds')).json()
const listOf = async (of = operator): Promise<WarningList> => (await server.as(of).get('/warnings')).json()
const checked = (id: string) =>
  eventually(async () => {
    const feed = (await feedsOf()).find(({ _id }) => _id === id)
    expect(feed?.isDue).toBe(false)
    return feed as WarningFeed
  })
/** A feed that was read, with the one warning in it. */
const addWarning = async (more: Parameters<typeof capMessage>[0] = {}): Promise<Warning> => {
  web.set(url, message({ identifier: newId(), ...more }))
  await checked((await add())._id)
  const { warnings } = await listOf()
  return warnings[0] as Warning
}

beforeEach(async () => {
  web.clear()
  await sql`delete from warning_feed`.execute(db)
})

describe('feeds', () => {
  test('are added, read, changed, checked and deleted, each with a line in the audit', async () => {
    web.set(url, message())
    const feed = await add()
    expect(feed).toMatchObject({
      name: 'Weather',
      url,
      intervalMinutes: 5,
      showsTests: false,
      limit: { type: 'all' },
      isEnabled: true,
      isDue: true,
      checkedAt: null,
      problem: null,
    })
    expect(await checked(feed._id)).toMatchObject({ warnings: 1, problem: null })
    web.clear()
    const changed = await server.as(admin).patch(`/warning-feeds/${feed._id}`, { intervalMinutes: 60 })
    expect(changed.json()).toMatchObject({ intervalMinutes: 60, isDue: true })
    expect(await checked(feed._id)).toMatchObject({ warnings: 1, problem: { code: 'status', status: 404 } })
    web.set(url, message())
    expect((await server.as(admin).post(`/warning-feeds/${feed._id}/check`)).json()).toMatchObject({ isDue: true })
    expect(await checked(feed._id)).toMatchObject({ problem: null })
    expect((await server.as(stranger).patch(`/warning-feeds/${feed._id}`, { name: 'Mine' })).statusCode).toBe(404)
    expect((await server.as(admin).delete(`/warning-feeds/${feed._id}`)).json()).toEqual({ _id: feed._id })
    expect(await listOf()).toEqual({ warnings: [], total: 0, hasFeeds: false })
    const lines = await db
      .selectFrom('audit')
      .select(['action', 'targetName'])
      .where('targetId', '=', feed._id)
      .execute()
    expect(lines.map(({ action }) => action).sort()).toEqual(
      ['create', 'edit', 'check', 'delete'].map((action) => `warningFeed.${action}`).sort(),
    )
    expect(lines.every(({ targetName }) => targetName === 'warnings.example.org')).toBe(true)
  })

  test.each([
    ['not over TLS', { url: 'http://warnings.example.org/' }],
    ['inside the network', { url: 'https://10.0.0.1/' }],
    ['of the server itself', { url: 'https://[::1]/' }],
    ['of no host', { url: 'https://' }],
    ['checked too often', { intervalMinutes: 0 }],
    ['without a name', { name: ' ' }],
    ['limited to regions of nobody', { limit: { type: 'regions', regionIds: [newId()] } }],
    ['limited to no regions', { limit: { type: 'regions', regionIds: [] } }],
  ])('%s are refused', async (_kind, body) => {
    const refused = await server.as(admin).post('/warning-feeds', { name: 'Weather', url, isEnabled: false, ...body })
    expect(refused.statusCode).toBe(400)
  })

  test('are at most 20', async () => {
    for (let index = 0; index < 20; index++) await add({ isEnabled: false })
    const refused = await server.as(admin).post('/warning-feeds', { name: 'Weather', url, isEnabled: false })
    expect(refused.statusCode).toBe(409)
  })

  test('are not checked offline, and say so', async () => {
    const { _id } = await add({ isEnabled: false })
    const setOffline = (offlineMode: boolean) => db.updateTable('serverSetting').set({ offlineMode }).execute()
    await setOffline(true)
    await server.as(admin).patch(`/warning-feeds/${_id}`, { isEnabled: true })
    const refused = await server.as(admin).post(`/warning-feeds/${_id}/check`)
    expect(refused.json()).toMatchObject({ code: 'offlineMode' })
    expect((await feedsOf())[0]).toMatchObject({ isDue: true, problem: null })
    await setOffline(false)
  })

  test('of another address start without the former warnings', async () => {
    await addWarning()
    const [feed] = await feedsOf()
    await server.as(admin).patch(`/warning-feeds/${feed?._id}`, { url: `${url}/other`, isEnabled: false })
    expect(await listOf()).toMatchObject({ warnings: [], hasFeeds: true })
  })
})

describe('the list', () => {
  test('is read by every member who sees the service, and by no other', async () => {
    const warning = await addWarning()
    expect(warning).toMatchObject({
      serviceId: haifa.id,
      status: 'actual',
      severity: 'severe',
      event: null,
      regionIds: [],
      texts: [{ headline: 'Flood in Haifa' }],
      areas: [{ name: 'Haifa' }],
      geometry: { type: 'MultiPolygon', coordinates: [[expect.any(Array)]] },
    })
    for (const member of [admin, viewer, guest]) expect((await listOf(member)).warnings).toEqual([warning])
    expect(await listOf(stranger)).toEqual({ warnings: [], total: 0, hasFeeds: false })
  })

  test('has the most severe ones first, and marks exercises', async () => {
    const infos = (['Minor', 'Extreme', 'Unknown', 'Moderate'] as const)
      .map(
        (severity) => `<info><language>en</language><event>${severity}</event><severity>${severity}</severity>
        <area><areaDesc>A</areaDesc></area></info>`,
      )
      .join('')
    web.set(url, message({ infos, status: 'Exercise' }))
    await checked((await add({ showsTests: true }))._id)
    const { warnings, total } = await listOf()
    expect(warnings.map(({ severity }) => severity)).toEqual(['extreme', 'moderate', 'minor', 'unknown'])
    expect([total, warnings[0]?.status, warnings[0]?.geometry, warnings[0]?.place]).toEqual([4, 'exercise', null, null])
  })
})

describe('an event', () => {
  const create = (id: string, body: object = {}, of = operator) =>
    server.as(of).post(`/warnings/${id}/event`, { eventTypeId: type.id, ...body })

  test('is created from a warning once, inside its area, also by two members at the same time', async () => {
    const warning = await addWarning()
    const answers = await Promise.all([create(warning._id), create(warning._id, {}, admin)])
    const events = answers.map((answer) => answer.json() as WarningEvent)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(events.map(({ isNew }) => isNew).sort()).toEqual([false, true])
    expect(events[0]?._id).toBe(events[1]?._id)
    const row = await db
      .selectFrom('aoi')
      .select(['name', 'descriptionHtml', 'place', 'eventTypeId'])
      .where('id', '=', events[0]?._id ?? '')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      name: 'Flood in Haifa',
      eventTypeId: type.id,
      descriptionHtml: '<p>Water rises.</p><p>Stay away.</p>',
      place: { x: warning.place?.[0], y: warning.place?.[1] },
    })
    const { _id, name, nonce } = events[0] as WarningEvent
    expect((await listOf()).warnings[0]?.event).toEqual({ _id, name, nonce })
  })

  test('is in the chosen language and place, and never contains markup of the sender', async () => {
    const info = (language: string, headline: string) => `<info><language>${language}</language><event>Storm</event>
      <headline>${headline}</headline><description>&lt;script&gt;alert(1)&lt;/script&gt; 5 &lt; 6</description>
      <area><areaDesc>A</areaDesc></area></info>`
    const warning = await addWarning({ infos: info('he-IL', 'סופה') + info('en-US', 'Storm') })
    expect((await create(warning._id)).json()).toMatchObject({ fields: { coordinates: 'form.required' } })
    const { _id, name } = (await create(warning._id, { coordinates: [35, 32.8], language: 'he' })).json()
    expect(name).toBe('סופה')
    const row = await db.selectFrom('aoi').select(['descriptionHtml', 'place']).where('id', '=', _id).executeTakeFirst()
    expect(row).toMatchObject({ descriptionHtml: '<p>alert(1) 5 &lt; 6</p>', place: { x: 35, y: 32.8 } })
  })

  test('continues through updates of the warning, and a deleted one can be created again', async () => {
    const identifier = newId()
    const sent = hoursFromNow(-1)
    const before = await addWarning({ identifier, sent })
    const { _id } = (await create(before._id)).json() as WarningEvent
    const references = `warnings@example.org,${identifier},${sent}`
    web.set(url, message({ identifier: newId(), type: 'Update', references, sent: hoursFromNow(0) }))
    const [feed] = await feedsOf()
    await server.as(admin).post(`/warning-feeds/${feed?._id}/check`)
    await checked(feed?._id ?? '')
    const [update] = (await listOf()).warnings
    expect(update?._id).not.toBe(before._id)
    expect(update?.earlierIds).toEqual([before._id])
    expect((await create(update?._id ?? '')).json()).toMatchObject({ _id, isNew: false })
    await sql`update aoi set deleted_at = now() where id = ${_id}`.execute(db)
    expect((await create(update?._id ?? '')).json()).toMatchObject({ isNew: true })
  })

  test('needs the right to report, a type that the member is offered, and a visible warning', async () => {
    const { _id } = await addWarning()
    const foreign = await addEventType(db, elsewhere, { name: 'Fire' })
    expect((await create(_id, { eventTypeId: foreign.id })).json()).toMatchObject({
      fields: { eventTypeId: 'form.notInList' },
    })
    expect((await create(_id, {}, viewer)).statusCode).toBe(403)
    expect((await create(_id, {}, guest)).statusCode).toBe(403)
    expect((await create(_id, {}, stranger)).statusCode).toBe(404)
    expect((await create(newId())).statusCode).toBe(404)
  })
})
