import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Aoi, Community, Group, GroupCandidate } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { activityForm, addCommunity, addSubscriber } from '../../testing/activities.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { formOf, testServer } from '../../testing/server.ts'

const server = await testServer()
const home = await addService(server.db, 'Home')
const foreign = await addService(server.db, 'Foreign')
const adam = await addMember(server.db, home, home.roleId, { username: 'adam', type: 'Admin' })
const omer = await addMember(server.db, home, home.roleId, { username: 'omer' })
const fred = await addMember(server.db, foreign, foreign.roleId, { username: 'fred' })

const base = '/community-servers'
const newCommunity = async (title = 'Sunset') =>
  (await server.as(adam).post(`${base}/communities`, { title })).json() as Community
const draftIn = ({ _id }: Community, more: object = {}) => ({
  communityId: _id,
  name: 'Rowers',
  description: '<p>They row</p><script>x</script>',
  location: 'Pier 7',
  position: [-122.4, 37.8],
  ...more,
})
const newGroup = async (more: object = {}, community?: Community) => {
  const answer = await server.as(adam).post(`${base}/groups`, draftIn(community ?? (await newCommunity()), more))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as Group
}
const open = async ({ _id }: Group, who: TestMember = omer, query = '') =>
  (await server.as(who).get(`${base}/groups/${_id}${query}`)).json() as Group
/** Leaves out presence and similar messages, which the clock may send at any time. */
const communityMessages = async () =>
  (await server.db.selectFrom('outbox').select('body').orderBy('id').execute())
    .map(({ body }) => body)
    .filter(({ type }) => type === 'COMMUNITY_UPDATED')
const png = async () => ({
  bytes: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#088' } })
    .png()
    .toBuffer(),
  name: 'photo.png',
  type: 'image/png',
})

const flood = await addEventType(server.db, home, { name: 'Flood' })
const actionId = newId()
await server.db
  .insertInto('action')
  .values({ id: actionId, serviceId: home.id, name: 'Bags', unit: 'Number', value: '1' })
  .execute()
await server.db.insertInto('roleAction').values({ roleId: home.roleId, actionId }).execute()

describe('a community', () => {
  test('is created, renamed and deleted, with live messages', async () => {
    const community = await newCommunity('Dunes')
    expect(community).toMatchObject({ title: 'Dunes', service: home.id, groupsCount: 0, activitiesCount: 0 })
    expect((await communityMessages()).at(-1)).toEqual({ type: 'COMMUNITY_UPDATED', serviceId: home.id })
    const path = `${base}/communities/${community._id}`
    const renamed = await server.as(adam).patch(path, { title: 'Beach', translations: { he: { title: 'חוף' } } })
    expect(renamed.json()).toMatchObject({ title: 'Beach', translations: { he: { title: 'חוף' } } })
    expect((await server.as(adam).delete(path)).statusCode).toBe(200)
    expect((await server.as(adam).patch(path, { title: 'Gone' })).statusCode).toBe(404)
  })

  test('with an activity cannot be deleted, even if the activity was deleted', async () => {
    const community = await addCommunity(server.db, home)
    const activity = (await server.as(omer).send('POST', '/aoi', activityForm(community))).json() as Aoi
    await server.as(adam).delete(`/aoi/${activity._id}`)
    const answer = await server.as(adam).delete(`${base}/communities/${community.id}`)
    expect(answer.json()).toMatchObject({ statusCode: 409, code: 'communityInUse' })
  })
})

describe('a group', () => {
  test('has sanitised translations, and so do its criteria', async () => {
    const he = { name: 'חותרים', description: '<p>חותרים</p><script>x</script>' }
    const group = await newGroup({ translations: { he } })
    expect(group.translations).toEqual({ he: { name: 'חותרים', description: '<p>חותרים</p>' } })
    const list = (await server.as(omer).get(`${base}/groups`)).json() as Group[]
    expect(list.find(({ _id }) => _id === group._id)?.translations).toEqual({ he: { name: 'חותרים' } })
    const criterion = { name: 'Bags', translations: { he: { name: 'שקים' } }, target: 2, actionId }
    const path = `${base}/groups/${group._id}/criteria`
    const [added] = ((await server.as(adam).post(path, criterion)).json() as Group).criteria
    expect(added).toMatchObject({ name: 'Bags', translations: { he: { name: 'שקים' } }, countedTranslations: {} })
  })

  test('is stored completely, and its creator leads it', async () => {
    const before = await communityMessages()
    const group = await newGroup()
    expect(group).toMatchObject({
      name: 'Rowers',
      description: '<p>They row</p>',
      location: 'Pier 7',
      position: [-122.4, 37.8],
      oldLocation: { longitude: -122.4, latitude: 37.8 },
      selectedLocalmap: null,
      admin: { firstName: 'adam' },
      membersCount: 0,
      members: [],
      criteria: [],
    })
    const announced = (await communityMessages()).slice(before.length)
    expect(announced).toContainEqual({ type: 'COMMUNITY_UPDATED', serviceId: home.id })
  })

  test.each(['name', 'description', 'location'])('needs its %s', async (field) => {
    const answer = await server.as(adam).post(`${base}/groups`, draftIn(await newCommunity(), { [field]: ' ' }))
    expect(answer.json()).toMatchObject({ statusCode: 400, fields: { [field]: 'form.required' } })
  })

  test('references only its own service', async () => {
    const theirs = await addCommunity(server.db, foreign)
    const answer = await server.as(adam).post(`${base}/groups`, {
      ...draftIn(await newCommunity()),
      communityId: theirs.id,
      adminId: fred.id,
      selectedLocalmap: newId(),
    })
    expect(answer.json().fields).toEqual({
      communityId: 'form.invalid',
      adminId: 'form.invalid',
      selectedLocalmap: 'form.invalid',
    })
  })

  test('changes only what is sent, and its photo separately', async () => {
    const group = await newGroup()
    const path = `${base}/groups/${group._id}`
    const changed = (await server.as(adam).patch(`${path}/update-group`, { location: 'Pier 9' })).json() as Group
    expect(changed).toMatchObject({ name: 'Rowers', location: 'Pier 9', position: [-122.4, 37.8] })
    const empty = await server.as(adam).patch(`${path}/update-group`, { description: '<p></p>' })
    expect(empty.json().fields).toEqual({ description: 'form.required' })
    const photo = await server.as(adam).send('POST', `${path}/photo`, formOf({ file: await png() }))
    expect((photo.json() as Group).photo).toMatch(/\/files\//)
    expect(((await server.as(adam).delete(`${path}/photo`)).json() as Group).photo).toBeNull()
  })

  test('that is deleted leaves its activities to their community', async () => {
    const community = await addCommunity(server.db, home, { groups: ['Rowers', 'Swimmers'] })
    const activity = (await server.as(omer).send('POST', '/aoi', activityForm(community))).json() as Aoi
    await server.as(adam).delete(`${base}/groups/${community.groups[0]}`)
    const left = (await server.as(omer).get(`/aoi/nonce-pro/${activity.properties.nonce}`)).json() as Aoi
    expect(left.properties.groups).toEqual([community.groups[1]])
  })
})

describe('the people of a group', () => {
  test('are members and visitors, found by name, added once and removed', async () => {
    const group = await newGroup()
    const path = `${base}/groups/${group._id}`
    const activity = (
      await server.as(omer).send('POST', '/aoi', activityForm(await addCommunity(server.db, home)))
    ).json() as Aoi
    const vera = await addSubscriber(server.db, activity._id, home.id, 'Veronica')
    const found = (await server.as(adam).get(`${path}/candidates?search=veron`)).json() as GroupCandidate[]
    expect(found).toMatchObject([{ _id: vera.visitorId, kind: 'visitor', firstName: 'Veronica' }])
    await server.as(adam).post(`${path}/members`, { visitorId: vera.visitorId })
    await server.as(adam).post(`${path}/members`, { memberId: omer.id })
    const twice = (await server.as(adam).post(`${path}/members`, { memberId: omer.id })).json() as Group
    expect(twice.members.map(({ kind, firstName }) => [kind, firstName])).toEqual([
      ['member', 'omer'],
      ['visitor', 'Veronica'],
    ])
    expect(twice.membersCount).toBe(2)
    expect((await server.as(adam).get(`${path}/candidates?search=veron`)).json()).toEqual([])
    const one = twice.members[0]?._id
    const left = (await server.as(adam).delete(`${path}/members/${one}`)).json() as Group
    expect(left.members).toHaveLength(1)
    expect((await server.as(adam).delete(`${path}/members/${one}`)).statusCode).toBe(404)
  })

  test('are never of another service, and are added one at a time', async () => {
    const path = `${base}/groups/${(await newGroup())._id}/members`
    expect((await server.as(adam).post(path, { memberId: fred.id })).json().fields).toEqual({
      memberId: 'form.invalid',
    })
    expect((await server.as(adam).post(path, {})).json().fields).toEqual({ memberId: 'form.required' })
  })
})

describe('a criterion of a group', () => {
  const measure = async (group: Group, body: object) =>
    (await server.as(adam).post(`${base}/groups/${group._id}/criteria`, body)).json() as Group
  const counts = ({ criteria }: Group) => criteria.map(({ date }) => date.map(({ count }) => count))
  const monthsAgo = (months: number) => {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15, 12))
  }

  test('entries of an action on its activities are counted by month, entries elsewhere are not', async () => {
    const community = await newCommunity()
    const group = await newGroup({}, community)
    const form = activityForm(
      { id: community._id, groups: [group._id] },
      { creationTime: String(monthsAgo(13).getTime()) },
    )
    const activity = (await server.as(omer).send('POST', '/aoi', form)).json() as Aoi
    const elsewhere = (
      await server.as(omer).send('POST', '/aoi', activityForm(await addCommunity(server.db, home)))
    ).json() as Aoi
    const log = ({ number }: Aoi, datetime: Date) =>
      server
        .as(omer)
        .post(`/aoi/${number}/add-log`, { type: 'action', params: [actionId], datetime: datetime.getTime() })
    for (const months of [1, 1, 3, 12]) await log(activity, monthsAgo(months))
    await log(elsewhere, monthsAgo(1))
    const measured = await measure(group, { name: 'Bags', target: 4, actionId })
    expect(measured.criteria).toMatchObject([
      { name: 'Bags', target: 4, actionId, publicActionId: null, counted: 'Bags' },
    ])
    expect(counts(measured)).toEqual([[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0]])
    expect(measured.criteria[0]?.date.at(-1)?.month).toBe(new Date().toISOString().slice(0, 7))
    await server.as(adam).delete(`/aoi/${activity._id}`)
    expect(counts(await open(group))).toEqual([Array.from({ length: 12 }, () => 0)])
  })

  test('reports of a type are counted if the group’s people made them', async () => {
    const group = await newGroup()
    await server.as(adam).post(`${base}/groups/${group._id}/members`, { memberId: omer.id })
    const report = (who: TestMember) =>
      server.as(who).send('POST', '/aoi', reportForm(flood, { creationTime: String(monthsAgo(2).getTime()) }))
    await report(omer)
    await report(adam)
    const measured = await measure(group, { name: 'Floods', target: 1, publicActionId: flood.id })
    expect(counts(measured)).toEqual([[0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]])
    await server.db.updateTable('aoi').set({ deletedAt: new Date() }).where('creatorId', '=', omer.id).execute()
  })

  test('months are those of the reader’s time zone, which must be valid', async () => {
    const group = await newGroup()
    await measure(group, { name: 'Floods', target: 1, publicActionId: flood.id })
    expect((await open(group, omer, '?timeZone=Asia/Jerusalem')).criteria[0]?.date).toHaveLength(12)
    expect((await server.as(omer).get(`${base}/groups/${group._id}?timeZone=Mars`)).json().fields).toEqual({
      timeZone: 'form.invalid',
    })
  })

  test('is changed, given a photo and deleted, and one of another group is 404', async () => {
    const group = await newGroup()
    const other = await newGroup()
    const { criteria } = await measure(group, { name: 'Floods', target: 1, publicActionId: flood.id })
    const path = (of: Group) => `${base}/groups/${of._id}/criteria/${criteria[0]?.id}`
    const changed = (await server.as(adam).patch(path(group), { target: 9, actionId })).json() as Group
    expect(changed.criteria).toMatchObject([{ name: 'Floods', target: 9, actionId, publicActionId: null }])
    const withPhoto = await server.as(adam).send('POST', `${path(group)}/photo`, formOf({ file: await png() }))
    expect((withPhoto.json() as Group).criteria[0]?.photo).toMatch(/\/files\//)
    for (const call of [
      () => server.as(adam).patch(path(other), { target: 2 }),
      () => server.as(adam).delete(path(other)),
    ])
      expect((await call()).statusCode).toBe(404)
    expect(((await server.as(adam).delete(path(group))).json() as Group).criteria).toEqual([])
  })

  test('counts either an action or a type, of its own service', async () => {
    const group = await newGroup()
    const path = `${base}/groups/${group._id}/criteria`
    const refused = async (body: object) =>
      (await server.as(adam).post(path, { name: 'X', target: 1, ...body })).json().fields
    expect(await refused({})).toEqual({ actionId: 'form.required' })
    expect(await refused({ actionId, publicActionId: flood.id })).toEqual({ actionId: 'form.required' })
    const theirs = await addEventType(server.db, foreign, { name: 'Theirs' })
    expect(await refused({ publicActionId: theirs.id })).toEqual({ publicActionId: 'form.invalid' })
    expect(await refused({ actionId, target: 0 })).toHaveProperty('target')
  })
})

test('every change is published and audited', async () => {
  const { db } = server
  const publications = async () => ({
    messages: (await communityMessages()).length,
    lines: await db.selectFrom('audit').select(['action', 'targetName', 'memberId']).orderBy('id').execute(),
  })
  const community = await newCommunity('Watched')
  const group = await newGroup({}, community)
  const path = `${base}/groups/${group._id}`
  const before = await publications()
  const as = server.as(adam)
  const photo = () => png().then((file) => formOf({ file }))
  const { criteria } = (await as.post(`${path}/criteria`, { name: 'Bags', target: 1, actionId })).json() as Group
  const criterion = `${path}/criteria/${criteria[0]?.id}`
  const { members } = (await as.post(`${path}/members`, { memberId: omer.id })).json() as Group
  const answers = [
    await as.patch(`${base}/communities/${community._id}`, { title: 'Watched more' }),
    await as.patch(`${path}/update-group`, { name: 'Divers' }),
    await as.send('POST', `${path}/photo`, await photo()),
    await as.delete(`${path}/photo`),
    await as.patch(criterion, { target: 3 }),
    await as.send('POST', `${criterion}/photo`, await photo()),
    await as.delete(`${criterion}/photo`),
    await as.delete(criterion),
    await as.delete(`${path}/members/${members[0]?._id}`),
    await as.delete(path),
    await as.delete(`${base}/communities/${community._id}`),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  const after = await publications()
  const lines = after.lines.slice(before.lines.length)
  expect(after.messages - before.messages).toBe(answers.length + 2)
  expect(lines.every(({ memberId }) => memberId === adam.id)).toBe(true)
  expect(lines.map(({ action, targetName }) => `${action} ${targetName}`)).toEqual([
    'group.edit Rowers',
    'group.edit Rowers',
    'community.edit Watched more',
    ...Array.from({ length: 8 }, () => 'group.edit Divers'),
    'group.delete Divers',
    'community.delete Watched more',
  ])
})
