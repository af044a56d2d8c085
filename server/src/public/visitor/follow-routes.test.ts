import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  type Aoi,
  FEEDBACK_DAYS,
  type FollowPageData,
  inEveryLanguage,
  type Language,
  type LogEntry,
  type PublicPage,
  progressTextNames,
  progressTexts,
} from '#contract'
import { newId } from '../../platform/db/id.ts'
import { newToken } from '../../platform/secret/tokens.ts'
import { formOf } from '../../testing/server.ts'
import { visitorScene } from '../../testing/visitors.ts'

const { server, home, foreign, dana, adam, link, photo, newLine, sent, getAsVisitor, postAsVisitor, follow, open } =
  await visitorScene()

describe('the follow address', () => {
  test('shows number, status and unrestricted entries only', async () => {
    const report = await sent()
    await server.as(dana).post(`/aoi/${report.number}/add-log`, { text: 'Suspect lives next door' })
    await server.as(dana).post(`/aoi/${report.number}/add-log`, { text: 'Which street?', restricted: false })
    const seen = await follow(report.follow)
    expect(seen).toMatchObject({ service: { title: 'Home' }, link, firstName: 'Emily' })
    expect(seen.reports).toMatchObject([
      { number: report.number, state: 'inProgress', entries: [{ text: 'Which street?', isMine: false }] },
    ])
    // Names of members are hidden.
    expect(JSON.stringify(seen)).not.toContain('dana')
    await server.as(dana).patch(`/aoi/archive/${report._id}`)
    expect((await follow(report.follow)).reports[0]?.state).toBe('done')
    await server.as(adam).delete(`/aoi/${report._id}`)
    expect((await follow(report.follow)).reports).toEqual([])
  })

  test('shows the photos of unrestricted entries only', async () => {
    const report = await sent()
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#4a7' } })
      .png()
      .toBuffer()
    const addPhoto = async (restricted: boolean) => {
      const form = formOf({ restricted: String(restricted), file: { bytes, name: 'photo.png', type: 'image/png' } })
      return (await server.as(dana).send('POST', `/aoi/${report.number}/add-photo`, form)).json() as LogEntry
    }
    const open = await addPhoto(false)
    const inside = await addPhoto(true)
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

  test("opens only the visitor's own reports", async () => {
    const mine = await sent()
    const theirs = await sent()
    const answer = { follow: mine.follow, aoiId: theirs._id, text: 'Me too', nonce: '1' }
    expect((await postAsVisitor('/follow/answer', answer)).statusCode).toBe(404)
    expect((await postAsVisitor('/follow/answer', { ...answer, aoiId: newId() })).statusCode).toBe(404)
    expect((await getAsVisitor(`/follow?follow=${newToken()}`)).statusCode).toBe(404)
    expect((await postAsVisitor('/follow/answer', { ...answer, follow: newToken() })).statusCode).toBe(404)
  })
})

describe('the progress of a report', () => {
  const report = async (token: string) => (await follow(token)).reports[0]

  test('shows its steps: received, seen, in progress, done, merged', async () => {
    const { follow: token, _id, number } = await sent()
    const step = async () => (await report(token))?.progress
    expect(await report(token)).toMatchObject({
      progress: 'received',
      messages: [progressTexts.received],
      canClose: true,
      canRate: false,
    })
    await open(_id)
    expect(await report(token)).toMatchObject({ progress: 'seen', messages: [progressTexts.seen] })
    await server.as(dana).post(`/aoi/${number}/add-log`, { text: 'On our way' })
    expect(await step()).toBe('working')
    await server.as(dana).patch(`/aoi/archive/${_id}`)
    expect(await report(token)).toMatchObject({ progress: 'done', canClose: false, canRate: true })

    const main = await sent()
    await server.as(dana).patch(`/aoi/unarchive/${_id}`)
    const merged = await server.as(dana).post(`/twin/merge/${main._id}`, { aoiIds: [_id] })
    expect(merged.statusCode, merged.body).toBe(200)
    const seen = await report(token)
    expect(seen).toMatchObject({ progress: 'working', mergedInto: main.number })
    expect(seen?.messages.map(({ en }) => en)).toEqual([
      `This had already been reported. Your report is now part of report #${main.number}.`,
      progressTexts.working.en,
    ])
  })

  test("uses the service's texts, else its main language, else the standard ones", async () => {
    const own = (done: Record<Language, string>) => ({ ...noTexts, done })
    const noTexts = Object.fromEntries(progressTextNames.map((name) => [name, inEveryLanguage(() => '')]))
    const write = (texts: object, who = adam) => server.as(who).patch('/reporter-texts', texts)
    expect((await write(own({ en: 'x', he: '' }), dana)).statusCode).toBe(403)
    expect((await write(own({ en: '', he: 'סיימנו' }))).json()).toMatchObject({ fields: { done: 'form.required' } })
    expect((await write(own({ en: 'Report {number} is done', he: '' }))).statusCode).toBe(200)
    const mine = await sent()
    await server.as(dana).patch(`/aoi/archive/${mine._id}`)
    const text = `Report ${mine.number} is done`
    expect((await report(mine.follow))?.messages).toEqual([{ en: text, he: text }])
    expect((await server.as(adam).get('/reporter-texts')).json()).toMatchObject({
      done: { en: 'Report {number} is done' },
    })
    await write(noTexts)
    expect((await report(mine.follow))?.messages).toEqual([progressTexts.done])
    const lines = await server.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'publicLink.texts')
      .execute()
    expect(lines.map(({ detail }) => detail)).toEqual([{ names: ['done'] }, { names: ['done'] }])
  })

  test('a reporter closes its own report once, and the team sees that', async () => {
    const mine = await sent()
    expect((await postAsVisitor('/follow/close', { follow: mine.follow, aoiId: newId() })).statusCode).toBe(404)
    const close = { follow: mine.follow, aoiId: mine._id }
    await postAsVisitor('/follow/close', close)
    const seen = (await postAsVisitor('/follow/close', close)).json() as FollowPageData
    expect(seen.reports[0]).toMatchObject({
      state: 'done',
      progress: 'closed',
      canClose: false,
      canRate: false,
      entries: [{ feedback: 'closed', isMine: true }],
    })
    const { properties, state } = await open(mine._id)
    expect(state).toBe('done')
    expect(properties.logs.filter(({ change }) => change?.what === 'reporterClosed')).toMatchObject([
      { username: 'Emily Stone', isSystem: true },
    ])
  })

  test('a report that the team works on stays open when its reporter closes it', async () => {
    const mine = await sent()
    await server.as(dana).post(`/aoi/${mine.number}/add-log`, { text: 'On our way' })
    await postAsVisitor('/follow/close', { follow: mine.follow, aoiId: mine._id })
    expect(await report(mine.follow)).toMatchObject({ progress: 'working', canClose: false })
    expect((await open(mine._id)).state).toBe('inProgress')
  })

  test('thanks are one entry and change nothing else', async () => {
    const mine = await sent()
    const thanks = { follow: mine.follow, aoiId: mine._id, feedback: 'thanks', nonce: '1' }
    expect((await postAsVisitor('/follow/rate', thanks)).statusCode).toBe(200)
    expect((await report(mine.follow))?.entries).toEqual([])
    await server.as(dana).patch(`/aoi/archive/${mine._id}`)
    await postAsVisitor('/follow/rate', thanks)
    await postAsVisitor('/follow/rate', thanks)
    expect(await report(mine.follow)).toMatchObject({
      progress: 'done',
      canRate: false,
      entries: [{ feedback: 'thanks' }],
    })
  })

  test('"not solved" reopens the event with its text, once after each end', async () => {
    const mine = await sent()
    const unsolved = { follow: mine.follow, aoiId: mine._id, feedback: 'notSolved', text: 'Still wet', nonce: '1' }
    await server.as(dana).patch(`/aoi/archive/${mine._id}`)
    const seen = (await postAsVisitor('/follow/rate', unsolved)).json() as FollowPageData
    expect(seen.reports[0]).toMatchObject({ progress: 'seen', canRate: false, canClose: true })
    expect(seen.reports[0]?.entries.map(({ text, feedback }) => feedback ?? text).sort()).toEqual([
      'Still wet',
      'notSolved',
    ])
    const aoi = await open(mine._id)
    expect(aoi.state).toBe('new')
    expect(aoi.properties.logs.map(({ text, change }) => change?.what ?? text)).toEqual(
      expect.arrayContaining(['reporterUnsolved', 'Still wet']),
    )
    await server.as(dana).patch(`/aoi/archive/${mine._id}`)
    expect(await report(mine.follow)).toMatchObject({ progress: 'done', canRate: true })
    await server.db
      .updateTable('aoi')
      .set({ archivedAt: new Date(Date.now() - (FEEDBACK_DAYS + 1) * 86_400_000) })
      .where('id', '=', mine._id)
      .execute()
    await postAsVisitor('/follow/rate', { ...unsolved, nonce: '2' })
    expect(await report(mine.follow)).toMatchObject({ progress: 'done', canRate: false })
  })

  test('a reporter adds re-encoded photos to their own open report', async () => {
    const mine = await sent()
    const theirs = await sent()
    const addPhoto = (aoiId: string, nonce = '1', line = newLine()) => {
      const form = formOf({
        follow: mine.follow,
        aoiId,
        nonce,
        text: 'From the other side',
        file: { bytes: photo, name: 'tree.jpg', type: 'image/jpeg' },
      })
      const headers = { ...form.headers, 'x-api-key': '', 'x-forwarded-for': line }
      return server.anyone.send('POST', '/follow/photo', { ...form, headers })
    }
    expect((await addPhoto(theirs._id)).statusCode).toBe(404)
    await addPhoto(mine._id)
    const seen = (await addPhoto(mine._id)).json() as FollowPageData
    expect(seen.reports[0]?.entries).toMatchObject([
      { text: 'From the other side', isMine: true, review: null, photo: expect.stringContaining('/files/') },
    ])
    const entries = (await open(mine._id)).properties.logs.filter(({ isSystem }) => !isSystem)
    expect(entries).toMatchObject([{ photo: seen.reports[0]?.entries[0]?.photo, username: 'Emily Stone' }])
    const address = String(entries[0]?.photo).replace('/api/cohesion', '')
    const stored = await server.anyone.send('GET', address)
    expect((await sharp(stored.rawPayload).metadata()).exif).toBeUndefined()
    await server.as(dana).patch(`/aoi/archive/${mine._id}`)
    expect((await addPhoto(mine._id, '2')).json().code).toBe('archived')
    const codes: number[] = []
    for (let count = 0; count < 10; count++) codes.push((await addPhoto(mine._id, String(count + 3))).statusCode)
    expect(codes).toContain(429)
  })
})

describe('erasing', () => {
  test('removes name and phone number everywhere, and keeps the report without its address', async () => {
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
    // No other table has the name: messages to devices do not name visitors.
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
    const told = await server.db.selectFrom('outbox').selectAll().where('serviceId', '=', home.id).execute()
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

  test('leaves no name in a concurrent message', async () => {
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

  test('erases no other visitor', async () => {
    const mine = await sent()
    const theirs = await sent()
    await postAsVisitor('/follow/erase', { follow: mine.follow })
    expect(await follow(theirs.follow)).toMatchObject({ firstName: 'Emily', reports: [{ number: theirs.number }] })
  })
})

describe('activities', () => {
  let nonce = 1
  const addActivity = async (more: object = {}, service = home) => {
    const id = newId()
    const communityId = newId()
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

  test('that are open and current are listed, and no others', async () => {
    const coming = await addActivity()
    await addActivity({ isPublic: false, name: 'Inner circle' })
    await addActivity({ startAt: new Date(Date.now() - 2 * 86_400_000), name: 'Over' })
    await addActivity({ archivedAt: new Date(), name: 'Archived' })
    await addActivity({ deletedAt: new Date(), name: 'Deleted' })
    const { activities } = (await getAsVisitor(`/public/${link}`)).json() as PublicPage
    expect(activities).toMatchObject([{ _id: coming.id, name: 'Beach clean-up', coordinates: [-122.5, 37.7] }])
  })

  test('accept a subscriber once and publish it to members', async () => {
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
    const told = await server.db.selectFrom('outbox').select('body').where('serviceId', '=', home.id).execute()
    expect(told.filter(({ body: told }) => JSON.stringify(told).includes(id))).toHaveLength(2)
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

  test('show a subscriber public and own private entries, and answers are private', async () => {
    const { id, number } = await addActivity()
    const noa = who()
    const gil = { ...who(), firstName: 'Gil' }
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

  test('erasing a visitor removes private entries and publishes it', async () => {
    const { id, number } = await addActivity()
    const noa = who()
    await subscribe(id, noa)
    const [subscriber] = await server.db.selectFrom('subscriber').select('id').where('aoiId', '=', id).execute()
    await server.as(dana).post(`/aoi/${number}/add-log`, { text: 'Can you drive?', recipientId: subscriber?.id })
    await postAsVisitor('/follow/leave', { follow: noa.key, aoiId: id })
    const { last } = await server.db
      .selectFrom('outbox')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    await postAsVisitor('/follow/erase', { follow: noa.key })
    expect((await open(id)).properties.logs.filter(({ isSystem }) => !isSystem)).toEqual([])
    const told = await server.db
      .selectFrom('outbox')
      .select('body')
      .where('id', '>', last)
      .where('serviceId', '=', home.id)
      .execute()
    expect(told.map(({ body }) => body)).toMatchObject([{ type: 'AOI_UPDATED', aoiIds: [id] }])
  })
})
