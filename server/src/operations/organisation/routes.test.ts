import sharp from 'sharp'
import { expect, test } from 'vitest'
import { BASE_PATH, type EventType, INGEST_KEY_HEADER, type Service } from '#contract'
import { addEventType } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { formOf, testServer } from '../../testing/server.ts'

const server = await testServer()
const bay = await addService(server.db, 'Bay')
const other = await addService(server.db, 'Other')
const admin = server.as(await addMember(server.db, bay, bay.roleId, { type: 'Admin' }))
const technician = server.as(await addMember(server.db, bay, bay.roleId, { type: 'Technician' }))
const owner = server.as(await addMember(server.db, bay, bay.roleId, { type: 'Technician', isServerOwner: true }))
const change = (parts: Parameters<typeof formOf>[0]) => admin.send('PATCH', `/service/${bay.id}`, formOf(parts))
const logo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#088' } })
  .png()
  .toBuffer()

test('an edit of a service changes only the sent fields, and members see it at once', async () => {
  const before: Service = (await admin.get(`/service/${bay.id}`)).json()
  const colours = { primary: '#0b7285' }
  const translations = { he: { title: 'המפרץ' } }
  const changed: Service = (
    await change({
      title: 'Bay Area',
      colours: JSON.stringify(colours),
      translations: JSON.stringify(translations),
      chatTemplate: 'https://chat.example.org/{phone}',
      logo: { bytes: logo, name: 'logo.png', type: 'image/png' },
    })
  ).json()
  expect(changed).toMatchObject({ title: 'Bay Area', colours, translations, logo: expect.stringContaining('/files/') })
  expect(changed.publicActions).toEqual(before.publicActions)
  const { service } = (await technician.get('/user/profile')).json()
  expect(service).toMatchObject({ title: 'Bay Area', translations, chatTemplate: 'https://chat.example.org/{phone}' })
  expect((await change({ removeLogo: 'true' })).json()).toMatchObject({ logo: null, title: 'Bay Area' })
})

test.each([
  [{ title: ' ' }, { title: 'form.required' }],
  [{ colours: '{"primary":"red"}' }, { 'colours.primary': 'form.invalid' }],
  [{ translations: 'no JSON' }, { translations: 'form.invalid' }],
  [{ chatTemplate: 'javascript:{phone}' }, { chatTemplate: 'form.chatTemplate' }],
  [{ chatTemplate: 'https://chat.example.org/' }, { chatTemplate: 'form.chatTemplate' }],
])('%o is refused by the name of its field', async (parts, fields) => {
  const answer = await change(parts)
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
})

test('a logo is an image of at most 2 MB', async () => {
  const large = { bytes: Buffer.alloc(2_000_001), name: 'logo.png', type: 'image/png' }
  expect((await change({ logo: large })).json()).toMatchObject({ code: 'fileSize', fields: { logo: 'form.fileSize' } })
})

test('event types are upserted by id', async () => {
  const kept = await addEventType(server.db, bay, { name: 'Kept' })
  const renamed = await addEventType(server.db, bay, { name: 'Old name', questions: ['How deep?'] })
  await admin.patch(`/public-actions/${renamed.id}`, { guide: 'Say where' })
  const fresh = { name: 'Fresh', guide: 'Say when', unit: 'Number', value: '1', fields: [{ name: 'When?' }] }
  const answer = await change({ publicActions: JSON.stringify([{ _id: renamed.id, name: 'New name' }, fresh]) })
  const types: EventType[] = answer.json().publicActions
  expect(types.map(({ name }) => name)).toEqual(expect.arrayContaining(['Kept', 'New name', 'Fresh']))
  expect(types.find(({ _id }) => _id === renamed.id)?.fields).toMatchObject([{ name: 'How deep?' }])
  expect(types.some(({ _id }) => _id === kept.id)).toBe(true)

  const foreign = await addEventType(server.db, other, { name: 'Foreign' })
  const refused = await change({ publicActions: JSON.stringify([{ _id: foreign.id, name: 'Mine' }]) })
  expect(refused.json().fields).toEqual({ 'publicActions.0._id': 'form.invalid' })
})

test('an invalid event type or region in the list is refused with the name of its field', async () => {
  const known = await addEventType(server.db, bay, { name: 'Known' })
  const draft = { name: 'Fresh', guide: 'Say when', unit: 'Number', value: '1', fields: [] }
  const refused = async (parts: object) =>
    (await change(Object.fromEntries(Object.entries(parts).map(([name, list]) => [name, JSON.stringify(list)])))).json()
      .fields
  expect(await refused({ publicActions: [{ ...draft, name: '' }] })).toEqual({
    'publicActions.0.name': 'form.required',
  })
  expect(await refused({ publicActions: [draft, { _id: known.id, name: 'x'.repeat(300) }] })).toEqual({
    'publicActions.1.name': 'form.tooLong',
  })
  expect(await refused({ publicActions: [{ ...draft, value: 'much' }] })).toEqual({
    'publicActions.0.value': 'form.invalid',
  })
  expect(await refused({ publicActions: [{ _id: known.id, fields: [{ name: '' }] }] })).toEqual({
    'publicActions.0.fields.0.name': 'form.required',
  })
  expect(await refused({ regions: [{ name: 'No outline' }] })).toEqual({ 'regions.0.coordinates': 'form.invalid' })
  expect(await refused({ publicActions: ['text'] })).toEqual({ 'publicActions.0': 'form.invalid' })
})

test('map and geocoder are set by a Technician, and tests reject internal addresses', async () => {
  const set = { styleUrl: 'https://tiles.example.org/style.json', geocoderUrl: '' }
  expect((await technician.patch(`/service/${bay.id}/map`, set)).json()).toEqual(set)
  expect((await technician.get('/user/profile')).json().service.styleUrl).toMatch(/^\/api\/cohesion\/map\//)
  const bad = await technician.patch(`/service/${bay.id}/map`, { styleUrl: 'file:///etc/passwd' })
  expect(bad.json().fields).toEqual({ styleUrl: 'form.url' })
  for (const kind of ['style', 'geocoder']) {
    const tried = await technician.post('/service/check-map', { kind, url: 'http://169.254.169.254/latest' })
    expect(tried.json().isWorking, kind).toBe(false)
  }
})

test('the server owner adds a service whose Technician must choose a password', async () => {
  const first = { username: 'first-one', password: 'a long password', firstName: 'First' }
  const made = (await owner.post('/service', { title: 'Island', ...first })).json()
  expect(made).toMatchObject({ title: 'Island', membersCount: 1 })
  const signedIn = await server.anyone.post('/auth/login', { username: first.username, password: first.password })
  const { token } = { token: signedIn.json().accessToken }
  const profile = (await server.as({ token }).get('/user/profile')).json()
  expect(profile).toMatchObject({ type: 'Technician', mustChangePassword: true, isServerOwner: false })
  expect(profile.service).toMatchObject({ _id: made._id, title: 'Island' })

  const again = await owner.post('/service', { title: 'Twin', ...first })
  expect(again.json()).toMatchObject({ code: 'usernameTaken' })
  expect((await owner.get('/settings/services')).json().map(({ title }: Service) => title)).not.toContain('Twin')

  expect((await owner.delete(`/service/${made._id}`)).statusCode).toBe(200)
  expect((await server.as({ token }).get('/user/profile')).statusCode).toBe(401)
  const back = await server.anyone.post('/auth/login', { username: first.username, password: first.password })
  expect(back.statusCode).toBe(401)
  expect((await owner.delete(`/service/${made._id}`)).statusCode).toBe(404)
  expect((await owner.delete(`/service/${bay.id}`)).json().code).toBe('ownService')
})

test('regions are upserted, and existing plans can be renamed', async () => {
  const square = (from: number) => [
    [from, 0],
    [from + 1, 0],
    [from + 1, 1],
    [from, 1],
    [from, 0],
  ]
  const north = { name: 'North', geometry: { type: 'Polygon', coordinates: [square(0)] } }
  const made: Service = (await change({ regions: JSON.stringify([north]) })).json()
  const region = made.regions.find(({ name }) => name === 'North')
  expect(region?.geometry.coordinates).toEqual([square(0)])
  const renamed: Service = (await change({ regions: JSON.stringify([{ _id: region?._id, name: 'Far north' }]) })).json()
  expect(renamed.regions.map(({ name }) => name)).toEqual(['Far north'])
})

test('a local map requires an image when added, and is changed by id', async () => {
  const position = { originX: 10, originY: 5, width: 0.01, height: 0.01, rotation: 0 }
  const picture = { bytes: logo, name: 'plan.png', type: 'image/png' }
  const plan = (more: object) => JSON.stringify([{ name: 'Hall', position, ...more }])
  expect((await change({ localMaps: JSON.stringify([{}]) })).json().fields).toEqual({
    'localMaps.0.name': 'form.required',
    'localMaps.0.position': 'form.required',
    localMap: 'form.required',
  })
  expect((await change({ localMaps: plan({}) })).json().fields).toEqual({ localMap: 'form.required' })
  const two = JSON.stringify([...JSON.parse(plan({})), ...JSON.parse(plan({ name: 'Roof' }))])
  expect((await change({ localMaps: two, localMap: picture })).json().fields).toEqual({
    localMap: 'form.required',
  })
  const added: Service = (await change({ localMaps: plan({ opacity: 0.5 }), localMap: picture })).json()
  expect(added.localMaps).toMatchObject([{ name: 'Hall', position, opacity: 0.5 }])
  expect(added.localMaps[0]?.image).toBeTruthy()
  const renamed = await change({ localMaps: JSON.stringify([{ _id: added.localMaps[0]?._id, name: 'Old hall' }]) })
  expect(renamed.json().localMaps).toMatchObject([{ name: 'Old hall', position }])
})

test('deleting a service ends its sessions, keys, public link and calendars', async () => {
  const gone = await addService(server.db, 'Gone')
  const last = server.as(await addMember(server.db, gone, gone.roleId, { type: 'Technician' }))
  const { key } = (await last.post('/sensors/ingest-keys', { name: 'Gateway' })).json()
  const pathOf = (link: string) => link.slice(link.indexOf(BASE_PATH) + BASE_PATH.length)
  const feed = pathOf((await last.post('/calendar/feeds')).json().link)
  const link = new URL((await last.post('/user/invite-public-user')).json().link).searchParams.get('token')
  const statuses = async () => ({
    session: (await last.get('/user/profile')).statusCode,
    ingest: (
      await server.anyone.send('POST', '/sensors/ingest', {
        headers: { [INGEST_KEY_HEADER]: key },
        payload: { serial: 'gone-1', state: 'READY' },
      })
    ).statusCode,
    link: (await server.anyone.get(`/public/${link}`)).statusCode,
    feed: (await server.anyone.get(feed)).statusCode,
  })
  expect(await statuses()).toEqual({ session: 200, ingest: 200, link: 200, feed: 200 })
  expect((await owner.delete(`/service/${gone.id}`)).statusCode).toBe(200)
  expect(await statuses()).toEqual({ session: 401, ingest: 401, link: 404, feed: 404 })
})
