import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { BASE_PATH, type CalendarItem } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { addActivity, addCommunity } from '../../testing/activities.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer({ COHESION_PUBLIC_URL: 'https://map.example.org' })
const home = await addService(server.db, 'Home')
const foreign = await addService(server.db, 'Foreign')
const neighbours = await addCommunity(server.db, home)
const strangers = await addCommunity(server.db, foreign)
const dana = await addMember(server.db, home, home.roleId, { username: 'dana' })
const at = (text: string) => new Date(`2027-03-${text}:00Z`)

const calendarPath = (from: string, to: string, more = '') =>
  `/calendar?startTime=2027-03-${from}T00:00:00Z&endTime=2027-03-${to}T00:00:00Z${more}`
const names = async (path: string, who = dana) => {
  const answer = await server.as(who).get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().items.map(({ name }: CalendarItem) => name)
}

await addActivity(server.db, home, neighbours, { name: 'before', startAt: at('01T08:00'), endAt: at('02T08:00') })
await addActivity(server.db, home, neighbours, { name: 'across', startAt: at('01T08:00'), endAt: at('20T08:00') })
await addActivity(server.db, home, neighbours, { name: 'within', startAt: at('10T08:00'), endAt: at('10T09:00') })
await addActivity(server.db, home, neighbours, { name: 'only end', endAt: at('11T08:00') })
await addActivity(server.db, home, neighbours, { name: 'only start', startAt: at('12T08:00') })
await addActivity(server.db, home, neighbours, { name: 'after', startAt: at('15T00:00') })
const elsewhere = await addActivity(server.db, foreign, strangers, { name: 'foreign', startAt: at('10T08:00') })
const removed = await addActivity(server.db, home, neighbours, { name: 'removed', startAt: at('10T08:00') })
await server.db.updateTable('aoi').set({ deletedAt: new Date() }).where('id', '=', removed.id).execute()

test('the calendar returns items that overlap the requested period, in order', async () => {
  expect(await names(calendarPath('10', '15'))).toEqual(['across', 'within', 'only end', 'only start'])
})

test('the calendar contains an activity of another service once it is shared', async () => {
  const omer = await addMember(server.db, home, home.roleId)
  expect(await names(calendarPath('10', '11'), omer)).toEqual(['across', 'within'])
  await server.db
    .insertInto('share')
    .values({ aoiId: elsewhere.id, memberId: omer.id, source: 'member', sharedBy: null })
    .execute()
  expect(await names(calendarPath('10', '11'), omer)).toEqual(['across', 'within', 'foreign'])
  expect(await names(calendarPath('10', '11'))).not.toContain('foreign')
})

test('the feed contains activities of provided services', async () => {
  const guest = await addMember(server.db, home, home.roleId, { providedServiceIds: [foreign.id] })
  expect(await names(calendarPath('10', '11'), guest)).toContain('foreign')
})

test('events are listed on the day of their report when requested', async () => {
  const type = await addEventType(server.db, home, { name: 'Flood' })
  const form = reportForm(type, { name: 'flood', creationTime: '2026-02-03T10:00:00Z' })
  await server.as(dana).send('POST', '/aoi', form)
  const path = '/calendar?startTime=2026-02-01T00:00:00Z&endTime=2026-03-01T00:00:00Z'
  expect(await names(path)).toEqual([])
  const { items } = (await server.as(dana).get(`${path}&withEvents=true`)).json()
  expect(items).toMatchObject([
    { name: 'flood', kind: 'event', eventType: type.id, startTime: '2026-02-03T10:00:00.000Z', endTime: null },
  ])
  expect(await names(`${path}&withEvents=true&search=drought`)).toEqual([])
})

test('the calendar applies the search and the community of the list', async () => {
  expect(await names(calendarPath('01', '20', '&search=with'))).toEqual(['within'])
  expect(await names(calendarPath('01', '20', `&community=${newId()}`))).toEqual([])
})

test('a crowded day returns its first items and the number of hidden ones', async () => {
  const crowded = await addService(server.db, 'Crowded')
  const community = await addCommunity(server.db, crowded)
  const member = await addMember(server.db, crowded, crowded.roleId)
  for (let minute = 0; minute < 60; minute++)
    await addActivity(server.db, crowded, community, { startAt: new Date(Date.UTC(2027, 2, 10, 8, minute)) })
  await addActivity(server.db, crowded, community, { name: 'next day', startAt: at('11T08:00') })
  const year = '/calendar?startTime=2027-01-01T00:00:00Z&endTime=2028-01-01T00:00:00Z'
  const { items, hidden } = (await server.as(member).get(year)).json()
  expect([items.length, hidden, items.at(-1).name]).toEqual([41, 20, 'next day'])
  const day = (await server.as(member).get(calendarPath('10', '11'))).json()
  expect([day.items.length, day.hidden]).toEqual([60, 0])
})

test('a time that ends before it begins, or never ends, is refused at its field', async () => {
  for (const path of [calendarPath('10', '09'), '/calendar?startTime=2020-01-01&endTime=2030-01-01']) {
    const answer = await server.as(dana).get(path)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { endTime: 'form.invalid' }])
  }
  for (const zone of ['Mars/Base', '+03:00'])
    expect(
      (await server.as(dana).get(calendarPath('10', '11', `&timeZone=${encodeURIComponent(zone)}`))).json().fields,
    ).toEqual({ timeZone: 'form.invalid' })
})

/** Requests a feed as calendar programs do: without a session, by its address alone. */
const subscribe = async (link: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: new URL(link).pathname, headers })
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))

test('a calendar program subscribes by the link alone, until it is revoked', async () => {
  const made = (await server.as(dana).post('/calendar/feeds')).json()
  expect(made.link).toMatch(/^https:\/\/map\.example\.org\/api\/cohesion\/calendar\/feed\/[\w-]{43}\.ics$/)
  const answer = await subscribe(made.link)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  const events = eventsOf(answer.body)
  expect(events.map(({ summary }) => summary)).toEqual(expect.arrayContaining(['across', 'only end', 'removed']))
  expect(events.map(({ summary }) => summary)).not.toContain('foreign')
  const statusOf = (name: string) =>
    events.find(({ summary }) => summary === name)?.component.getFirstPropertyValue('status')
  expect([statusOf('within'), statusOf('removed')]).toEqual(['CONFIRMED', 'CANCELLED'])

  const [listed] = (await server.as(dana).get('/calendar/feeds')).json()
  expect(listed).toMatchObject({ _id: made._id, lastUsedAt: expect.any(String) })
  expect(listed).not.toHaveProperty('link')
  expect((await server.as(dana).delete(`/calendar/feeds/${made._id}`)).statusCode).toBe(200)
  expect((await subscribe(made.link)).statusCode).toBe(404)
  expect((await server.as(dana).get('/calendar/feeds')).json()).toEqual([])
})

test('an unchanged feed returns 304', async () => {
  const { link } = (await server.as(dana).post('/calendar/feeds')).json()
  const etag = String((await subscribe(link)).headers.etag)
  const again = await subscribe(link, { 'if-none-match': `W/${etag}` })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const one = await addActivity(server.db, home, neighbours, { name: 'news', startAt: at('28T08:00') })
  expect((await subscribe(link, { 'if-none-match': etag })).statusCode).toBe(200)
  await server.db.deleteFrom('aoi').where('id', '=', one.id).execute()
})

test('members revoke only their own link, and lose it when deleted', async () => {
  const omer = await addMember(server.db, home, home.roleId)
  const { _id, link } = (await server.as(omer).post('/calendar/feeds')).json()
  expect((await server.as(dana).delete(`/calendar/feeds/${_id}`)).statusCode).toBe(404)
  expect((await subscribe(link)).statusCode).toBe(200)
  await server.as(omer).delete('/user/profile')
  expect((await subscribe(link)).statusCode).toBe(404)
})

test('links end when an Admin deletes their member, and when their service is deleted', async () => {
  const closing = await addService(server.db, 'Closing')
  const admin = await addMember(server.db, closing, closing.roleId, { type: 'Admin' })
  const omer = await addMember(server.db, closing, closing.roleId)
  const linkOf = async (who: typeof dana): Promise<string> => (await server.as(who).post('/calendar/feeds')).json().link
  const theirs = await linkOf(omer)
  const own = await linkOf(admin)
  expect((await server.as(admin).delete(`/user/delete/${omer.id}`)).statusCode).toBe(200)
  expect((await subscribe(theirs)).statusCode).toBe(404)
  expect((await subscribe(own)).statusCode).toBe(200)
  await server.db.updateTable('service').set({ deletedAt: new Date() }).where('id', '=', closing.id).execute()
  expect((await subscribe(own)).statusCode).toBe(404)
})

test('the database stores no token, and the eleventh link revokes the oldest', async () => {
  const omer = await addMember(server.db, home, home.roleId)
  const links: string[] = []
  for (let count = 0; count < 11; count++) links.push((await server.as(omer).post('/calendar/feeds')).json().link)
  expect((await server.as(omer).get('/calendar/feeds')).json()).toHaveLength(10)
  expect((await subscribe(links[0] ?? '')).statusCode).toBe(404)
  expect((await subscribe(links[10] ?? '')).statusCode).toBe(200)
  const kept = await server.db.selectFrom('calendarFeed').selectAll().where('memberId', '=', omer.id).execute()
  const token = links[10]?.slice(`https://map.example.org${BASE_PATH}/calendar/feed/`.length, -4) ?? '?'
  expect(JSON.stringify(kept)).not.toContain(token)
})

test("one feed has the member's duty weeks, the other all duty weeks of the service", async () => {
  const noa = await addMember(server.db, home, home.roleId, { username: 'noa', type: 'Admin' })
  const stranger = await addMember(server.db, foreign, foreign.roleId, { type: 'Admin' })
  const startsOn = new Date().toISOString().slice(0, 10)
  const rota = { name: 'Nights', startsOn, handoverAt: '08:00', timeZone: 'UTC', memberIds: [dana.id, noa.id] }
  const { _id } = (await server.as(noa).post('/rotas', rota)).json()
  const elsewhere = { ...rota, name: 'Days', memberIds: [stranger.id] }
  expect((await server.as(stranger).post('/rotas', elsewhere)).statusCode).toBe(200)
  const { link, dutyLink, _id: feedId } = (await server.as(dana).post('/calendar/feeds')).json()
  const dutiesIn = async (address: string) =>
    eventsOf((await subscribe(address)).body)
      .filter(({ uid }) => uid.startsWith(_id))
      .map(({ summary, startDate }) => [summary, startDate.toString()])
  expect((await dutiesIn(dutyLink)).slice(0, 2)).toEqual([
    ['Nights: dana', `${startsOn}T08:00:00Z`],
    ['Nights: noa', expect.any(String)],
  ])
  expect(new Set((await dutiesIn(link)).map(([summary]) => summary))).toEqual(new Set(['Nights: dana']))
  await server.as(dana).post(`/rotas/${_id}/swaps`, { week: startsOn, memberId: noa.id })
  expect((await dutiesIn(dutyLink))[0]).toEqual(['Nights: noa', `${startsOn}T08:00:00Z`])
  expect((await subscribe(dutyLink)).body).not.toContain('Days')
  await server.as(dana).delete(`/calendar/feeds/${feedId}`)
  expect((await subscribe(dutyLink)).statusCode).toBe(404)
})

test('guessed calendar links are rate-limited, and requests of revoked links are not', async () => {
  const { link, _id } = (await server.as(dana).post('/calendar/feeds')).json()
  const ended = new URL(link).pathname.slice(BASE_PATH.length)
  await server.as(dana).delete(`/calendar/feeds/${_id}`)
  const statusOf = async (path: string) => (await server.anyone.get(path)).statusCode
  for (let n = 0; n < 12; n++) expect(await statusOf(ended)).toBe(404)
  const guess = ended.replace(/[^/]+\.ics$/, `${'x'.repeat(43)}.ics`)
  const statuses = await Promise.all(Array.from({ length: 12 }, () => statusOf(guess)))
  expect(statuses.filter((status) => status === 404)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
})
