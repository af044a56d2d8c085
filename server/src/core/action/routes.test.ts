import { expect, test } from 'vitest'
import type { PresetAction } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
const bay = await addService(server.db, 'Bay')
const other = await addService(server.db, 'Other')
const admin = server.as(await addMember(server.db, bay, bay.roleId, { type: 'Admin' }))
const draft = { name: 'Pump', unit: 'Number', value: '1' }
const add = async (more: object = {}): Promise<PresetAction> =>
  (await admin.post('/actions', { ...draft, ...more })).json()
const listed = async () => (await admin.get('/actions/service')).json().map(({ _id }: PresetAction) => _id)

test('an action is created, and an edit changes only the sent fields', async () => {
  const action = await add({ isAutoSharing: true, role: bay.roleId, setOfValuesEnabled: true, values: ['1', '2'] })
  expect(action).toMatchObject({ ...draft, role: bay.roleId, values: ['1', '2'], service: [bay.id] })
  const changed = (await admin.patch(`/actions/${action._id}`, { name: 'Pump out' })).json()
  expect(changed).toEqual({ ...action, name: 'Pump out' })
  expect((await admin.patch(`/actions/${action._id}`, { isAutoSharing: false })).json()).toMatchObject({ role: null })
})

test.each([
  [{ name: '' }, { name: 'form.required' }],
  [
    { unit: undefined, value: undefined },
    { unit: 'form.required', value: 'form.required' },
  ],
  [{ value: 'many' }, { value: 'form.invalid' }],
  [{ isAutoSharing: true }, { role: 'form.required' }],
  [{ isAutoSharing: true, role: other.roleId }, { role: 'form.invalid' }],
  [{ setOfValuesEnabled: true }, { values: 'form.required' }],
  [{ setOfValuesEnabled: true, values: ['1', 'two'] }, { values: 'form.invalid' }],
  [{ setOfValuesEnabled: true, value: '5', values: ['7', '8'] }, { value: 'form.notInList' }],
])('%o is refused by the name of its field', async (more, fields) => {
  const answer = await admin.post('/actions', { ...draft, ...more })
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
})

test('numeric values are accepted and returned as text', async () => {
  const action = await add({ value: 2.5, setOfValuesEnabled: true, values: [1, '2.5', 0] })
  expect(action).toMatchObject({ value: '2.5', values: ['1', '2.5', '0'] })
  expect((await admin.patch(`/actions/${action._id}`, { value: 0 })).json()).toMatchObject({ value: '0' })
  const role = (await admin.post('/roles', { name: 'Driver', actions: [{ _id: action._id, customValue: 40 }] })).json()
  expect(role.roleActions).toEqual([{ _id: action._id, label: null, translations: {}, customValue: '40' }])
})

test('a change that conflicts with the other fields is refused', async () => {
  const { _id } = await add({ unit: 'Text', value: 'many' })
  expect((await admin.patch(`/actions/${_id}`, { unit: 'Number' })).json().fields).toEqual({ value: 'form.invalid' })
})

test('an action used by roles, metrics or groups cannot be deleted, and its uses are named', async () => {
  const { _id } = await add()
  const { _id: roleId } = (await admin.post('/roles', { name: 'Diver', actions: [_id] })).json()
  await server.db
    .insertInto('metric')
    .values({
      id: newId(),
      serviceId: bay.id,
      name: 'Pumped',
      shortName: 'P',
      metricType: 'BY_POSTS',
      metricCountType: 'CALCULATE',
      conditions: JSON.stringify([{ type: 'BY_ACTION', actionId: _id }]),
    })
    .execute()
  const uses = (await admin.get(`/actions/${_id}/uses`)).json()
  expect(uses).toMatchObject([
    { kind: 'role', name: 'Diver', translations: {} },
    { kind: 'metric', name: 'Pumped' },
  ])
  const refused = await admin.delete(`/actions/${_id}`)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'inUse',
    message: 'This is still in use. Used by: role Diver, metric Pumped',
    usedBy: [
      { kind: 'role', name: 'Diver' },
      { kind: 'metric', name: 'Pumped' },
    ],
  })
  await server.db.deleteFrom('metric').execute()
  await admin.patch(`/roles/${roleId}`, { actions: [(await add())._id] })
  expect((await admin.delete(`/actions/${_id}`)).statusCode).toBe(200)
  expect(await listed()).not.toContain(_id)
})

test('log entries outlive their action', async () => {
  const { _id } = await add({ name: 'Rescue' })
  const type = await addEventType(server.db, bay, { name: 'Flood' })
  const aoi = (await admin.send('POST', '/aoi', reportForm(type))).json()
  await admin.post(`/aoi/${aoi.number}/add-log`, { type: 'action', params: [_id] })
  expect((await admin.delete(`/actions/${_id}`)).statusCode).toBe(200)
  expect(await listed()).not.toContain(_id)
  const { logs } = (await admin.get(`/aoi/nonce-pro/${aoi.properties.nonce}`)).json().properties
  expect(logs).toContainEqual(
    expect.objectContaining({ action: { _id, translations: {}, name: 'Rescue', unit: 'Number', value: '1' } }),
  )
  expect((await admin.patch(`/actions/${_id}`, { name: 'Back' })).statusCode).toBe(404)
})
