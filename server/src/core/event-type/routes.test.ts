import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import type { Aoi, EventType, Question, Role } from '#contract'
import { addHeldReport, reportForm } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { openTypeSuggestions } from './suggest.ts'

const server = await testServer()
const bay = await addService(server.db, 'Bay')
const other = await addService(server.db, 'Other')
const admin = server.as(await addMember(server.db, bay, bay.roleId, { type: 'Admin' }))
const draft = { name: 'Flood', guide: '<p>Say where</p>', unit: 'Number', value: '1' }
const add = async (more: object = {}): Promise<EventType> =>
  (await admin.post('/public-actions', { ...draft, ...more })).json()
const types = async (): Promise<EventType[]> => (await admin.get(`/aoi-type/service/${bay.id}`)).json()
const report = async (type: EventType, more: object = {}): Promise<Aoi> => {
  const questions = type.fields.map(({ _id }) => _id)
  return (await admin.send('POST', '/aoi', reportForm({ id: type._id, questions }, { ...more }))).json()
}
const answersOf = async (aoi: Aoi) =>
  ((await admin.get(`/aoi/nonce-pro/${aoi.properties.nonce}`)).json() as Aoi).properties.publicAction?.fields ?? []

test('a type is created with ordered questions, both languages and a sanitised guide', async () => {
  const type = await add({
    guide: '<p onclick="x()">Say <b>where</b></p><script>alert(1)</script>',
    url: 'https://example.org/floods',
    icon: 'droplet',
    colour: '#1C7ED6',
    responsibleRole: bay.roleId,
    translations: { he: { name: 'שיטפון', guide: '<p>איפה?</p><img src=x onerror=alert(1)>' } },
    fields: [
      { name: 'How deep?', kind: 'choice', choices: ['Knee', 'Hip'], translations: { he: { name: 'כמה עמוק?' } } },
      { name: 'How many people?', kind: 'number', isRequired: false },
    ],
  })
  expect(type).toMatchObject({
    guide: '<p>Say <b>where</b></p>',
    colour: '#1c7ed6',
    responsibleRole: bay.roleId,
    translations: { he: { name: 'שיטפון', guide: '<p>איפה?</p>' } },
    fields: [
      { name: 'How deep?', kind: 'choice', choices: ['Knee', 'Hip'], isRequired: true },
      { name: 'How many people?', kind: 'number', isRequired: false },
    ],
  })
  expect(await types()).toContainEqual(type)
})

test.each([
  [
    { name: '', guide: '', value: '' },
    { name: 'form.required', guide: 'form.required', value: 'form.required' },
  ],
  [{ guide: '<p> </p>' }, { guide: 'form.required' }],
  [{ url: 'ftp://example.org' }, { url: 'form.url' }],
  [{ url: 'example.org' }, { url: 'form.url' }],
  [{ url: 'javascript:alert(1)' }, { url: 'form.url' }],
  [{ value: 'much' }, { value: 'form.invalid' }],
  [{ colour: 'red' }, { colour: 'form.invalid' }],
  [{ responsibleRole: other.roleId }, { responsibleRole: 'form.invalid' }],
  [{ fields: [{ name: 'A' }, { name: ' ' }] }, { 'fields.1.name': 'form.required' }],
  [{ fields: [{ name: 'A', kind: 'choice' }] }, { 'fields.0.choices': 'form.required' }],
  [{ fields: [{ name: 'A', kind: 'number', value: 'x' }] }, { 'fields.0.value': 'form.invalid' }],
])('%o is refused by the name of its field', async (more, fields) => {
  const answer = await admin.post('/public-actions', { ...draft, ...more })
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
})

test('numeric values and answers are accepted and returned as text', async () => {
  const type = await add({ value: 3, fields: [{ name: 'How many?', kind: 'number', value: 7 }] })
  expect(type).toMatchObject({ value: '3', fields: [{ value: '7' }] })
  const fields = type.fields.map(({ _id }) => ({ _id, value: 12 }))
  const aoi = await report(type, { publicAction: { publicActionId: type._id, fields } })
  expect(await answersOf(aoi)).toMatchObject([{ value: '12' }])
})

test('questions are reworded, moved, added and removed, and answers keep their question', async () => {
  const type = await add({ fields: [{ name: 'How deep?' }, { name: 'Who?' }] })
  const [deep, who] = type.fields as [Question, Question]
  const aoi = await report(type)
  const changed: EventType = (
    await admin.patch(`/public-actions/${type._id}`, {
      fields: [
        { name: 'Since when?', kind: 'date' },
        { ...deep, name: 'How deep is the water?' },
      ],
    })
  ).json()
  expect(changed.fields.map(({ name }) => name)).toEqual(['Since when?', 'How deep is the water?'])
  expect(changed.fields[1]?._id).toBe(deep._id)
  expect((await answersOf(aoi)).map(({ name, value }) => [name, value])).toEqual([
    ['How deep?', 'knee'],
    ['Who?', 'knee'],
  ])
  const again = await admin.patch(`/public-actions/${type._id}`, { fields: [who] })
  expect(again.json().fields, 'a question that is no longer asked does not come back by its id').toEqual({
    'fields.0._id': 'form.invalid',
  })
})

test('a question of another type cannot be reassigned', async () => {
  const mine = await add({ fields: [{ name: 'A' }] })
  const theirs = await add({ fields: [{ name: 'B' }] })
  const answer = await admin.patch(`/public-actions/${mine._id}`, { fields: theirs.fields })
  expect(answer.json().fields).toEqual({ 'fields.0._id': 'form.invalid' })
})

test('a type with reports is archived, and one without is deleted', async () => {
  const reported = await add({ name: 'Mudslide', fields: [{ name: 'How far?' }] })
  const unused = await add()
  const aoi = await report(reported)
  for (const { _id } of [reported, unused]) expect((await admin.delete(`/public-actions/${_id}`)).statusCode).toBe(200)
  const left = (await types()).map(({ _id }) => _id)
  expect(left).not.toContain(reported._id)
  expect(left).not.toContain(unused._id)
  const { publicAction } = ((await admin.get(`/aoi/nonce-pro/${aoi.properties.nonce}`)).json() as Aoi).properties
  expect(publicAction).toMatchObject({ name: 'Mudslide', fields: [{ name: 'How far?' }] })
  expect((await admin.send('POST', '/aoi', reportForm({ id: reported._id, questions: [] }))).statusCode).toBe(400)
})

test('a type that a role offers cannot be deleted, and the role is named', async () => {
  const type = await add()
  const action = (await admin.post('/actions', { name: 'Pump', unit: 'Text', value: 'x' })).json()
  await admin.post('/roles', { name: 'Diver', actions: [action._id], publicActions: [type._id] })
  const refused = await admin.delete(`/public-actions/${type._id}`)
  expect(refused.json()).toMatchObject({ code: 'inUse', usedBy: [{ kind: 'role', name: 'Diver' }] })
})

test('a type that a rule watches or creates events of cannot be deleted, and the rule is named', async () => {
  const watched = await add()
  const opened = await add()
  const watching = { type: 'unattended', eventTypeIds: [watched._id], seconds: 600 }
  const rule = { name: 'Nobody came', severity: 'warning', trigger: watching, setsAreaStatus: false }
  const event = { eventTypeId: opened._id }
  const added = await admin.post('/rules', { ...rule, event })
  expect(added.statusCode).toBe(200)
  for (const { _id } of [watched, opened]) {
    const refused = await admin.delete(`/public-actions/${_id}`)
    expect(refused.json()).toMatchObject({ code: 'inUse', usedBy: [{ kind: 'rule', name: 'Nobody came' }] })
  }
  await admin.delete(`/rules/${added.json()._id}`)
  for (const { _id } of [watched, opened]) expect((await admin.delete(`/public-actions/${_id}`)).statusCode).toBe(200)
})

test('types can be reordered', async () => {
  await add()
  const backwards = (await types()).map(({ _id }) => _id).toReversed()
  await admin.post('/public-actions/order', { ids: backwards })
  expect((await types()).map(({ _id }) => _id)).toEqual(backwards)
})

test('the reachability check never contacts the internal network', async () => {
  let wasAsked = false
  const inside = createServer((_request, response) => {
    wasAsked = true
    response.end('secret')
  })
  await new Promise<void>((ready) => inside.listen(0, '127.0.0.1', ready))
  const { port } = inside.address() as { port: number }
  const check = async (url: string) => (await admin.post('/public-actions/check-url', { url })).json()
  expect(await check(`http://127.0.0.1:${port}/`)).toEqual({ isReachable: false })
  expect(await check(`http://localhost:${port}/`)).toEqual({ isReachable: false })
  expect(wasAsked).toBe(false)
  expect((await check('ftp://example.org')).fields).toEqual({ url: 'form.url' })
  inside.close()
})

test('reports keep an archived type and its questions in every language', async () => {
  const translations = { he: { name: 'כמה מים?' } }
  const type = await add({
    name: 'Burst pipe',
    translations: { he: { name: 'צינור שהתפוצץ' } },
    fields: [{ name: 'How much water?', translations }, { name: 'Since when?' }],
  })
  await report(type)
  await admin.patch(`/public-actions/${type._id}`, { fields: type.fields.slice(1) })
  expect((await admin.delete(`/public-actions/${type._id}`)).statusCode).toBe(200)
  expect((await types()).map(({ _id }) => _id)).not.toContain(type._id)
  const ever: EventType[] = (await admin.get(`/aoi-type/service/${bay.id}?archived=true`)).json()
  expect(ever.find(({ _id }) => _id === type._id)).toMatchObject({
    isArchived: true,
    translations: { he: { name: 'צינור שהתפוצץ' } },
    fields: [
      { name: 'Since when?', isArchived: false },
      { name: 'How much water?', isArchived: true, translations },
    ],
  })
  expect(ever.filter(({ isArchived }) => !isArchived)).toHaveLength((await types()).length)
})

test("types are suggested from the service's own events, without deleted and archived ones", async () => {
  const bridge = await addService(server.db, 'Bridge')
  const dana = server.as(await addMember(server.db, bridge, bridge.roleId, { type: 'Admin' }))
  const typeOf = async (name: string): Promise<EventType> =>
    (await dana.post('/public-actions', { ...draft, name })).json()
  const flood = await typeOf('Flood')
  const animal = await typeOf('Animals')
  const old = await typeOf('Old')
  const reportAs = async (type: EventType, name: string): Promise<Aoi> =>
    (await dana.send('POST', '/aoi', reportForm({ id: type._id, questions: [] }, { name }))).json()
  for (let n = 0; n < 12; n++) {
    await reportAs(flood, 'Water in the street')
    await reportAs(animal, 'A dog without its owner')
    await reportAs(old, 'A snake in the yard')
    const wrong = await reportAs(animal, 'A fountain of water')
    await dana.delete(`/aoi/${wrong._id}`)
  }
  await dana.delete(`/public-actions/${old._id}`)
  const suggest = async (who: typeof dana, text: string) =>
    (await who.post('/aoi-type/suggest', { text, place: [-122.4, 37.8] })).json()
  const [first] = await suggest(dana, 'The water rises')
  expect(first).toMatchObject({ typeId: flood._id, words: ['water'] })
  expect(first.probability).toBeGreaterThan(0.5)
  expect(await suggest(dana, 'A snake')).toEqual([])
  expect(await suggest(admin, 'A dog')).toEqual([])
})

test('suggestions follow corrections of the event type', async () => {
  const hill = await addService(server.db, 'Hill')
  const dana = server.as(await addMember(server.db, hill, hill.roleId, { type: 'Admin' }))
  const typeOf = async (name: string) => {
    const { _id } = (await dana.post('/public-actions', { ...draft, name })).json() as EventType
    return { id: _id, questions: [] }
  }
  const flood = await typeOf('Flood')
  const animal = await typeOf('Animals')
  const stray = await typeOf('Strays')
  const dogs: Aoi[] = []
  for (let n = 0; n < 12; n++) {
    await dana.send('POST', '/aoi', reportForm(flood, { name: 'Water in the street' }))
    dogs.push((await dana.send('POST', '/aoi', reportForm(animal, { name: 'A dog without its owner' }))).json())
  }
  // The model is opened again, as the server does after some minutes.
  const suggested = async () => (await openTypeSuggestions(server.db)(hill.id, 'A dog', null))[0]?.typeId
  expect(await suggested()).toBe(animal.id)
  for (const { number } of dogs.slice(0, 9)) {
    const answer = await dana.send('PATCH', `/aoi/${number}`, reportForm(stray, { name: 'A dog without its owner' }))
    expect(answer.statusCode, answer.body).toBe(200)
  }
  expect(await suggested()).toBe(stray.id)
})

test('a type whose only reports wait for a review is archived, and they stay', async () => {
  const type = await add({ name: 'Held' })
  const id = await addHeldReport(server.db, { serviceId: bay.id, eventTypeId: type._id })
  expect((await admin.delete(`/public-actions/${type._id}`)).statusCode).toBe(200)
  expect((await types()).map(({ _id }) => _id)).not.toContain(type._id)
  const waiting = await admin.get('/review/reports?state=waiting')
  expect(waiting.json(), waiting.body).toMatchObject([{ _id: id }])
})

test('a list that is written in several turns of the event loop is complete and in order', async () => {
  const names = Array.from({ length: 250 }, (_, number) => `Type ${String(number).padStart(3, '0')}`)
  const crowded = await addService(server.db, 'Crowded')
  const member = server.as(await addMember(server.db, crowded, crowded.roleId, { type: 'Admin' }))
  for (const name of names) await member.post('/public-actions', { ...draft, name })
  const listed: EventType[] = (await member.get(`/aoi-type/service/${crowded.id}`)).json()
  expect(listed.map(({ name }) => name)).toEqual(names)
})

test('roles that list event types gain and lose a type, but keep their last one', async () => {
  const first = await add({ name: 'First' })
  const role = async (name: string, publicActions: string[]): Promise<Role> =>
    (await admin.post('/roles', { name, actions: [], publicActions })).json()
  const crew = await role('Crew', [first._id])
  const everyone = await role('Everyone', [])
  const listOf = async ({ _id }: Role) =>
    ((await admin.get(`/roles/user-roles/${bay.id}/service`)).json() as Role[]).find((one) => one._id === _id)
      ?.publicActions
  const second = await add({ name: 'Second', reporterRoles: [crew._id, everyone._id] })
  expect([await listOf(crew), await listOf(everyone)]).toEqual([[first._id, second._id], []])
  const change = (type: EventType, reporterRoles: string[]) =>
    admin.patch(`/public-actions/${type._id}`, { reporterRoles })
  expect((await change(first, [])).statusCode).toBe(200)
  expect(await listOf(crew)).toEqual([second._id])
  const last = await change(second, [])
  expect([last.statusCode, last.json().fields]).toEqual([400, { reporterRoles: 'form.invalid' }])
  const foreign = await change(second, [crew._id, other.roleId])
  expect([foreign.statusCode, foreign.json().fields]).toEqual([400, { reporterRoles: 'form.invalid' }])
  expect(await listOf(crew)).toEqual([second._id])
})
