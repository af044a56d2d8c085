import { describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/id.ts'
import { forgetOldAttempts } from '../../platform/http/attempts.ts'
import { newToken } from '../../platform/secret/tokens.ts'
import { addEventType } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { visitorScene } from '../../testing/visitors.ts'

const { server, linkOf, link, crime, newLine, send, sent, getAsVisitor, postAsVisitor } = await visitorScene()

describe('limits', () => {
  test('a burst from one network has to wait, without affecting others', async () => {
    const line = newLine()
    const known = await sent()
    const answers = []
    for (let n = 0; n < 31; n++) answers.push(await send({ line, parts: { firstName: ' ' } }))
    expect(answers.slice(0, 30).every(({ statusCode }) => statusCode === 400)).toBe(true)
    expect(answers[30]?.statusCode).toBe(429)
    expect(Number(answers[30]?.headers['retry-after'])).toBeGreaterThan(30)
    expect((await send()).statusCode).toBe(200)
    expect((await send({ line, cookie: known.cookie })).statusCode).toBe(200)
  })

  test('the addresses of one IPv6 network share limits', async () => {
    const rows = []
    for (let n = 0; n < 31; n++)
      rows.push(await send({ line: `2001:db8:7:7::${n.toString(16)}`, parts: { phone: '' } }))
    expect(rows.at(-1)?.statusCode).toBe(429)
    expect((await send({ line: '2001:db8:7:8::1' })).statusCode).toBe(200)
  })

  test('one visitor sends at most twenty reports and answers in ten minutes', async () => {
    const { cookie, follow: token, _id } = await sent()
    for (let n = 1; n < 20; n++)
      await postAsVisitor('/follow/answer', { follow: token, aoiId: _id, text: 'x', nonce: String(n) })
    expect(
      (await postAsVisitor('/follow/answer', { follow: token, aoiId: _id, text: 'x', nonce: '99' })).statusCode,
    ).toBe(429)
    expect((await send({ cookie })).statusCode).toBe(429)
  })

  test('a visitor can send twenty requests at once', async () => {
    const { cookie, follow: token, _id } = await sent()
    const answers = Array.from({ length: 25 }, (_, n) =>
      postAsVisitor('/follow/answer', { follow: token, aoiId: _id, text: 'x', nonce: String(n + 1) }),
    )
    const reports = Array.from({ length: 15 }, (_, n) => send({ cookie, parts: { nonce: String(1000 + n) } }))
    const statuses = (await Promise.all([...answers, ...reports])).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(19)
    expect(statuses.filter((status) => status === 429)).toHaveLength(21)
  })

  test('another name on a known device shares its limit', async () => {
    const { cookie } = await sent()
    const others = Array.from({ length: 20 }, (_, n) => send({ cookie, parts: { firstName: `Other ${n}` } }))
    const statuses = (await Promise.all(others)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(19)
  })

  test('anonymous reports count for their network, also on a known device', async () => {
    const { cookie } = await sent()
    const line = newLine()
    const nameless = Array.from({ length: 31 }, () =>
      send({ cookie, line, type: crime, parts: { isAnonymous: 'true' } }),
    )
    const answers = (await Promise.all(nameless)).map(({ statusCode }) => statusCode)
    expect(answers.filter((status) => status === 200)).toHaveLength(30)
    expect(answers.filter((status) => status === 429)).toHaveLength(1)
  })

  test('guesses at public links are limited, and requests of a replaced link are not', async () => {
    const line = newLine()
    const guess = () => getAsVisitor(`/public/p.${newToken().slice(0, 32)}`, line)
    for (let n = 0; n < 10; n++) expect((await guess()).statusCode).toBe(404)
    expect((await guess()).statusCode).toBe(429)
    const own = await addService(server.db, 'Posters')
    const admin = await addMember(server.db, own, own.roleId, { type: 'Admin' })
    const old = await linkOf(admin)
    await server.as(admin).post('/user/invite-public-user/replace')
    expect((await getAsVisitor(`/public/${old}`, line)).statusCode).toBe(404)
    expect((await getAsVisitor(`/public/${link}`, line)).statusCode).toBe(200)
  })

  test('ten of many concurrent follow addresses are looked up, including a correct one', async () => {
    const line = newLine()
    const { follow: right } = await sent()
    const guesses = Array.from({ length: 60 }, () => getAsVisitor(`/follow?follow=${newToken()}`, line))
    const answers = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(answers.filter((status) => status === 404)).toHaveLength(10)
    expect(answers.filter((status) => status === 429)).toHaveLength(50)
    expect((await getAsVisitor(`/follow?follow=${right}`, line)).statusCode).toBe(429)
    expect((await getAsVisitor(`/follow?follow=${right}`)).statusCode).toBe(200)
  })

  test('a town that opens its follow addresses at once shares a network without delay', async () => {
    const line = newLine()
    const { follow: right } = await sent()
    const answers = await Promise.all(Array.from({ length: 60 }, () => getAsVisitor(`/follow?follow=${right}`, line)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })

  test('a filled hidden field marks a bot', async () => {
    const before = await server.db.selectFrom('aoi').select('id').execute()
    expect((await send({ parts: { website: 'https://pills.example' } })).json().fields).toEqual({
      website: 'form.invalid',
    })
    expect(await server.db.selectFrom('aoi').select('id').execute()).toHaveLength(before.length)
  })

  test('too many reports through one link alert the members who can replace it, once', async () => {
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
    const soon = new Date(Date.now() + 600_000)
    await server.db
      .insertInto('attempt')
      .values(
        Array.from({ length: 99 }, () => ({
          chargeId: newId(),
          budget: `sent through ${id}`,
          at: new Date(),
          expiresAt: soon,
        })),
      )
      .execute()
    await sent({ via: token, type })
    await sent({ via: token, type })
    const told = await server.db.selectFrom('outbox').selectAll().execute()
    const alerts = told.filter(
      ({ body, memberIds }) => body.type === 'PUBLIC_LINK_BUSY' && memberIds?.includes(admin.id),
    )
    expect(alerts).toMatchObject([{ memberIds: [admin.id], serviceId: null, body: { count: 100 } }])
    expect((await server.as(operator).post('/user/invite-public-user')).json().alertedAt).not.toBeNull()
  })

  test('addresses are deleted within the hour', async () => {
    const line = newLine()
    await sent({ line })
    const ofLine = () => server.db.selectFrom('attempt').selectAll().where('budget', 'like', `%${line}`)
    const [kept] = await ofLine().execute()
    expect(kept && kept.expiresAt.getTime() - kept.at.getTime()).toBe(3_600_000)
    await server.db
      .updateTable('attempt')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('budget', 'like', `%${line}`)
      .execute()
    await forgetOldAttempts(server.db)
    expect(await ofLine().execute()).toEqual([])
  })
})
