import { expect, test } from 'vitest'
import type { PresetAction, Role } from '#contract'
import { addEventType } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
const bay = await addService(server.db, 'Bay')
const other = await addService(server.db, 'Other')
const admin = server.as(await addMember(server.db, bay, bay.roleId, { type: 'Admin' }))
const foreignAdmin = server.as(await addMember(server.db, other, other.roleId, { type: 'Admin' }))
const type = await addEventType(server.db, bay, { name: 'Flood' })

const addAction = async (name: string, more: object = {}): Promise<PresetAction> =>
  (await admin.post('/actions', { name, unit: 'Number', value: '1', ...more })).json()
const addRole = async (more: object = {}): Promise<Role> => {
  const action = await addAction('Pump')
  return (await admin.post('/roles', { name: 'Diver', actions: [action._id], ...more })).json()
}

test('a role is created with its lists and its own label and value of an action', async () => {
  const pump = await addAction('Pump')
  const tow = await addAction('Tow')
  const role = await addRole({
    name: 'Medic',
    actions: [tow._id, { _id: pump._id, label: 'Pump out', customValue: '40' }],
    publicActions: [type.id],
    defaultView: 'CALENDAR',
    defaultMetrics: ['new', 'unread'],
    isViewer: false,
  })
  expect(role).toMatchObject({
    name: 'Medic',
    service: bay.id,
    actions: [tow._id, pump._id],
    roleActions: [
      { _id: tow._id, label: null, customValue: null },
      { _id: pump._id, label: 'Pump out', customValue: '40' },
    ],
    publicActions: [type.id],
    defaultView: 'CALENDAR',
    defaultMetrics: ['new', 'unread'],
  })
  const member = server.as(await addMember(server.db, bay, role._id))
  expect((await member.get('/roles/profile')).json().actions).toMatchObject([
    { name: 'Tow', label: 'Tow', customValue: null },
    { name: 'Pump', label: 'Pump out', customValue: '40' },
  ])
})

test("names and labels carry translations, and a missing label falls back to the action's", async () => {
  const he = (texts: object) => ({ translations: { he: texts } })
  const pump = await addAction('Pump', he({ name: 'שאיבה' }))
  const tow = await addAction('Tow', he({ name: ' גרירה ' }))
  expect(tow.translations, 'trimmed').toEqual({ he: { name: 'גרירה' } })
  const setting = { _id: pump._id, label: 'Pump out', customValue: null, ...he({ label: 'שאיבת מים' }) }
  const role = await addRole({ name: 'Diver', actions: [setting, tow._id], ...he({ name: 'צולל', guide: 'dropped' }) })
  expect(role).toMatchObject({ name: 'Diver', translations: { he: { name: 'צולל' } } })
  expect(role.translations.he).not.toHaveProperty('guide')
  const { actions } = (await server.as(await addMember(server.db, bay, role._id)).get('/roles/profile')).json()
  expect(actions).toMatchObject([
    { label: 'Pump out', translations: { he: { name: 'שאיבה', label: 'שאיבת מים' } } },
    { label: 'Tow', translations: { he: { name: 'גרירה', label: 'גרירה' } } },
  ])
  const emptied = (await admin.patch(`/roles/${role._id}`, he({ name: ' ' }))).json()
  expect(emptied.translations, 'an empty translation is none').toEqual({})
})

test('a change affects only the sent fields, and applies at once', async () => {
  const role = await addRole({ publicActions: [type.id], defaultMetrics: ['read'] })
  const member = server.as(await addMember(server.db, bay, role._id))
  const changed = (await admin.patch(`/roles/${role._id}`, { isViewer: true })).json()
  expect(changed).toEqual({ ...role, isViewer: true })
  expect((await member.get('/roles/profile')).json().isViewer).toBe(true)
})

test('a role without listed actions and event types gets all of them, including later ones', async () => {
  const role = await addRole({ actions: [], publicActions: [] })
  expect(role).toMatchObject({ actions: [], roleActions: [], publicActions: [] })
  const member = server.as(await addMember(server.db, bay, role._id))
  const winch = await addAction('Winch')
  const ids = (await member.get('/roles/profile')).json().actions.map(({ _id }: PresetAction) => _id)
  expect(ids).toContain(winch._id)
  await admin.patch(`/roles/${role._id}`, { actions: [winch._id] })
  expect((await admin.patch(`/roles/${role._id}`, { actions: [] })).json()).toMatchObject({ actions: [] })
})

test.each([
  [{ name: ' ' }, { name: 'form.required' }],
  [
    { name: undefined, actions: undefined },
    { name: 'form.required', actions: 'form.required' },
  ],
  [{ defaultMetrics: ['new', 'read', 'unread', 'archived'] }, { defaultMetrics: 'form.tooLong' }],
  [{ defaultMetrics: ['no such metric'] }, { defaultMetrics: 'form.invalid' }],
  [{ defaultView: 'GLOBE' }, { defaultView: 'form.invalid' }],
])('%o is refused by the name of its field', async (more, fields) => {
  const action = await addAction('Pump')
  const answer = await admin.post('/roles', { name: 'Diver', actions: [action._id], ...more })
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
})

test('a role references its own service only, without duplicates, with numeric values', async () => {
  const own = await addAction('Pump')
  const foreign = (await foreignAdmin.post('/actions', { name: 'Spy', unit: 'Text', value: 'x' })).json()
  const foreignType = await addEventType(server.db, other, { name: 'Spy' })
  const refused = async (more: object) =>
    (await admin.post('/roles', { name: 'Diver', actions: [own._id], ...more })).json().fields
  expect(await refused({ actions: [foreign._id] })).toEqual({ actions: 'form.invalid' })
  expect(await refused({ publicActions: [foreignType.id] })).toEqual({ publicActions: 'form.invalid' })
  expect(await refused({ actions: [own._id, own._id] })).toEqual({ actions: 'form.invalid' })
  expect(await refused({ actions: [{ _id: own._id, customValue: 'many' }] })).toEqual({
    'actions.0.customValue': 'form.invalid',
  })
})

test('roles are reordered completely or not at all', async () => {
  await addRole()
  const ids = (await admin.get(`/roles/user-roles/${bay.id}/service`)).json().map(({ _id }: Role) => _id)
  const backwards = ids.toReversed()
  const answer = await admin.post('/roles/order', { ids: backwards })
  expect(answer.json().map(({ _id }: Role) => _id)).toEqual(backwards)
  expect((await admin.post('/roles/order', { ids: backwards.slice(1) })).json().code).toBe('conflict')
  expect((await admin.post('/roles/order', { ids: [...backwards.slice(1), other.roleId] })).json().code).toBe(
    'conflict',
  )
})

test('role changes record who made them', async () => {
  const role = await addRole({ name: 'Kept' })
  await admin.patch(`/roles/${role._id}`, { name: 'Kept still' })
  const lines = await server.db.selectFrom('audit').selectAll().where('targetId', '=', role._id).orderBy('id').execute()
  expect(lines).toMatchObject([
    { action: 'role.create', targetName: 'Kept' },
    { action: 'role.edit', targetName: 'Kept still', detail: { changed: ['name'] } },
  ])
})

test('members keep an archived role, and nobody else is given it', async () => {
  const role = await addRole({ name: 'Summer help' })
  const dana = await addMember(server.db, bay, role._id)
  const omar = await addMember(server.db, bay, bay.roleId)
  const archive = (isArchived: boolean) => admin.patch(`/roles/${role._id}`, { isArchived })
  expect((await archive(true)).json()).toMatchObject({ isArchived: true, name: 'Summer help' })
  const listed: Role[] = (await admin.get(`/roles/user-roles/${bay.id}/service`)).json()
  expect(listed.find(({ _id }) => _id === role._id)).toMatchObject({ isArchived: true })

  expect((await server.as(dana).get('/roles/profile')).json()).toMatchObject({ name: 'Summer help' })
  const refused = { code: 'invalid', fields: { role: 'form.invalid' } }
  const give = (id: string) => admin.patch(`/user/${id}`, { role: role._id })
  expect((await give(omar.id)).json()).toMatchObject(refused)
  expect((await give(dana.id)).statusCode).toBe(200)
  expect((await admin.post('/user/invite', { role: role._id, permission: 'Operator' })).json()).toMatchObject(refused)

  await archive(false)
  expect((await give(omar.id)).statusCode).toBe(200)
})
