import { describe, expect, test } from 'vitest'
import type { Aoi, AoiPage } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { activityForm, addCommunity, addSubscriber, type TestCommunity } from '../../testing/activities.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { formOf, testServer } from '../../testing/server.ts'

const server = await testServer()
const home = await addService(server.db, 'Home')
const foreign = await addService(server.db, 'Foreign')
const dana = await addMember(server.db, home, home.roleId, { username: 'dana' })
const omer = await addMember(server.db, home, home.roleId, { username: 'omer' })
const adam = await addMember(server.db, home, home.roleId, { username: 'adam', type: 'Admin' })
const sunset = await addCommunity(server.db, home, { title: 'Sunset' })
const marina = await addCommunity(server.db, home, { title: 'Marina', groups: ['Swimmers', 'Rowers'] })
const theirs = await addCommunity(server.db, foreign, { title: 'Theirs' })

const send = (who: TestMember, community: TestCommunity, more: Record<string, unknown> = {}) =>
  server.as(who).send('POST', '/aoi', activityForm(community, more))
const plan = async (who: TestMember, community = sunset, more: Record<string, unknown> = {}) => {
  const answer = await send(who, community, more)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as Aoi
}
const change = (who: TestMember, { number }: Aoi, parts: Record<string, string>) =>
  server.as(who).send('PATCH', `/aoi/${number}`, formOf(parts))
const list = async (query = '') =>
  (await server.as(dana).get(`/aoi/filtered?isActivity=true&${query}`)).json() as AoiPage

describe('planning', () => {
  test('an activity is stored completely, and is not an event', async () => {
    const aoi = await plan(dana, marina, {
      plannedTime: '1900003600000',
      isPublic: 'true',
      description: '<p>Bring gloves</p>',
    })
    expect(aoi).toMatchObject({
      state: 'new',
      subscribersCount: 0,
      properties: {
        name: 'Beach cleaning',
        description: '<p>Bring gloves</p>',
        forSensors: false,
        publicAction: null,
        creatorID: dana.id,
        activity: {
          communityId: marina.id,
          startTime: new Date(1_900_000_000_000).toISOString(),
          plannedTime: new Date(1_900_003_600_000).toISOString(),
          isPublic: true,
        },
      },
    })
    expect(new Set(aoi.properties.groups)).toEqual(new Set(marina.groups))
    const events = (await server.as(dana).get('/aoi/filtered')).json() as AoiPage
    expect(events.total).toEqual([])
  })

  test('is closed to the public unless it says otherwise', async () => {
    expect((await plan(dana)).properties.activity?.isPublic).toBe(false)
  })

  test('sent twice is stored once', async () => {
    const first = await plan(dana, sunset, { nonce: '1700000000001' })
    expect((await plan(dana, sunset, { nonce: '1700000000001' }))._id).toBe(first._id)
  })

  test.each([
    ['no time at all', { startTime: undefined }, { startTime: 'form.activityTime' }],
    ['an end before its start', { plannedTime: '1899999999999' }, { plannedTime: 'form.endBeforeStart' }],
    ['no community', { communityId: undefined }, { communityId: 'form.required' }],
    ['a community of elsewhere', { communityId: theirs.id }, { communityId: 'form.invalid' }],
    ['no group where there are some', { communityId: marina.id, groups: [] }, { groups: 'form.required' }],
    ['a group of another community', { groups: marina.groups }, { groups: 'form.invalid' }],
  ])('with %s it is refused', async (_, more, fields) => {
    const answer = await send(dana, sunset, { groups: undefined, ...more })
    expect(answer.json()).toMatchObject({ statusCode: 400, fields })
  })

  test('an end alone is enough', async () => {
    const aoi = await plan(dana, sunset, { startTime: undefined, plannedTime: '1900000000000' })
    expect(aoi.properties.activity).toMatchObject({ startTime: null })
  })

  test('an activity lies in a region or names one if the service has regions', async () => {
    const place = await addService(server.db, 'With regions')
    const rosa = await addMember(server.db, place, place.roleId)
    const community = await addCommunity(server.db, place)
    const ring = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ]
    const regionId = newId()
    await server.db
      .insertInto('region')
      .values({ id: regionId, serviceId: place.id, name: 'Port', coordinates: JSON.stringify([ring]) })
      .execute()
    expect((await send(rosa, community)).json().fields).toEqual({ region: 'form.required' })
    expect((await plan(rosa, community, { startCoordinates: [0.5, 0.5] })).region).toBe(regionId)
    const chosen = await plan(rosa, community, { region: [regionId] })
    expect(chosen.region).toBe(regionId)
    // Outside all regions the activity has none, unless its author chose one.
    const outside = { startCoordinates: '[5, 5]' }
    expect((await change(rosa, chosen, outside)).statusCode).toBe(200)
    const found = await plan(rosa, community, { startCoordinates: [0.5, 0.5] })
    expect((await change(rosa, found, outside)).json().fields).toEqual({ region: 'form.required' })
  })
})

describe('changing', () => {
  test('changes only what was sent, and logs the old and new values', async () => {
    const aoi = await plan(dana, marina)
    const answer = await change(dana, aoi, {
      plannedTime: '1900007200000',
      isPublic: 'true',
      groups: JSON.stringify([marina.groups[1]]),
    })
    const changed = answer.json() as Aoi
    expect(changed.properties.activity).toMatchObject({
      communityId: marina.id,
      startTime: aoi.properties.activity?.startTime,
      plannedTime: new Date(1_900_007_200_000).toISOString(),
      isPublic: true,
    })
    expect(changed.properties.groups).toEqual([marina.groups[1]])
    expect(changed.properties.logs[0]?.change?.fields).toEqual([
      { field: 'groups', from: 'Rowers, Swimmers', to: 'Rowers' },
      { field: 'plannedTime', from: null, to: new Date(1_900_007_200_000).toISOString() },
      { field: 'isPublic', from: 'false', to: 'true' },
    ])
  })

  test('the log keeps the names of communities and groups in all languages', async () => {
    const shore = await addCommunity(server.db, home, { title: 'Shore', groups: ['Divers', 'Guards'] })
    await server.db
      .updateTable('community')
      .set({ translations: JSON.stringify({ he: { title: 'חוף' } }) })
      .where('id', '=', shore.id)
      .execute()
    await server.db
      .updateTable('communityGroup')
      .set({ translations: JSON.stringify({ he: { name: 'צוללנים' } }) })
      .where('id', '=', shore.groups[0] ?? '')
      .execute()
    const aoi = await plan(dana, sunset)
    const parts = { communityId: shore.id, groups: JSON.stringify(shore.groups) }
    const changed = (await change(dana, aoi, parts)).json() as Aoi
    expect(changed.properties.logs[0]?.change?.fields).toEqual([
      { field: 'community', from: 'Sunset', to: 'Shore', translations: { he: { from: 'Sunset', to: 'חוף' } } },
      { field: 'groups', from: null, to: 'Divers, Guards', translations: { he: { to: 'צוללנים, Guards' } } },
    ])
  })

  test('one of two times can be removed, the last one cannot', async () => {
    const aoi = await plan(dana, sunset, { plannedTime: '1900003600000' })
    const without = (await change(dana, aoi, { startTime: '' })).json() as Aoi
    expect(without.properties.activity?.startTime).toBeNull()
    expect((await change(dana, aoi, { plannedTime: '' })).json().fields).toEqual({
      startTime: 'form.activityTime',
    })
    expect((await change(dana, aoi, { startTime: '1900003600001' })).json().fields).toEqual({
      plannedTime: 'form.endBeforeStart',
    })
  })

  test('another community requires its own groups', async () => {
    const aoi = await plan(dana, sunset)
    expect((await change(dana, aoi, { communityId: marina.id })).json().fields).toEqual({ groups: 'form.required' })
    const groups = JSON.stringify(marina.groups)
    expect((await change(dana, aoi, { communityId: marina.id, groups })).statusCode).toBe(200)
    expect(((await change(dana, aoi, { communityId: sunset.id })).json() as Aoi).properties.groups).toEqual([])
  })

  test('an edit is checked only for the fields it changes', async () => {
    const later = await addCommunity(server.db, home, { title: 'Later' })
    const aoi = await plan(dana, later)
    await server.db.insertInto('communityGroup').values({ id: newId(), communityId: later.id, name: 'New' }).execute()
    expect((await change(dana, aoi, { name: 'Renamed' })).statusCode).toBe(200)
  })

  test('is allowed for the creator and for Admins', async () => {
    const aoi = await plan(dana)
    expect((await change(omer, aoi, { name: 'Mine' })).statusCode).toBe(403)
    expect((await change(adam, aoi, { name: 'Ours' })).statusCode).toBe(200)
  })
})

test('the list groups by community and by creator', async () => {
  const garden = await addCommunity(server.db, home, { title: 'Garden' })
  await plan(dana, garden)
  await plan(omer, garden)
  const { byCommunity, byUsers, byTypes } = await list(`community=${garden.id}`)
  expect(byCommunity).toMatchObject([{ _id: garden.id, title: 'Garden', count: 2 }])
  expect(byUsers).toHaveLength(2)
  expect(byTypes).toEqual([])
})

test('only communities and groups of visible services are listed', async () => {
  const communities = (await server.as(dana).get('/community-servers/communities')).json() as { title: string }[]
  expect(communities.map(({ title }) => title)).not.toContain('Theirs')
  expect(communities).toContainEqual(expect.objectContaining({ title: 'Marina', groupsCount: 2, service: home.id }))
  const groups = (await server.as(dana).get('/community-servers/groups')).json() as { name: string }[]
  expect(groups.map(({ name }) => name)).toEqual(expect.arrayContaining(['Rowers', 'Swimmers']))
})

describe('subscribers', () => {
  const open = async (who: TestMember, { properties }: Aoi) =>
    (await server.as(who).get(`/aoi/nonce-pro/${properties.nonce}`)).json() as Aoi
  const log = (who: TestMember, { number }: Aoi, body: object) => server.as(who).post(`/aoi/${number}/add-log`, body)
  const seen = (who: TestMember, { _id }: Aoi, body: object) => server.as(who).post(`/aoi/update-aoi-info/${_id}`, body)

  test('news is counted for each member and cleared by tab', async () => {
    const aoi = await plan(dana, sunset, { isPublic: 'true' })
    await addSubscriber(server.db, aoi._id, home.id)
    await log(omer, aoi, { text: 'Who brings bags?' })
    await log(dana, aoi, { text: 'I do' })
    expect((await open(dana, aoi)).updates).toEqual({ updates: 1, subscriptions: 1 })
    expect((await open(omer, aoi)).updates).toEqual({ updates: 1, subscriptions: 1 })
    expect((await seen(dana, aoi, { updates: 0 })).json()).toEqual({ updates: 0, subscriptions: 1 })
    expect((await seen(dana, aoi, { subscriptions: 0 })).json()).toEqual({ updates: 0, subscriptions: 0 })
    expect((await open(omer, aoi)).updates).toEqual({ updates: 1, subscriptions: 1 })
  })

  test('an entry for one subscriber is private, never restricted, and listed with that subscriber', async () => {
    const aoi = await plan(dana, sunset, { isPublic: 'true' })
    const vera = await addSubscriber(server.db, aoi._id, home.id, 'Vera')
    const paul = await addSubscriber(server.db, aoi._id, home.id, 'Paul')
    const entry = (await log(omer, aoi, { text: 'Only you', recipientId: vera.id, restricted: true })).json()
    expect(entry).toMatchObject({ restricted: false, recipientId: vera.id })
    const { subscribers, subscribersCount } = await open(dana, aoi)
    expect(subscribersCount).toBe(2)
    expect(subscribers.map(({ firstName, logs }) => [firstName, logs.length])).toEqual([
      ['Vera', 1],
      ['Paul', 0],
    ])
    await server.as(omer).delete(`/aoi/${aoi._id}/subscribers/${paul.id}`)
    const refused = await log(omer, aoi, { text: 'Come back', recipientId: paul.id })
    expect(refused.json()).toMatchObject({ statusCode: 400, fields: { recipientId: 'form.invalid' } })
  })

  test('removing a subscriber is published, logged and idempotent', async () => {
    const aoi = await plan(dana, sunset, { isPublic: 'true' })
    const vera = await addSubscriber(server.db, aoi._id, home.id)
    const path = `/aoi/${aoi._id}/subscribers/${vera.id}`
    const without = (await server.as(omer).delete(path)).json() as Aoi
    expect(without).toMatchObject({ subscribersCount: 0, subscribers: [] })
    expect(without.properties.logs[0]?.change).toEqual({ what: 'subscriberRemoved', names: ['Vera'] })
    expect((await server.as(omer).delete(path)).statusCode).toBe(404)
    const { body } = await server.db.selectFrom('outbox').select('body').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(body).toMatchObject({ type: 'AOI_UPDATED', aoiIds: [aoi._id] })
  })

  test('a subscriber of another activity is 404', async () => {
    const one = await plan(dana)
    const other = await plan(dana)
    const vera = await addSubscriber(server.db, other._id, home.id)
    expect((await server.as(omer).delete(`/aoi/${one._id}/subscribers/${vera.id}`)).statusCode).toBe(404)
  })
})

test('sorted by start, page by page: an activity without a start is sorted by its end', async () => {
  const community = await addCommunity(server.db, home, { title: 'Timed' })
  const day = (days: number) => String(1_900_000_000_000 + days * 86_400_000)
  await plan(dana, community, { name: 'third', startTime: day(3), plannedTime: day(4) })
  await plan(dana, community, { name: 'first', startTime: day(1), plannedTime: undefined })
  await plan(dana, community, { name: 'second', startTime: undefined, plannedTime: day(2) })
  const names = async (query: string) => {
    const page = await list(`community=${community.id}&sort=startTime&${query}`)
    return { names: page.total.map(({ properties }) => properties.name), next: page.nextCursor }
  }
  expect((await names('order=asc')).names).toEqual(['first', 'second', 'third'])
  const top = await names('order=desc&limit=2')
  expect(top.names).toEqual(['third', 'second'])
  expect((await names(`order=desc&limit=2&cursor=${top.next}`)).names).toEqual(['first'])
  expect((await names('order=asc&search=secon')).names).toEqual(['second'])
})

test('sorts activities that are running or next first, at the time of the first page', async () => {
  const community = await addCommunity(server.db, home, { title: 'Upcoming' })
  const hour = (hours: number) => String(Date.now() + hours * 3_600_000)
  await plan(dana, community, { name: 'next week', startTime: hour(170), plannedTime: hour(171) })
  await plan(dana, community, { name: 'last year', startTime: hour(-9000), plannedTime: undefined })
  await plan(dana, community, { name: 'yesterday', startTime: hour(-25), plannedTime: hour(-24) })
  await plan(dana, community, { name: 'tomorrow', startTime: hour(24), plannedTime: undefined })
  await plan(dana, community, { name: 'under way', startTime: hour(-1), plannedTime: hour(1) })
  const order = ['under way', 'tomorrow', 'next week', 'yesterday', 'last year']
  const pageOf = async (query: string) => {
    const page = await list(`community=${community.id}&sort=upcoming&${query}`)
    return { names: page.total.map(({ properties }) => properties.name), next: page.nextCursor }
  }
  expect((await pageOf('')).names).toEqual(order)
  expect((await pageOf('order=asc')).names).toEqual(order)
  expect((await pageOf('search=year')).names).toEqual(['last year'])
  const first = await pageOf('limit=1')
  // The activity is over now, but was under way at the moment of the first page.
  await server.db
    .updateTable('aoi')
    .set({ endAt: new Date(Date.now() - 1) })
    .where('name', '=', 'under way')
    .where('communityId', '=', community.id)
    .execute()
  const [, moment] = JSON.parse(Buffer.from(first.next ?? '', 'base64url').toString()) as string[]
  expect(moment).toMatch(/^\d{16} /)
  const rest = await pageOf(`limit=2&cursor=${first.next}`)
  expect(rest.names).toEqual(['tomorrow', 'next week'])
  expect((await pageOf(`limit=9&cursor=${rest.next}`)).names).toEqual(['yesterday', 'last year'])
  expect((await pageOf(`until=${rest.next}`)).names).toEqual(['under way', 'tomorrow', 'next week'])
  const foreign = await server.as(dana).get(`/aoi/filtered?isActivity=true&sort=startTime&cursor=${first.next}`)
  expect(foreign.statusCode).toBe(400)
})
