import { describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/id.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
const harbour = await addService(server.db, 'Harbour')
const elsewhere = await addService(server.db, 'Elsewhere')
const flood = await addEventType(server.db, harbour, { name: 'Flood', questions: ['Depth'] })
const fire = await addEventType(server.db, harbour, { name: 'Fire', questions: ['Size'] })
const foreignType = await addEventType(server.db, elsewhere, { name: 'Theirs' })
const admin = await addMember(server.db, harbour, harbour.roleId, { type: 'Admin' })
const dana = await addMember(server.db, harbour, harbour.roleId)
const omer = await addMember(server.db, harbour, harbour.viewerRoleId)
const [question = ''] = flood.questions

const action = newId()
await server.db
  .insertInto('action')
  .values({ id: action, serviceId: harbour.id, name: 'Spent', unit: 'Dollar', isCustomValue: true })
  .execute()

const draft = {
  name: 'Floods',
  shortName: 'Floods',
  metricType: 'BY_POSTS',
  metricCountType: 'COUNT_POSTS',
  conditions: [{ type: 'BY_PUBLIC_ACTION', publicActionIds: [flood.id] }],
}
const create = async (more: object = {}) => {
  const answer = await server.as(admin).post('/metrics', { ...draft, ...more })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const refused = async (more: object) => (await server.as(admin).post('/metrics', { ...draft, ...more })).json().fields
const report = async (type: typeof flood, name = 'Water') =>
  (await server.as(dana).send('POST', '/aoi', reportForm(type, { name }))).json()

describe('a metric', () => {
  test('has translated names, which a change without them keeps', async () => {
    const translations = { he: { name: 'הצפות', shortName: 'הצפ׳' } }
    const { _id } = await create({ translations })
    const changed = (await server.as(admin).patch(`/metrics/${_id}`, { name: 'Water' })).json()
    expect(changed).toMatchObject({ name: 'Water', translations })
    await server.as(admin).delete(`/metrics/${_id}`)
  })

  test('is made, counted, changed and deleted', async () => {
    const event = await report(flood)
    await report(fire, 'Smoke')
    const metric = await create()
    expect(metric).toMatchObject({ ...draft, service: harbour.id, isAdminOnly: false, unit: 'Number' })
    const one = await server.as(omer).get(`/metrics/${metric._id}/calculate?getAois=true&trend=true`)
    expect(one.json()).toMatchObject({ _id: metric._id, value: 1, aois: [event._id] })
    expect(one.json().trend).toHaveLength(12)
    expect(one.json().trend.at(-1).value).toBe(1)

    const changed = await server.as(admin).patch(`/metrics/${metric._id}`, { name: 'Waters' })
    expect(changed.json()).toMatchObject({ ...draft, name: 'Waters' })
    expect((await server.as(dana).get(`/metrics/service/${harbour.id}`)).json()).toMatchObject([{ name: 'Waters' }])

    await server.db
      .updateTable('role')
      .set({ defaultMetrics: ['read', metric._id] })
      .where('id', '=', harbour.roleId)
      .execute()
    expect((await server.as(admin).delete(`/metrics/${metric._id}`)).json()).toMatchObject({ name: 'Waters' })
    expect((await server.as(dana).get('/roles/profile')).json().defaultMetrics).toEqual(['read'])
    expect((await server.as(dana).get(`/metrics/${metric._id}/calculate`)).statusCode).toBe(404)
  })

  test('a condition accepts its value as a number and returns it as text', async () => {
    const conditions = [{ type: 'BY_ACTION', actionId: action, actionSettings: { value: 5, expression: 'MORE' } }]
    expect((await create({ conditions })).conditions[0].actionSettings).toEqual({ value: '5', expression: 'MORE' })
  })

  test('sums logged values as money, by the time of the entry', async () => {
    const event = await report(flood)
    const { _id } = await create({
      metricCountType: 'CALCULATE',
      conditions: [{ type: 'BY_ACTION', actionId: action, actionSettings: { value: '5', expression: 'MORE' } }],
    })
    const value = async (query = '') => (await server.as(dana).get(`/metrics/${_id}/calculate${query}`)).json()
    for (const amount of ['5', '7.5', '20'])
      await server.as(dana).post(`/aoi/${event.number}/add-log`, {
        type: 'action',
        params: [action, amount],
        datetime: '2020-03-05T10:00:00Z',
      })
    expect(await value()).toMatchObject({ value: 27.5, unit: 'Dollar' })
    expect(await value('?startTime=2020-03-05T00:00:00Z&endTime=2020-03-06T00:00:00Z')).toMatchObject({ value: 27.5 })
    expect(await value('?startTime=2020-03-06T00:00:00Z')).toMatchObject({ value: 0 })
    expect(await value('?endTime=2020-04-30T12:00:00Z&trend=true')).toMatchObject({
      trend: expect.arrayContaining([
        { month: '2020-03', value: 27.5 },
        { month: '2019-05', value: 0 },
      ]),
    })
  })

  test('for Admins and Technicians is 404 for others, also as a filter', async () => {
    const { _id } = await create({ name: 'Secret', isAdminOnly: true })
    const names = async (who: typeof admin) =>
      (await server.as(who).get(`/metrics/service/${harbour.id}`)).json().map(({ name }: { name: string }) => name)
    expect(await names(admin)).toContain('Secret')
    expect(await names(dana)).not.toContain('Secret')
    expect((await server.as(admin).get(`/metrics/${_id}/calculate`)).statusCode).toBe(200)
    for (const path of [`/metrics/${_id}/calculate`, `/aoi/filtered?metric=${_id}`, `/aoi/tiles/0/0/0?metric=${_id}`])
      expect((await server.as(dana).get(path)).statusCode).toBe(404)
  })

  test('filters lists, groups, charts and counters', async () => {
    const event = await report(flood, 'Cellar')
    const { _id } = await create({
      conditions: [
        ...draft.conditions,
        { type: 'BY_QUESTION_RESPONSE', questionResponse: { questionId: question, response: ' KNEE' } },
      ],
    })
    const list = (await server.as(dana).get(`/aoi/filtered?metric=${_id}&search=cellar`)).json()
    expect(list.total).toMatchObject([{ _id: event._id }])
    expect(list.byTypes).toMatchObject([{ title: 'Flood', count: 1 }])
    const { value } = (await server.as(dana).get(`/metrics/${_id}/calculate`)).json()
    expect((await server.as(dana).get(`/aoi/filtered?metric=${_id}`)).json().total).toHaveLength(value)
    const counters = (await server.as(dana).get(`/aoi/generic-metrics?metric=${_id}`)).json()
    expect(counters.newAois + counters.isProgressAois + counters.doneAois).toBe(value)
    const { byType } = (await server.as(dana).get(`/aoi/chart?metric=${_id}`)).json()
    expect(byType).toMatchObject([{ label: 'Flood', count: value }])
  })
})

describe('a metric is refused with the field', () => {
  test('without a name, a short name or its kinds', async () => {
    const answer = await server.as(admin).post('/metrics', { conditions: [{}] })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toMatchObject({
      name: 'form.required',
      shortName: 'form.required',
      metricType: expect.stringContaining('form.'),
      metricCountType: expect.stringContaining('form.'),
      'conditions.0.type': 'form.required',
    })
  })

  test.each([
    ['a condition twice', [...draft.conditions, ...draft.conditions], 'conditions.1.type'],
    [
      'a question without a condition on event types',
      [{ type: 'BY_QUESTION_RESPONSE', questionResponse: { questionId: question, response: 'knee' } }],
      'conditions.0.type',
    ],
    ['a role where posts are counted', [{ type: 'BY_ROLE', userRoleIds: [harbour.roleId] }], 'conditions.0.type'],
    ['nothing chosen', [{ type: 'BY_REGION', regionsIds: [] }], 'conditions.0.regionsIds'],
    [
      'a question of another type',
      [
        ...draft.conditions,
        { type: 'BY_QUESTION_RESPONSE', questionResponse: { questionId: fire.questions[0], response: 'x' } },
      ],
      'conditions.1.questionResponse.questionId',
    ],
    [
      'an empty value',
      [{ type: 'BY_ACTION', actionId: action, actionSettings: { value: ' ', expression: 'EXACT' } }],
      'conditions.0.actionSettings.value',
    ],
    [
      'ids of another service',
      [{ type: 'BY_PUBLIC_ACTION', publicActionIds: [foreignType.id] }],
      'conditions.0.publicActionIds',
    ],
    ['a missing action', [{ type: 'BY_ACTION', actionId: newId() }], 'conditions.0.actionId'],
  ])('with %s', async (_, conditions, field) => {
    expect(await refused({ conditions })).toHaveProperty([field])
  })

  test('a change is validated together with the unchanged fields', async () => {
    const { _id } = await create({
      metricType: 'BY_USERS',
      conditions: [{ type: 'BY_ROLE', userRoleIds: [harbour.roleId] }],
    })
    const answer = await server.as(admin).patch(`/metrics/${_id}`, { metricType: 'BY_POSTS' })
    expect(answer.json().fields).toEqual({ 'conditions.0.type': 'form.invalid' })
  })
})
