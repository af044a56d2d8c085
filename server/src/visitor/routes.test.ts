import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Aoi, Followed, PublicPage, SentReport } from '#contract'
import { newId } from '../db/id.ts'
import { hashToken, newToken } from '../secret/tokens.ts'
import { addEventType } from '../testing/events.ts'
import { addMember, addService } from '../testing/people.ts'
import { formOf, testServer } from '../testing/server.ts'

const server = await testServer({ COHESION_TRUST_PROXY: 'loopback', COHESION_PUBLIC_URL: 'https://help.example' })
const home = await addService(server.db, 'Home')
const foreign = await addService(server.db, 'Foreign')
const dana = await addMember(server.db, home, home.roleId, { username: 'dana' })
const adam = await addMember(server.db, home, home.roleId, { username: 'adam', type: 'Admin' })
const fred = await addMember(server.db, foreign, foreign.roleId, { username: 'fred', type: 'Admin' })
const flood = await addEventType(server.db, home, { name: 'Flood', questions: ['How deep?'] })
const crime = await addEventType(server.db, home, { name: 'Suspicious', anonymous: true })
const damage = await addEventType(server.db, home, { name: 'Damage', isPhotoRequired: true })
const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a30' } })
  .jpeg()
  .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 46/1 0/1' } })
  .toBuffer()

const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''
const linkOf = async (who = dana) => tokenOf((await server.as(who).post('/user/invite-public-user')).json().link)
const link = await linkOf()
const foreignLink = await linkOf(fred)

let lines = 0
/** From a line of its own and without any key of ours, as a browser on a phone does. */
const newLine = () => `10.${lines >> 8}.${lines++ & 255}.1`

type Sending = { via?: string; cookie?: string; line?: string; type?: typeof flood; parts?: Record<string, unknown> }
const send = ({ via = link, cookie = '', line = newLine(), type = flood, parts = {} }: Sending = {}) => {
  const given = {
    publicAction: { publicActionId: type.id, fields: type.questions.map((_id) => ({ _id, value: 'knee' })) },
    startCoordinates: [-122.27, 37.8],
    firstName: 'Emily',
    lastName: 'Stone',
    phone: '+1 415 555 0123',
    nonce: String(Date.now()),
    key: newToken(),
    ...parts,
  }
  const text = Object.entries(given).filter(([, value]) => value !== undefined)
  const form = formOf(
    Object.fromEntries(
      text.map(([name, value]) => [
        name,
        typeof value === 'string' || (typeof value === 'object' && value !== null && 'bytes' in value)
          ? (value as string)
          : JSON.stringify(value),
      ]),
    ),
  )
  return server.anyone.send('POST', `/public/${via}/report`, {
    ...form,
    headers: { ...form.headers, 'x-api-key': '', 'x-forwarded-for': line, cookie },
  })
}
const sent = async (sending: Sending = {}) => {
  const answer = await send(sending)
  expect(answer.statusCode, answer.body).toBe(200)
  return { ...(answer.json() as SentReport), cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '' }
}
const look = (path: string, line = newLine(), cookie = '') =>
  server.anyone.send('GET', path, { headers: { 'x-api-key': '', 'x-forwarded-for': line, cookie } })
const tell = (path: string, payload: object, line = newLine(), cookie = '') =>
  server.anyone.send('POST', path, { payload, headers: { 'x-api-key': '', 'x-forwarded-for': line, cookie } })
const follow = async (token: string) => (await look(`/follow?follow=${token}`)).json() as Followed
const open = async (id: string, who = dana): Promise<Aoi> => {
  const { nonce } = await server.db.selectFrom('aoi').select('nonce').where('id', '=', id).executeTakeFirstOrThrow()
  return (await server.as(who).get(`/aoi/nonce-pro/${nonce}`)).json()
}

describe('the public link', () => {
  test('is the same for every member until an Admin replaces it, and then the old one is gone', async () => {
    const own = await addService(server.db, 'Own')
    const [operator, admin] = [
      await addMember(server.db, own, own.roleId),
      await addMember(server.db, own, own.roleId, { type: 'Admin' }),
    ]
    const all = await Promise.all([operator, admin, operator].map(linkOf))
    expect(new Set(all).size).toBe(1)
    expect((await server.as(operator).post('/user/invite-public-user/replace')).statusCode).toBe(403)
    const answer = await server.as(admin).post('/user/invite-public-user/replace')
    expect(answer.json().link).toMatch(/^https:\/\/help\.example\/invite\?token=p\.[\w-]{32}$/)
    expect((await look(`/public/${all[0]}`)).statusCode).toBe(404)
    expect((await look(`/public/${tokenOf(answer.json().link)}`)).json().service.title).toBe('Own')
    expect(await linkOf(operator)).toBe(tokenOf(answer.json().link))
  })

  test('opens the page without any key, and tells nothing that concerns only the team', async () => {
    const answer = await look(`/public/${link}`)
    const page = answer.json() as PublicPage
    expect(page.service).toEqual({ title: 'Home', logo: null, translations: {}, colours: {} })
    expect(page.types.map(({ name }) => name)).toEqual(['Damage', 'Flood', 'Suspicious'])
    expect(answer.body).not.toMatch(/responsibleRole|"service":"|"unit"/)
    expect(page.visitor).toBeNull()
  })

  test('of a service that was deleted leads nowhere', async () => {
    const gone = await addService(server.db, 'Gone')
    const member = await addMember(server.db, gone, gone.roleId)
    const token = await linkOf(member)
    const { follow: address } = await sent({ via: token, type: await addEventType(server.db, gone, { name: 'Any' }) })
    await server.db.updateTable('service').set({ deletedAt: new Date() }).where('id', '=', gone.id).execute()
    expect((await look(`/public/${token}`)).statusCode).toBe(404)
    expect((await look(`/follow?follow=${address}`)).statusCode).toBe(404)
  })
})

describe('a report', () => {
  test('arrives with the visitor’s name, its answers, its address and its photo without the camera’s data', async () => {
    const { _id } = await sent({
      parts: {
        description: 'Water <b>everywhere</b>\nand rising',
        file: { bytes: photo, name: 'water.jpg', type: 'image/jpeg' },
      },
    })
    const aoi = await open(_id)
    expect(aoi).toMatchObject({
      state: 'new',
      serviceId: home.id,
      address: expect.stringContaining('Oakland'),
      properties: {
        name: 'Water <b>everywhere</b>',
        description: '<p>Water &lt;b&gt;everywhere&lt;/b&gt;<br />and rising</p>',
        creatorID: null,
        creator: { firstName: 'Emily', lastName: 'Stone', username: '', phone: '+1 415 555 0123' },
        publicAction: { name: 'Flood', fields: [{ name: 'How deep?', value: 'knee' }] },
        logs: [{ isSystem: true, username: 'Emily Stone', change: { what: 'created' } }],
      },
    })
    const file = await server.app.inject(aoi.properties.map[0]?.image ?? '')
    expect((await sharp(file.rawPayload).metadata()).exif).toBeUndefined()
    const found = (await server.as(dana).get('/aoi/filtered?search=emily%20stone')).json() as { total: Aoi[] }
    expect(found.total.map((one) => one._id)).toContain(_id)
  })

  test('is one, pressed twice or sent again after a lost answer', async () => {
    const sending = { parts: { nonce: '1700000500000', key: newToken(), description: 'Once' } }
    const both = await Promise.all([sent(sending), sent(sending), sent(sending)])
    both.push(await sent(sending))
    expect(new Set(both.map(({ _id }) => _id)).size).toBe(1)
    expect(new Set(both.map((one) => one.follow)).size).toBe(1)
    const { rows } = await server.db
      .selectFrom('visitor')
      .select('id')
      .where('followTokenHash', '=', hashToken(sending.parts.key))
      .execute()
      .then((rows) => ({ rows }))
    expect(rows).toHaveLength(1)
  })

  test('names each field that is missing or wrong', async () => {
    const problems = async (sending: Sending) => (await send(sending)).json().fields
    expect(await problems({ parts: { firstName: ' ', phone: '' } })).toEqual({
      firstName: 'form.required',
      phone: 'form.required',
    })
    expect(await problems({ parts: { phone: 'call me' } })).toEqual({ phone: 'form.phone' })
    const [depth] = flood.questions
    expect(await problems({ parts: { publicAction: { publicActionId: flood.id } } })).toEqual({
      [`publicAction.fields.${depth}`]: 'form.required',
    })
    expect(await problems({ type: damage })).toEqual({ file: 'form.required' })
    expect(await problems({ parts: { startCoordinates: undefined } })).toEqual({ startCoordinates: 'form.required' })
    expect(
      await problems({ parts: { file: { bytes: Buffer.from('<svg/>'), name: 'a.png', type: 'image/png' } } }),
    ).toEqual({ file: 'form.image' })
    expect(await problems({ type: await addEventType(server.db, foreign, { name: 'Theirs' }) })).toEqual({
      publicAction: 'form.invalid',
    })
  })

  test('over 2 MB in its photo is refused, and nothing is stored', async () => {
    const answer = await send({
      parts: { file: { bytes: Buffer.alloc(2_000_001), name: 'a.jpg', type: 'image/jpeg' } },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'fileSize'])
  })

  test('without a name is anonymous where the type allows it, and nowhere else', async () => {
    expect((await send({ parts: { isAnonymous: 'true' } })).json().fields).toEqual({ isAnonymous: 'form.invalid' })
    const known = await sent()
    const hidden = await sent({ type: crime, cookie: known.cookie, parts: { isAnonymous: 'true' } })
    const aoi = await open(hidden._id)
    expect(aoi.properties).toMatchObject({ creatorID: 'Anonymous', creator: null, name: 'Suspicious' })
    expect(JSON.stringify(aoi)).not.toContain('Emily')
    // Nothing ties it to who reported with a name from the same device.
    expect(hidden.follow).not.toBe(known.follow)
    expect(hidden.cookie).toBe('')
    const [one, other] = await Promise.all([follow(known.follow), follow(hidden.follow)])
    expect(one.reports.map(({ _id }) => _id)).toEqual([known._id])
    expect(other).toMatchObject({ firstName: '', lastName: '', reports: [{ _id: hidden._id, isAnonymous: true }] })
  })

  test('through the link of another service belongs to that service', async () => {
    const theirs = await addEventType(server.db, foreign, { name: 'Fire' })
    const { _id } = await sent({ via: foreignLink, type: theirs })
    expect((await open(_id, fred)).serviceId).toBe(foreign.id)
    const { number } = await server.db
      .selectFrom('aoi')
      .select('number')
      .where('id', '=', _id)
      .executeTakeFirstOrThrow()
    expect((await server.as(dana).post(`/aoi/${number}/add-log`, { text: 'x' })).statusCode).toBe(404)
    const key = newToken()
    await sent({ parts: { key } })
    const answer = await send({ via: foreignLink, type: theirs, parts: { key } })
    expect(answer.json().fields).toEqual({ key: 'form.invalid' })
  })
})

describe('a visitor', () => {
  test('is known by its cookie alone; the same phone number is only a hint', async () => {
    const phone = '+1 (415) 555-0777'
    const first = await sent({ parts: { phone } })
    const again = await sent({ cookie: first.cookie, parts: { phone } })
    expect(again.follow).toBe(first.follow)
    const stranger = await sent({ parts: { phone: '+14155550777' } })
    expect(stranger.follow).not.toBe(first.follow)
    expect((await follow(stranger.follow)).reports).toHaveLength(1)
    expect((await open(stranger._id)).visitor).toEqual({ samePhone: 2 })
    const page = (await look(`/public/${link}`, newLine(), first.cookie)).json() as PublicPage
    expect(page.visitor).toMatchObject({ firstName: 'Emily', phone, follow: first.follow })
  })

  test('who gives another name on the same device is someone else', async () => {
    const first = await sent()
    const other = await sent({ cookie: first.cookie, parts: { firstName: 'Carlos' } })
    expect(other.follow).not.toBe(first.follow)
    expect((await open(first._id)).properties.creator?.firstName).toBe('Emily')
    const page = (await look(`/public/${link}`, newLine(), other.cookie)).json() as PublicPage
    expect(page.visitor?.firstName).toBe('Carlos')
  })

  test('is forgotten by a device that several people use, and keeps its address', async () => {
    const { cookie, follow: address } = await sent()
    const answer = await tell(`/public/${link}/forget`, {}, newLine(), cookie)
    expect(String(answer.headers['set-cookie'])).toMatch(/^cohesion-visitor-[\da-f-]+=; .*Max-Age=0;/)
    expect((await follow(address)).reports).toHaveLength(1)
  })

  test('has its follow address hashed in the database', async () => {
    const { follow: address } = await sent()
    const rows = await server.db.selectFrom('visitor').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(address)
  })

  test('is not known at another service', async () => {
    const { cookie } = await sent()
    const moved = cookie.replace(home.id, foreign.id)
    expect(((await look(`/public/${foreignLink}`, newLine(), moved)).json() as PublicPage).visitor).toBeNull()
  })
})

describe('the follow address', () => {
  test('shows number, status and what is not restricted; what is restricted stays inside', async () => {
    const report = await sent()
    await server.as(dana).post(`/aoi/${report.number}/add-log`, { text: 'Suspect lives next door' })
    await server.as(dana).post(`/aoi/${report.number}/add-log`, { text: 'Which street?', restricted: false })
    const seen = await follow(report.follow)
    expect(seen).toMatchObject({ service: { title: 'Home' }, link, firstName: 'Emily' })
    expect(seen.reports).toMatchObject([
      { number: report.number, state: 'inProgress', entries: [{ text: 'Which street?', isMine: false }] },
    ])
    // Who of the team wrote it is the team's affair.
    expect(JSON.stringify(seen)).not.toContain('dana')
    await server.as(dana).patch(`/aoi/archive/${report._id}`)
    expect((await follow(report.follow)).reports[0]?.state).toBe('done')
    await server.as(adam).delete(`/aoi/${report._id}`)
    expect((await follow(report.follow)).reports).toEqual([])
  })

  test('takes an answer once, under the visitor’s name, and the report stays New', async () => {
    const { follow: token, _id, number } = await sent()
    const answer = { follow: token, aoiId: _id, text: 'Elm Street', nonce: '1700000600000' }
    await tell('/follow/answer', answer)
    const seen = (await tell('/follow/answer', answer)).json() as Followed
    expect(seen.reports[0]?.entries).toMatchObject([{ text: 'Elm Street', isMine: true }])
    const aoi = await open(_id)
    expect(aoi.state).toBe('new')
    expect(aoi.updates.updates).toBe(1)
    expect(aoi.properties.logs.filter(({ isSystem }) => !isSystem)).toMatchObject([
      { username: 'Emily Stone', text: 'Elm Street', restricted: false, number },
    ])
    await server.as(dana).patch(`/aoi/archive/${_id}`)
    expect((await tell('/follow/answer', { ...answer, nonce: '2' })).json().code).toBe('archived')
  })

  test('opens only what is its own', async () => {
    const [mine, theirs] = [await sent(), await sent()]
    const answer = { follow: mine.follow, aoiId: theirs._id, text: 'Me too', nonce: '1' }
    expect((await tell('/follow/answer', answer)).statusCode).toBe(404)
    expect((await tell('/follow/answer', { ...answer, aoiId: newId() })).statusCode).toBe(404)
    expect((await look(`/follow?follow=${newToken()}`)).statusCode).toBe(404)
    expect((await tell('/follow/answer', { ...answer, follow: newToken() })).statusCode).toBe(404)
  })
})

describe('limits', () => {
  test('a burst from one line has to wait, and nobody else does', async () => {
    const line = newLine()
    const known = await sent()
    const answers = []
    for (let n = 0; n < 31; n++) answers.push(await send({ line, parts: { firstName: ' ' } }))
    expect(answers.slice(0, 30).every(({ statusCode }) => statusCode === 400)).toBe(true)
    expect(answers[30]?.statusCode).toBe(429)
    expect(Number(answers[30]?.headers['retry-after'])).toBe(60)
    expect((await send()).statusCode).toBe(200)
    // Whoever has reported before goes on, on the very same line.
    expect((await send({ line, cookie: known.cookie })).statusCode).toBe(200)
  })

  test('the addresses of one IPv6 network are one line', async () => {
    const rows = []
    for (let n = 0; n < 31; n++)
      rows.push(await send({ line: `2001:db8:7:7::${n.toString(16)}`, parts: { phone: '' } }))
    expect(rows.at(-1)?.statusCode).toBe(429)
    expect((await send({ line: '2001:db8:7:8::1' })).statusCode).toBe(200)
  })

  test('one visitor sends twenty things in ten minutes at most', async () => {
    const { cookie, follow: token, _id } = await sent()
    for (let n = 1; n < 20; n++)
      await tell('/follow/answer', { follow: token, aoiId: _id, text: 'x', nonce: String(n) })
    expect((await tell('/follow/answer', { follow: token, aoiId: _id, text: 'x', nonce: '99' })).statusCode).toBe(429)
    expect((await send({ cookie })).statusCode).toBe(429)
  })

  test('guessing addresses ends, and a link that was replaced is no guess', async () => {
    const line = newLine()
    const guess = () => look(`/follow?follow=${newToken()}`, line)
    for (let n = 0; n < 120; n++) expect((await guess()).statusCode).toBe(404)
    expect((await guess()).statusCode).toBe(429)
    const own = await addService(server.db, 'Posters')
    const admin = await addMember(server.db, own, own.roleId, { type: 'Admin' })
    const old = await linkOf(admin)
    await server.as(admin).post('/user/invite-public-user/replace')
    expect((await look(`/public/${old}`, line)).statusCode).toBe(404)
    // What is right still opens.
    expect((await look(`/public/${link}`, line)).statusCode).toBe(200)
  })

  test('what fills in the hidden field is a machine', async () => {
    const before = await server.db.selectFrom('aoi').select('id').execute()
    expect((await send({ parts: { website: 'https://pills.example' } })).json().fields).toEqual({
      website: 'form.invalid',
    })
    expect(await server.db.selectFrom('aoi').select('id').execute()).toHaveLength(before.length)
  })

  test('too many on one link alert those who can replace it, once', async () => {
    const own = await addService(server.db, 'Flooded')
    const admin = await addMember(server.db, own, own.roleId, { type: 'Admin' })
    const operator = await addMember(server.db, own, own.roleId)
    const type = await addEventType(server.db, own, { name: 'Any' })
    const token = await linkOf(operator)
    const { id } = await server.db
      .selectFrom('publicLink')
      .select('id')
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
    await server.db
      .insertInto('visitorAttempt')
      .values(Array.from({ length: 99 }, (_, n) => ({ line: `192.0.2.${n}`, kind: 'sent' as const, publicLinkId: id })))
      .execute()
    await sent({ via: token, type })
    await sent({ via: token, type })
    const told = await server.db.selectFrom('outbox').selectAll().execute()
    const alerts = told.filter(({ body }) => body.type === 'PUBLIC_LINK_BUSY')
    expect(alerts).toMatchObject([{ memberIds: [admin.id], serviceId: null, body: { count: 100 } }])
    expect((await server.as(operator).post('/user/invite-public-user')).json().alertedAt).not.toBeNull()
  })

  test('whose address it was is forgotten within the hour', async () => {
    const { forgetOldAttempts } = await import('./limits.ts')
    await server.db
      .insertInto('visitorAttempt')
      .values({ line: 'long ago', kind: 'sent', at: new Date(Date.now() - 3_700_000) })
      .execute()
    await forgetOldAttempts(server.db)
    const rows = await server.db.selectFrom('visitorAttempt').select('line').where('line', '=', 'long ago').execute()
    expect(rows).toEqual([])
  })
})

describe('places', () => {
  test('are found by name and by point, in the visitor’s language', async () => {
    const found = (await look(`/public/${link}/places?text=sacramento`)).json()
    expect(found[0].address).toContain('Sacramento')
    const { address } = (await look(`/public/${link}/address?lng=-122.27&lat=37.8&language=he`)).json()
    expect(address).toContain('אוקלנד')
    expect((await look(`/public/p.${'x'.repeat(32)}/places?text=sacramento`)).statusCode).toBe(404)
  })
})

describe('activities', () => {
  const addActivity = async (more: object = {}, service = home) => {
    const [id, communityId] = [newId(), newId()]
    await server.db.insertInto('community').values({ id: communityId, serviceId: service.id, title: 'Coast' }).execute()
    const { number } = await server.db
      .insertInto('aoi')
      .values({
        id,
        serviceId: service.id,
        communityId,
        kind: 'activity',
        name: 'Beach clean-up',
        nonce: Date.now() + lines++,
        place: '(-122.5,37.7)',
        startAt: new Date(Date.now() + 86_400_000),
        isPublic: true,
        ...more,
      })
      .returning('number')
      .executeTakeFirstOrThrow()
    return { id, number }
  }
  const who = () => ({ firstName: 'Noa', lastName: 'Levi', phone: '+972 50 555 0101', key: newToken() })
  const subscribe = (id: string, body: object = who(), via = link, cookie = '') =>
    tell(`/public/${via}/activities/${id}/subscribe`, body, newLine(), cookie)

  test('that are open and not over are listed, and no others', async () => {
    const coming = await addActivity()
    await addActivity({ isPublic: false, name: 'Inner circle' })
    await addActivity({ startAt: new Date(Date.now() - 2 * 86_400_000), name: 'Over' })
    await addActivity({ archivedAt: new Date(), name: 'Archived' })
    await addActivity({ deletedAt: new Date(), name: 'Deleted' })
    const { activities } = (await look(`/public/${link}`)).json() as PublicPage
    expect(activities).toMatchObject([{ _id: coming.id, name: 'Beach clean-up', coordinates: [-122.5, 37.7] }])
  })

  test('take subscribers once; members see them, and hear of it', async () => {
    const { id } = await addActivity()
    const body = who()
    const first = await subscribe(id, body)
    expect(first.json()).toEqual({ follow: body.key })
    expect((await subscribe(id, body)).json()).toEqual({ follow: body.key })
    const aoi = await open(id)
    expect(aoi).toMatchObject({
      subscribersCount: 1,
      updates: { subscriptions: 1 },
      subscribers: [{ firstName: 'Noa', lastName: 'Levi', phone: '+972 50 555 0101', logs: [] }],
    })
    const told = await server.db.selectFrom('outbox').select('body').execute()
    expect(told.filter(({ body: told }) => JSON.stringify(told).includes(id))).toHaveLength(1)
    const cookie = String(first.headers['set-cookie']).split(';')[0]
    const page = (await look(`/public/${link}`, newLine(), cookie)).json() as PublicPage
    expect(page.visitor?.activityIds).toEqual([id])
  })

  test('that are closed, over or another service’s cannot be subscribed to', async () => {
    const closed = await addActivity({ isPublic: false })
    const over = await addActivity({ startAt: null, endAt: new Date(Date.now() - 1000) })
    const theirs = await addActivity({}, foreign)
    for (const { id } of [closed, over, theirs]) expect((await subscribe(id)).statusCode).toBe(404)
    const { id } = await addActivity()
    expect((await subscribe(id, { key: newToken() })).json().fields).toEqual({
      firstName: 'form.required',
      phone: 'form.required',
    })
  })

  test('show a subscriber what everyone may read and what is for it alone; its answer is private too', async () => {
    const { id, number } = await addActivity()
    const [noa, gil] = [who(), { ...who(), firstName: 'Gil' }]
    await subscribe(id, noa)
    await subscribe(id, gil)
    const [first, second] = (await open(id)).subscribers
    await server.as(dana).post(`/aoi/${number}/add-log`, { text: 'Bring gloves', restricted: false })
    await server.as(dana).post(`/aoi/${number}/add-log`, { text: 'Budget is short' })
    await server.as(dana).post(`/aoi/${number}/add-log`, { text: 'Can you drive?', recipientId: first?._id })
    await server.as(dana).post(`/aoi/${number}/add-log`, { text: 'Meet at nine', recipientId: second?._id })
    await tell('/follow/answer', { follow: noa.key, aoiId: id, text: 'I can', nonce: '1' })
    const texts = async (key: string) => (await follow(key)).activities[0]?.entries.map(({ text }) => text)
    expect(await texts(noa.key)).toEqual(['I can', 'Can you drive?', 'Bring gloves'])
    expect(await texts(gil.key)).toEqual(['Meet at nine', 'Bring gloves'])
    const aoi = await open(id)
    expect(aoi.subscribers[0]?.logs.map(({ text, username }) => [text, username])).toEqual([
      ['I can', 'Noa Levi'],
      ['Can you drive?', 'dana'],
    ])
  })

  test('can be left and joined again', async () => {
    const { id } = await addActivity()
    const noa = who()
    await subscribe(id, noa)
    const left = (await tell('/follow/leave', { follow: noa.key, aoiId: id })).json() as Followed
    expect(left.activities).toEqual([])
    expect((await open(id)).subscribersCount).toBe(0)
    expect((await tell('/follow/answer', { follow: noa.key, aoiId: id, text: 'x', nonce: '1' })).statusCode).toBe(404)
    await subscribe(id, noa)
    expect((await follow(noa.key)).activities).toHaveLength(1)
  })
})
