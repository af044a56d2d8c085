import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Aoi, FollowPageData, LogEntry, PublicPage } from '#contract'
import { newId } from '../db/id.ts'
import { newToken } from '../secret/tokens.ts'
import { formOf } from '../testing/server.ts'
import { visitorScene } from '../testing/visitors.ts'

const { server, home, foreign, dana, adam, link, newLine, sent, getAsVisitor, postAsVisitor, follow, open } =
  await visitorScene()

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

  test('shows the photos of what is not restricted, and of nothing else', async () => {
    const report = await sent()
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#4a7' } })
      .png()
      .toBuffer()
    const addPhoto = async (restricted: boolean) => {
      const form = formOf({ restricted: String(restricted), file: { bytes, name: 'photo.png', type: 'image/png' } })
      return (await server.as(dana).send('POST', `/aoi/${report.number}/add-photo`, form)).json() as LogEntry
    }
    const [open, inside] = [await addPhoto(false), await addPhoto(true)]
    const seen = await follow(report.follow)
    expect(seen.reports[0]?.entries).toMatchObject([{ _id: open._id, text: '', photo: open.photo }])
    expect(JSON.stringify(seen)).not.toContain(inside.photo)
  })

  test('takes an answer once, under the visitor’s name, and the report stays New', async () => {
    const { follow: token, _id, number } = await sent()
    const answer = { follow: token, aoiId: _id, text: 'Elm Street', nonce: '1700000600000' }
    await postAsVisitor('/follow/answer', answer)
    const seen = (await postAsVisitor('/follow/answer', answer)).json() as FollowPageData
    expect(seen.reports[0]?.entries).toMatchObject([{ text: 'Elm Street', isMine: true }])
    const aoi = await open(_id)
    expect(aoi.state).toBe('new')
    expect(aoi.updates.updates).toBe(1)
    expect(aoi.properties.logs.filter(({ isSystem }) => !isSystem)).toMatchObject([
      { username: 'Emily Stone', text: 'Elm Street', restricted: false, number },
    ])
    await server.as(dana).patch(`/aoi/archive/${_id}`)
    expect((await postAsVisitor('/follow/answer', { ...answer, nonce: '2' })).json().code).toBe('archived')
  })

  test('opens only what is its own', async () => {
    const [mine, theirs] = [await sent(), await sent()]
    const answer = { follow: mine.follow, aoiId: theirs._id, text: 'Me too', nonce: '1' }
    expect((await postAsVisitor('/follow/answer', answer)).statusCode).toBe(404)
    expect((await postAsVisitor('/follow/answer', { ...answer, aoiId: newId() })).statusCode).toBe(404)
    expect((await getAsVisitor(`/follow?follow=${newToken()}`)).statusCode).toBe(404)
    expect((await postAsVisitor('/follow/answer', { ...answer, follow: newToken() })).statusCode).toBe(404)
  })
})

describe('erasing', () => {
  test('takes name and phone number out of everything; the report stays, and its address is gone', async () => {
    const name = `Zipporah${newToken().replace(/[^a-z]/gi, '')}`
    const report = await sent({ parts: { firstName: name, lastName: 'Stone', phone: '+1 415 555 7788' } })
    await postAsVisitor('/follow/answer', { follow: report.follow, aoiId: report._id, text: 'Elm Street', nonce: '1' })
    const foundByName = async () =>
      ((await server.as(dana).get(`/aoi/filtered?search=${name}`)).json().total as Aoi[]).map(({ number }) => number)
    expect(await foundByName()).toEqual([report.number])
    const rowsWith = async (text: string) => {
      const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(server.db)
      const hits: string[] = []
      for (const table of tables.rows) {
        const { rows } = await sql`select 1 from ${sql.table(table.name)} t
          where to_jsonb(t)::text ilike ${`%${text}%`} limit 1`.execute(server.db)
        if (rows.length > 0) hits.push(table.name)
      }
      return hits
    }
    // Nowhere else: no message to a device names a visitor.
    expect((await rowsWith(name)).sort()).toEqual(['aoi', 'log_entry', 'visitor'])
    const positionBefore = await server.db.selectFrom('outbox').select('id').execute()

    const erased = await postAsVisitor('/follow/erase', { follow: report.follow })
    expect(erased.statusCode).toBe(200)
    expect(erased.headers['set-cookie']).toMatch(/^cohesion-visitor-.+=;.*Max-Age=0/)
    expect(await rowsWith(name)).toEqual([])
    expect(await rowsWith('555 7788')).toEqual([])

    expect(await foundByName()).toEqual([])
    const aoi = await open(report._id)
    expect(aoi.properties.creator ?? null).toBeNull()
    expect(aoi.properties.logs.filter(({ isSystem }) => !isSystem)).toMatchObject([
      { username: '', text: 'Elm Street' },
    ])
    const told = await server.db.selectFrom('outbox').selectAll().execute()
    const since = told.filter(({ id }) => !positionBefore.some((before) => before.id === id))
    expect(since.map(({ body }) => body)).toMatchObject([{ type: 'AOI_UPDATED', aoiIds: [report._id] }])
    const lines = await server.db.selectFrom('audit').selectAll().where('action', '=', 'visitor.erase').execute()
    expect(lines).toMatchObject([{ serviceId: home.id, detail: { reports: 1 } }])

    for (const again of ['/follow/erase', '/follow/answer'] as const) {
      const body = { follow: report.follow, aoiId: report._id, text: 'x', nonce: '2' }
      expect(
        (await postAsVisitor(again, again === '/follow/erase' ? { follow: report.follow } : body)).statusCode,
      ).toBe(404)
    }
    expect((await getAsVisitor(`/follow?follow=${report.follow}`)).statusCode).toBe(404)
  })

  test('leaves no name behind in an answer that comes at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const report = await sent({ parts: { firstName: `Mordechai${round}` } })
      const answer = { follow: report.follow, aoiId: report._id, text: 'Elm Street', nonce: '1' }
      const [answered, erased] = await Promise.all([
        postAsVisitor('/follow/answer', answer),
        postAsVisitor('/follow/erase', { follow: report.follow }),
      ])
      expect([200, 404]).toContain(answered.statusCode)
      expect(erased.statusCode).toBe(200)
    }
    const entries = await server.db.selectFrom('logEntry').select('authorName').execute()
    expect(JSON.stringify(entries)).not.toContain('Mordechai')
  })

  test('erases nobody else', async () => {
    const [mine, theirs] = [await sent(), await sent()]
    await postAsVisitor('/follow/erase', { follow: mine.follow })
    expect(await follow(theirs.follow)).toMatchObject({ firstName: 'Emily', reports: [{ number: theirs.number }] })
  })
})

describe('activities', () => {
  let nonce = 1
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
        nonce: nonce++,
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
    postAsVisitor(`/public/${via}/activities/${id}/subscribe`, body, newLine(), cookie)

  test('that are open and not over are listed, and no others', async () => {
    const coming = await addActivity()
    await addActivity({ isPublic: false, name: 'Inner circle' })
    await addActivity({ startAt: new Date(Date.now() - 2 * 86_400_000), name: 'Over' })
    await addActivity({ archivedAt: new Date(), name: 'Archived' })
    await addActivity({ deletedAt: new Date(), name: 'Deleted' })
    const { activities } = (await getAsVisitor(`/public/${link}`)).json() as PublicPage
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
    const page = (await getAsVisitor(`/public/${link}`, newLine(), cookie)).json() as PublicPage
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
    await postAsVisitor('/follow/answer', { follow: noa.key, aoiId: id, text: 'I can', nonce: '1' })
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
    const left = (await postAsVisitor('/follow/leave', { follow: noa.key, aoiId: id })).json() as FollowPageData
    expect(left.activities).toEqual([])
    expect((await open(id)).subscribersCount).toBe(0)
    expect(
      (await postAsVisitor('/follow/answer', { follow: noa.key, aoiId: id, text: 'x', nonce: '1' })).statusCode,
    ).toBe(404)
    await subscribe(id, noa)
    expect((await follow(noa.key)).activities).toHaveLength(1)
  })
})
