import { describe, expect, test } from 'vitest'
import { type EventType, type GettingStarted, Language, type Role, type Rule, StarterSetName } from '#contract'
import { starterSets } from '#contract/operations/starter/sets.ts'
import { addEventType, addHeldReport, reportForm } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { formOf, testServer } from '../../testing/server.ts'
import * as setups from '../setup/queries.ts'

const server = await testServer()
const { db } = server

const scene = async () => {
  const service = await addService(db, 'Scene')
  const admin = await addMember(db, service, service.roleId, { type: 'Admin' })
  const get = async <T>(path: string): Promise<T> => (await server.as(admin).get(path)).json()
  const types = () => get<EventType[]>(`/aoi-type/service/${service.id}`)
  const roles = () => get<Role[]>(`/roles/user-roles/${service.id}/service`)
  const rules = () => get<Rule[]>('/rules')
  const apply = (name: string) => server.as(admin).post(`/starter-sets/${name}`)
  const takeBack = (name: string) => server.as(admin).delete(`/starter-sets/${name}`)
  return { service, admin, types, roles, rules, apply, takeBack }
}

const namesOf = (things: readonly { name: string }[]) => things.map(({ name }) => name).sort()

describe('every starter set', () => {
  test.each(StarterSetName.options)('%s has every text in every language, and no duplicate names', (name) => {
    const { roles, actions, eventTypes, metrics, rules, communities } = starterSets[name]
    for (const language of Language.options) {
      for (const things of [roles, actions, eventTypes, metrics, rules].map((list) =>
        list.map((one) => one.name[language]),
      )) {
        expect(things.every((text) => text.trim() !== '')).toBe(true)
        expect(new Set(things).size).toBe(things.length)
      }
      expect(communities.every((text) => text[language] !== '')).toBe(true)
    }
    expect(
      roles.length * actions.length * eventTypes.length * metrics.length * rules.length * communities.length,
    ).toBeGreaterThan(0)
  })

  test.each(StarterSetName.options)('%s can be added and removed without a trace', async (name) => {
    const { apply, takeBack, types, roles, rules } = await scene()
    const before = [await types(), await roles(), await rules()]
    const added = await apply(name)
    expect(added.statusCode, added.body).toBe(200)
    expect(added.json()).toMatchObject([{ name, canTakeBack: true }])
    expect(namesOf(await types())).toEqual(
      namesOf(starterSets[name].eventTypes.map((type) => ({ name: type.name.en }))),
    )
    expect(namesOf(await rules())).toEqual(namesOf(starterSets[name].rules.map((rule) => ({ name: rule.name.en }))))
    const back = await takeBack(name)
    expect(back.statusCode, back.body).toBe(200)
    expect(back.json()).toEqual([])
    expect([await types(), await roles(), await rules()]).toEqual(before)
  })
})

test('only items whose names are missing are added, in any language', async () => {
  const { admin, apply, types, takeBack } = await scene()
  const own = { name: 'שרפה או עשן', guide: '<p>Ours</p>', unit: 'Number', value: '1' }
  expect((await server.as(admin).post('/public-actions', own)).statusCode).toBe(200)
  await apply('emergency')
  await apply('emergency')
  const after = await types()
  expect(after).toHaveLength(starterSets.emergency.eventTypes.length)
  const counters = (await server.as(admin).get(`/metrics/service/${admin.serviceId}`)).json()
  expect(counters).toHaveLength(starterSets.emergency.metrics.length)
  expect(after.find(({ name }) => name === own.name)?.guide).toBe('<p>Ours</p>')
  expect((await takeBack('emergency')).statusCode).toBe(200)
  expect(namesOf(await types())).toEqual([own.name])
})

test('a set in use cannot be removed', async () => {
  const { admin, apply, takeBack, types } = await scene()
  await apply('city')
  const light = (await types()).find(({ icon }) => icon === 'bolt')
  const sent = await server.as(admin).send('POST', '/aoi', reportForm({ id: light?._id ?? '', questions: [] }))
  expect(sent.statusCode, sent.body).toBe(200)
  const refused = await takeBack('city')
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'starterInUse'])
  expect(await types()).toHaveLength(starterSets.city.eventTypes.length)
  expect((await takeBack('eventSafety')).statusCode).toBe(404)
})

describe('a set that other content refers to cannot be removed', () => {
  type Scene = Awaited<ReturnType<typeof scene>>
  type City = { typeId: string; actionId: string; roleId: string; metricId: string }
  const ok = async (answer: Promise<{ statusCode: number; body: string }>) => {
    const { statusCode, body } = await answer
    expect(statusCode, body).toBe(200)
  }
  const rule = (trigger: object, more: object = {}) => ({ name: 'Ours', severity: 'info', trigger, ...more })
  const silence = { type: 'sensor', scope: { type: 'all' }, conditions: [{ type: 'silence', seconds: 3600 }] }

  const uses: Record<string, (scene: Scene, city: City) => Promise<unknown>> = {
    'a report that waits for a review': ({ service }, { typeId }) =>
      addHeldReport(db, { serviceId: service.id, eventTypeId: typeId }),
    'a held report handed to one of its roles': async ({ service }, { roleId }) => {
      const own = await addEventType(db, service, { name: 'Our type' })
      await addHeldReport(db, { serviceId: service.id, eventTypeId: own.id, roleId })
    },
    'a role of the service that offers one of its actions': ({ admin }, { actionId }) =>
      ok(server.as(admin).post('/roles', { name: 'Ours', actions: [actionId] })),
    'a role of the service that offers one of its types': ({ admin }, { typeId }) =>
      ok(server.as(admin).post('/roles', { name: 'Ours', actions: [], publicActions: [typeId] })),
    'a role of the service that starts with one of its counters': ({ admin }, { metricId }) =>
      ok(server.as(admin).post('/roles', { name: 'Ours', actions: [], defaultMetrics: [metricId] })),
    'a counter of the service that counts one of its types': ({ admin }, { typeId }) =>
      ok(
        server.as(admin).post('/metrics', {
          name: 'Ours',
          shortName: 'O',
          metricType: 'BY_POSTS',
          metricCountType: 'COUNT_POSTS',
          conditions: [{ type: 'BY_PUBLIC_ACTION', publicActionIds: [typeId] }],
        }),
      ),
    'a rule of the service that watches one of its types': ({ admin }, { typeId }) =>
      ok(server.as(admin).post('/rules', rule({ type: 'unattended', eventTypeIds: [typeId], seconds: 60 }))),
    'a rule of the service that makes events of one of its types': ({ admin }, { typeId }) =>
      ok(server.as(admin).post('/rules', rule(silence, { event: { eventTypeId: typeId } }))),
    'a member who asks for one of its roles': async ({ service }, { roleId }) => {
      const member = await addMember(db, service, service.roleId)
      await ok(server.as(member).patch('/user/profile', { role: roleId }))
    },
  }

  test.each(Object.entries(uses))('%s', async (_name, use) => {
    const one = await scene()
    const own = new Set((await one.roles()).map(({ _id }) => _id))
    expect((await one.apply('city')).statusCode).toBe(200)
    const get = async (path: string): Promise<{ _id: string }[]> => (await server.as(one.admin).get(path)).json()
    const idOf = ([first]: readonly { _id: string }[]) => first?._id ?? ''
    const city = {
      typeId: idOf(await one.types()),
      actionId: idOf(await get('/actions/service')),
      roleId: idOf((await one.roles()).filter(({ _id }) => !own.has(_id))),
      metricId: idOf(await get(`/metrics/service/${one.service.id}`)),
    }
    await use(one, city)
    expect((await server.as(one.admin).get('/starter-sets')).json()).toMatchObject([{ canTakeBack: false }])
    const refused = await one.takeBack('city')
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'starterInUse'])
    expect(await one.types()).not.toEqual([])
  })

  test('references between items of a set do not block its removal', async () => {
    const { admin, apply, takeBack, types, roles, service } = await scene()
    const own = new Set((await roles()).map(({ _id }) => _id))
    await apply('city')
    const [role] = (await roles()).filter(({ _id }) => !own.has(_id))
    const typeIds = (await types()).map(({ _id }) => _id)
    await ok(server.as(admin).patch(`/roles/${role?._id}`, { publicActions: typeIds }))
    expect((await takeBack('city')).statusCode).toBe(200)
    expect((await server.as(admin).get(`/metrics/service/${service.id}`)).json()).toEqual([])
  })
})

test('the first run creates a service with its language, home area and starter set', async () => {
  const fresh = await testServer()
  const token = await setups.token(fresh.db)
  const answer = await fresh.anyone.post('/setup', {
    token,
    serviceTitle: 'חוסן',
    username: 'tami',
    password: 'a long password',
    firstName: 'תמי',
    mainLanguage: 'he',
    homeArea: [34.7, 32, 34.9, 32.2],
    starterSet: 'neighbourhood',
  })
  expect(answer.statusCode, answer.body).toBe(200)
  const tami = fresh.as({ token: answer.json().accessToken })
  const { service, role } = (await tami.get('/user/profile')).json()
  expect(service).toMatchObject({ title: 'חוסן', mainLanguage: 'he', homeArea: [34.7, 32, 34.9, 32.2] })
  expect(role.name).toBe('רכז')
  const types: EventType[] = (await tami.get(`/aoi-type/service/${service._id}`)).json()
  const theft = types.find(({ icon }) => icon === 'shield')
  expect(theft).toMatchObject({ name: 'פריצה או גנבה', translations: { en: { name: 'Break-in or theft' } } })
  expect(theft?.fields[0]).toMatchObject({
    name: 'הודעתם למשטרה?',
    translations: { en: { name: 'Have you told the police?' } },
  })
  // The service already has the role רכז, so the set adds no second one.
  const roles: Role[] = (await tami.get(`/roles/user-roles/${service._id}/service`)).json()
  expect(namesOf(roles)).toEqual(['סייר', 'צופה', 'רכז'])
})

test('the first run finds the home area by name, for holders of the token', async () => {
  const fresh = await testServer()
  const asked = { text: 'Haifa', language: 'en' }
  const stranger = await fresh.anyone.post('/setup/places', { ...asked, token: 'guess' })
  expect([stranger.statusCode, stranger.json().code]).toEqual([403, 'setupToken'])
  const answer = await fresh.anyone.post('/setup/places', { ...asked, token: await setups.token(fresh.db) })
  expect(answer.json()[0].address).toContain('Haifa')
})

test('changing the main language swaps texts and translations, if translated', async () => {
  const { service, admin, apply, types } = await scene()
  await apply('emergency')
  const own = { name: 'Only English', guide: '<p>Only English</p>', unit: 'Number', value: '1' }
  await server.as(admin).post('/public-actions', own)
  const named = async () => {
    const as = server.as(admin)
    const paths = ['/roles/user-roles', '/actions/service', `/metrics/service/${service.id}`]
    return Promise.all(paths.map(async (path) => (await as.get(path)).json()))
  }
  const before = await types()
  const namedBefore = await named()
  const choose = async (mainLanguage: string) => {
    const answer = await server.as(admin).send('PATCH', `/service/${service.id}`, formOf({ mainLanguage }))
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().mainLanguage).toBe(mainLanguage)
  }
  await choose('he')
  const flood = (await types()).find(({ icon }) => icon === 'ripple')
  expect(flood).toMatchObject({ name: 'הצפה', translations: { en: { name: 'Flooding' } } })
  expect(flood?.fields[0]).toMatchObject({
    name: 'הכביש חסום?',
    translations: { en: { name: 'Is the road blocked?' } },
  })
  expect((await types()).map(({ name }) => name)).toContain('Only English')
  const [roles, actions, metrics] = await named()
  const isSwapped = ({ name, translations }: { name: string; translations: { en?: { name: string } } }) =>
    /[א-ת]/.test(name) && /[a-z]/.test(translations.en?.name ?? '')
  expect(roles.filter(isSwapped).length).toBeGreaterThan(1)
  expect(actions.every(isSwapped), JSON.stringify(actions)).toBe(true)
  expect(metrics.every(isSwapped)).toBe(true)
  expect(metrics[0].shortName).toMatch(/[א-ת]/)
  await choose('en')
  expect(await types()).toEqual(before)
  expect(await named()).toEqual(namedBefore)
})

describe('getting started', () => {
  const steps = async (as: Parameters<typeof server.as>[0]) => {
    const answer = await server.as(as).get('/getting-started')
    expect(answer.statusCode, answer.body).toBe(200)
    return Object.fromEntries((answer.json() as GettingStarted).map(({ name, isDone }) => [name, isDone]))
  }

  test('the steps are completed by the state of the service', async () => {
    const { service, admin, apply } = await scene()
    expect(await steps(admin)).toEqual({
      starterSet: false,
      homeArea: false,
      eventTypes: false,
      roles: false,
      team: false,
      publicLink: false,
    })
    await apply('city')
    const homeArea = formOf({ homeArea: JSON.stringify([34, 32, 35, 33]) })
    expect((await server.as(admin).send('PATCH', `/service/${service.id}`, homeArea)).statusCode).toBe(200)
    await addMember(db, service, service.roleId)
    expect((await server.as(admin).post('/user/invite-public-user')).statusCode).toBe(200)
    expect(Object.values(await steps(admin))).toEqual([true, true, true, true, true, true])
  })

  test('a service with event types, roles and actions of its own needs no starter set', async () => {
    const { service, admin } = await scene()
    await addEventType(db, service, { name: 'Fire' })
    expect(await steps(admin)).toMatchObject({ starterSet: false })
    const action = await server.as(admin).post('/actions', { name: 'On my way', unit: 'Text', value: 'now' })
    expect(action.statusCode, action.body).toBe(200)
    expect(await steps(admin)).toMatchObject({ starterSet: true })
  })

  test('streets and backups are steps for the server owner only', async () => {
    const { service } = await scene()
    const owner = await addMember(db, service, service.roleId, { type: 'Technician', isServerOwner: true })
    expect(await steps(owner)).toMatchObject({ streets: false, backup: false })
  })

  test('an Operator has no steps, and a dismissed card stays dismissed', async () => {
    const { service, admin } = await scene()
    const operator = await addMember(db, service, service.roleId)
    expect((await server.as(operator).get('/getting-started')).statusCode).toBe(403)
    const hidden = await server.as(admin).patch('/user/profile', { hidesGettingStarted: true })
    expect(hidden.json()).toMatchObject({ hidesGettingStarted: true })
    expect((await server.as(admin).get('/user/profile')).json()).toMatchObject({ hidesGettingStarted: true })
  })
})
