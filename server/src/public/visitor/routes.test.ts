import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Aoi, PublicPage } from '#contract'
import { hashToken, newToken } from '../../platform/secret/tokens.ts'
import { addEventType } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { type ReportInput, visitorScene } from '../../testing/visitors.ts'

const {
  server,
  home,
  foreign,
  dana,
  fred,
  flood,
  crime,
  damage,
  photo,
  tokenOf,
  linkOf,
  link,
  foreignLink,
  newLine,
  send,
  sent,
  getAsVisitor,
  postAsVisitor,
  follow,
  open,
} = await visitorScene()

describe('the public link', () => {
  test('shows members whether its page would be empty', async () => {
    const own = await addService(server.db, 'Empty')
    const member = server.as(await addMember(server.db, own, own.roleId))
    const isEmpty = async () => (await member.post('/user/invite-public-user')).json().isEmpty
    expect(await isEmpty()).toBe(true)
    await addEventType(server.db, own, { name: 'Flood' })
    expect(await isEmpty()).toBe(false)
  })

  test('is the same for every member until an Admin replaces it, and then the old one is gone', async () => {
    const own = await addService(server.db, 'Own')
    const operator = await addMember(server.db, own, own.roleId)
    const admin = await addMember(server.db, own, own.roleId, { type: 'Admin' })
    const all = await Promise.all([operator, admin, operator].map(linkOf))
    expect(new Set(all).size).toBe(1)
    expect((await server.as(operator).post('/user/invite-public-user/replace')).statusCode).toBe(403)
    const answer = await server.as(admin).post('/user/invite-public-user/replace')
    expect(answer.json().link).toMatch(/^https:\/\/help\.example\/invite\?token=p\.[\w-]{32}$/)
    expect((await getAsVisitor(`/public/${all[0]}`)).statusCode).toBe(404)
    expect((await getAsVisitor(`/public/${tokenOf(answer.json().link)}`)).json().service.title).toBe('Own')
    expect(await linkOf(operator)).toBe(tokenOf(answer.json().link))
  })

  test('opens the page without an API key and reveals nothing internal', async () => {
    const answer = await getAsVisitor(`/public/${link}`)
    const page = answer.json() as PublicPage
    expect(page.service).toEqual({ title: 'Home', logo: null, translations: {}, colours: {} })
    expect(page.types.map(({ name }) => name)).toEqual(['Damage', 'Flood', 'Suspicious'])
    expect(answer.body).not.toMatch(/responsibleRole|"service":"|"unit"/)
    expect(page.visitor).toBeNull()
  })

  test('of a deleted service is 404', async () => {
    const gone = await addService(server.db, 'Gone')
    const member = await addMember(server.db, gone, gone.roleId)
    const token = await linkOf(member)
    const { follow: address } = await sent({ via: token, type: await addEventType(server.db, gone, { name: 'Any' }) })
    await server.db.updateTable('service').set({ deletedAt: new Date() }).where('id', '=', gone.id).execute()
    expect((await getAsVisitor(`/public/${token}`)).statusCode).toBe(404)
    expect((await getAsVisitor(`/follow?follow=${address}`)).statusCode).toBe(404)
  })
})

describe('a report', () => {
  test('stores name, answers, address and the re-encoded photo', async () => {
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

  test('is stored once, even if sent twice', async () => {
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
    const problems = async (sending: ReportInput) => (await send(sending)).json().fields
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

  test('without a name is anonymous only if the type allows it', async () => {
    expect((await send({ parts: { isAnonymous: 'true' } })).json().fields).toEqual({ isAnonymous: 'form.invalid' })
    const known = await sent()
    const hidden = await sent({ type: crime, cookie: known.cookie, parts: { isAnonymous: 'true' } })
    const aoi = await open(hidden._id)
    expect(aoi.properties).toMatchObject({ creatorID: 'Anonymous', creator: null, name: 'Suspicious, near Oakland' })
    expect(JSON.stringify(aoi)).not.toContain('Emily')
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
  test('is recognised by cookie only, and a phone number is only a hint', async () => {
    const phone = '+1 (415) 555-0777'
    const first = await sent({ parts: { phone } })
    const again = await sent({ cookie: first.cookie, parts: { phone } })
    expect(again.follow).toBe(first.follow)
    const stranger = await sent({ parts: { phone: '+14155550777' } })
    expect(stranger.follow).not.toBe(first.follow)
    expect((await follow(stranger.follow)).reports).toHaveLength(1)
    expect((await open(stranger._id)).visitor).toEqual({ samePhone: 2 })
    const page = (await getAsVisitor(`/public/${link}`, newLine(), first.cookie)).json() as PublicPage
    expect(page.visitor).toMatchObject({ firstName: 'Emily', phone, follow: first.follow })
  })

  test('another name on the same device is another visitor', async () => {
    const first = await sent()
    const other = await sent({ cookie: first.cookie, parts: { firstName: 'Carlos' } })
    expect(other.follow).not.toBe(first.follow)
    expect((await open(first._id)).properties.creator?.firstName).toBe('Emily')
    const page = (await getAsVisitor(`/public/${link}`, newLine(), other.cookie)).json() as PublicPage
    expect(page.visitor?.firstName).toBe('Carlos')
  })

  test('can be forgotten on a shared device, and its follow address still works', async () => {
    const { cookie, follow: address } = await sent()
    const answer = await postAsVisitor(`/public/${link}/forget`, {}, newLine(), cookie)
    expect(String(answer.headers['set-cookie'])).toMatch(/^cohesion-visitor-[\da-f-]+=; .*Max-Age=0;/)
    expect((await follow(address)).reports).toHaveLength(1)
  })

  test('has its follow address hashed in the database', async () => {
    const { follow: address } = await sent()
    const rows = await server.db.selectFrom('visitor').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(address)
  })

  test('is unknown at another service', async () => {
    const { cookie } = await sent()
    const moved = cookie.replace(home.id, foreign.id)
    expect(((await getAsVisitor(`/public/${foreignLink}`, newLine(), moved)).json() as PublicPage).visitor).toBeNull()
  })
})

describe('places', () => {
  test('are found by name and by point, in the visitor’s language', async () => {
    const found = (await getAsVisitor(`/public/${link}/places?text=sacramento`)).json()
    expect(found[0].address).toContain('Sacramento')
    const { address } = (await getAsVisitor(`/public/${link}/address?lng=-122.27&lat=37.8&language=he`)).json()
    expect(address).toContain('אוקלנד')
    expect((await getAsVisitor(`/public/p.${'x'.repeat(32)}/places?text=sacramento`)).statusCode).toBe(404)
  })
})
