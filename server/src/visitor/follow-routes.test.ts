import { describe, expect, test } from 'vitest'
import type { FollowPageData, PublicPage } from '#contract'
import { newId } from '../db/id.ts'
import { newToken } from '../secret/tokens.ts'
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
