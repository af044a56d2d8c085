import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type {
  HeldReport,
  HeldReportWithTwins,
  Notifications,
  ReviewResult,
  TextInbox,
  TextInboxWithSecret,
} from '#contract'
import { messageMembers } from '../../messaging/notification/actions.ts'
import { newId } from '../../platform/db/id.ts'
import { addEventType } from '../../testing/events.ts'
import { eventually } from '../../testing/eventually.ts'
import { inboundTexts } from '../../testing/inbound-texts.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { startSmsGateway } from '../../testing/sms-gateway.ts'
import { visitorScene } from '../../testing/visitors.ts'

const gateway = await startSmsGateway()
afterAll(gateway.close)
const scene = await visitorScene(
  { COHESION_SMS_GATEWAY_URL: gateway.url },
  { deliveries: { timing: { pollMs: 20, gatherMs: 1, retryFactor: 0 } } },
)
const { server, home, dana, adam, fred, flood, sent, follow, postAsVisitor } = scene
const { db } = server
const inbox = await inboundTexts(server, adam)
const { text, post, bodyOf } = inbox

let phones = 0
const newPhone = () => `+97250${String(1_000_000 + phones++)}`

const ok = async <T>(answer: Promise<{ statusCode: number; body: string; json: () => unknown }>): Promise<T> => {
  const { statusCode, body, json } = await answer
  expect(statusCode, body).toBe(200)
  return json() as T
}
const say = async (words: string, from: string, more: Parameters<typeof text>[1] = {}) => {
  const answer = await text(words, { from, ...more })
  expect(answer.statusCode, answer.body).toBe(204)
  expect(answer.body).toBe('')
}
const held = async (who: TestMember, phone: string, state = 'waiting') =>
  (await ok<HeldReport[]>(server.as(who).get(`/review/reports?state=${state}`))).filter(
    ({ reporter }) => reporter.phone === phone,
  )
const heldOf = async (phone: string, state = 'waiting'): Promise<HeldReport> => {
  const reports = await held(dana, phone, state)
  expect(reports).toHaveLength(1)
  return reports[0] as HeldReport
}
const decide = (path: string, body: object, who = dana) =>
  ok<ReviewResult>(server.as(who).post(`/review/${path}`, body))
const place = { coordinates: [34.98, 32.81], address: 'Herzl 1' }
const accept = async (phone: string): Promise<string> => {
  const { _id } = await heldOf(phone)
  expect((await decide('accept', { ids: [_id], place })).done).toEqual([_id])
  return _id
}
const ask = async (phone: string, question = 'Which street?') => {
  const { _id } = await heldOf(phone)
  expect((await decide('ask', { ids: [_id], question })).done).toEqual([_id])
  return _id
}
const state = (who = adam) => ok<TextInbox>(server.as(who).get('/text-messages/inbox'))
const countHeld = async () =>
  Number((await db.selectFrom('heldReport').select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow()).count)

describe('receiving a text message', () => {
  test('a message is a waiting report with an unverified sender and no place', async () => {
    const phone = newPhone()
    await say('A tree fell on the road\nNear the school', phone, {
      receivedAt: new Date(Date.now() - 60_000).toISOString(),
    })
    const report = await heldOf(phone)
    expect(report).toMatchObject({
      name: 'A tree fell on the road',
      description: '<p>A tree fell on the road<br />Near the school</p>',
      type: {
        _id: (
          await server.db
            .selectFrom('eventType')
            .select('id')
            .where('serviceId', '=', home.id)
            .orderBy('sortOrder')
            .orderBy('name')
            .executeTakeFirstOrThrow()
        ).id,
      },
      coordinates: null,
      reporter: { name: '', phone, isByText: true, isAnonymous: false, language: 'en' },
    })
    expect(Date.parse(report.createdAt)).toBeLessThan(Date.parse(report.receivedAt))
    expect(await held(fred, phone)).toEqual([])
    expect((await state()).lastReceivedAt).not.toBeNull()
  })

  test('a message that the gateway repeats is one report', async () => {
    const phone = newPhone()
    const id = newId()
    await say('Once', phone, { id })
    await Promise.all([say('Once', phone, { id }), say('Once', phone, { id })])
    expect((await heldOf(phone)).questions).toEqual([])
  })

  test('a wrong secret, an old signature, another address and a changed body are all 404', async () => {
    const foreign = await inboundTexts(server, fred)
    const before = await countHeld()
    const body = bodyOf('Let me in')
    const answers = [
      await post(body, { secret: 'guess' }),
      await post(body, { secret: foreign.secret }),
      await post(body, { path: foreign.path }),
      await post(body, { path: `/text-messages/${'x'.repeat(43)}` }),
      await post(body, { at: Date.now() - 400_000 }),
      await post(body, { at: Date.now() + 400_000 }),
      await server.anyone.send('POST', inbox.path, { payload: JSON.parse(body), headers: { 'x-api-key': '' } }),
    ]
    expect(answers.map(({ statusCode, body: text }) => [statusCode, text])).toEqual(
      answers.map(() => [404, answers[0]?.body]),
    )
    expect(await countHeld()).toBe(before)
  })

  test('the last rejection names its reason, and nothing of it reaches another service', async () => {
    await post(bodyOf('Late'), { at: Date.now() - 400_000 })
    expect((await state()).lastRejection?.reason).toBe('clock')
    await post(bodyOf('Wrong'), { secret: 'guess' })
    expect((await state()).lastRejection?.reason).toBe('signature')
    await post('not json')
    expect((await state()).lastRejection?.reason).toBe('unreadable')
    await text('Buy now', { from: 'SHOP' })
    expect((await state()).lastRejection?.reason).toBe('sender')
    expect((await state(fred)).lastRejection?.reason).not.toBe('sender')
  })

  test('guesses from one network are limited, signed messages from it are not', async () => {
    const guess = () =>
      server.anyone.send('POST', inbox.path, { payload: '{}', headers: { 'x-forwarded-for': '10.8.8.8' } })
    const statuses = []
    for (let time = 0; time < 11; time++) statuses.push((await guess()).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429])
    const body = bodyOf('From the same network', { from: '+972509990001' })
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', inbox.secret)
      .update(body + timestamp)
      .digest('hex')
    const answer = await server.anyone.send('POST', inbox.path, {
      payload: body,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '10.8.8.8',
        'x-timestamp': timestamp,
        'x-signature': signature,
      },
    })
    expect(answer.statusCode).toBe(204)
    await heldOf('+972509990001')
  })

  test('hostile bodies are dropped', async () => {
    const before = await countHeld()
    expect((await post(bodyOf('x'.repeat(30_000)))).statusCode).toBe(413)
    for (const body of [
      '',
      '[]',
      'null',
      '{"id":1}',
      '{"event":"sms:sent","id":"1"}',
      '{"id":{},"from":[],"text":{}}',
      '\0',
    ])
      expect((await post(body)).statusCode).toBe(204)
    expect(await countHeld()).toBe(before)
    const phone = newPhone()
    await say('<script>alert(1)</script>\0 and \ud800 half', phone)
    expect((await heldOf(phone)).description).not.toContain('<script>')
  })

  test('forms and the field names of other gateways are read', async () => {
    const phone = newPhone()
    const other = newPhone()
    expect((await post(JSON.stringify({ id: newId(), from: phone, text: 'Short form' }))).statusCode).toBe(204)
    expect((await heldOf(phone)).name).toBe('Short form')
    const form = new URLSearchParams({ id: newId(), from: other, text: 'A form' }).toString()
    const timestamp = String(Math.floor(Date.now() / 1000))
    const answer = await server.anyone.send('POST', inbox.path, {
      payload: form,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-timestamp': timestamp,
        'x-signature': createHmac('sha256', inbox.secret)
          .update(form + timestamp)
          .digest('hex'),
      },
    })
    expect(answer.statusCode).toBe(204)
    expect((await heldOf(other)).name).toBe('A form')
  })

  test('one number sends five reports an hour and thirty messages a day', async () => {
    const phone = newPhone()
    for (let number = 0; number < 7; number++) {
      await say(`Report ${number}`, phone)
      // A text is added to the sender's open report, so each report is rejected before the next.
      const ids = (await held(dana, phone)).map(({ _id }) => _id)
      if (ids.length > 0) await decide('refuse', { ids, reason: 'unclear' })
    }
    expect(await held(dana, phone, 'refused')).toHaveLength(5)
    expect((await state()).lastRejection?.reason).toBe('limit')

    const busy = newPhone()
    for (let number = 0; number < 33; number++) await say(`Word ${number}`, busy)
    expect((await heldOf(busy)).questions).toHaveLength(29)
  })
})

describe('Twilio', () => {
  const token = '0123456789abcdef0123456789abcdef'

  test('signs the address and the form, and gets no instructions', async () => {
    const own = await addService(db, 'Twilio')
    const admin = await addMember(db, own, own.roleId, { type: 'Admin' })
    await addEventType(db, own, { name: 'Flood' })
    const opened = await ok<TextInboxWithSecret>(
      server.as(admin).post('/text-messages/inbox', { provider: 'twilio', secret: token }),
    )
    expect(opened).toMatchObject({ provider: 'twilio', secret: null })
    const address = opened.address ?? ''
    const send = (fields: Record<string, string>, key = token) => {
      const sorted = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1))
      return server.anyone.send('POST', new URL(address).pathname.replace('/api/cohesion', ''), {
        payload: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
          'x-api-key': '',
          'x-twilio-signature': createHmac('sha1', key)
            .update(address + sorted.flat().join(''))
            .digest('base64'),
        },
      })
    }
    const phone = newPhone()
    const message = { MessageSid: 'SM1', From: phone, To: '+15550001', Body: 'Water & mud: 50% + more' }
    const answer = await send(message)
    expect([answer.statusCode, answer.body]).toEqual([200, '<Response></Response>'])
    expect(answer.headers['content-type']).toContain('text/xml')
    expect((await send(message)).statusCode).toBe(200)
    expect((await held(admin, phone)).map(({ name }) => name)).toEqual(['Water & mud: 50% + more'])
    expect((await send(message, 'f'.repeat(32))).statusCode).toBe(404)
    expect(
      (await server.as(admin).post('/text-messages/inbox', { provider: 'twilio', secret: 'short' })).statusCode,
    ).toBe(400)
  })
})

describe('the meaning of a message', () => {
  test('an answer reaches the report whose question was texted', async () => {
    const phone = newPhone()
    await say('Gas smell', phone)
    await ask(phone, 'Which street?')
    const [question] = await eventually(() => {
      expect(gateway.to(phone)).toHaveLength(1)
      return gateway.to(phone)
    })
    expect(question?.textMessage.text).toMatch(
      /^Home: Which street\?\nhttps:\/\/help\.example\/invite\?follow=[\w-]{43}$/,
    )
    await say('Herzl 5, second floor', phone)
    const report = await heldOf(phone)
    expect(report.questions).toMatchObject([{ question: 'Which street?', answer: 'Herzl 5, second floor' }])

    const token = question?.textMessage.text.split('follow=')[1] ?? ''
    expect((await follow(token)).reports).toMatchObject([{ number: report.number }])
  })

  test('a text is added to the only open report, before and after it is accepted', async () => {
    const phone = newPhone()
    await say('A pole leans', phone)
    await say('It is at the bridge', phone)
    expect((await heldOf(phone)).questions).toMatchObject([{ question: null, answer: 'It is at the bridge' }])
    const id = await accept(phone)
    await say('Now it fell', phone)
    expect(await held(dana, phone)).toEqual([])
    const stored = await db
      .selectFrom('logEntry')
      .select(['text', 'authorKind'])
      .where('aoiId', '=', id)
      .where('isSystem', '=', false)
      .execute()
    expect(stored.map(({ text }) => text).sort()).toEqual(['It is at the bridge', 'Now it fell'])

    await ok(server.as(dana).patch(`/aoi/archive/${id}`))
    await say('Another one leans', phone)
    expect((await heldOf(phone)).name).toBe('Another one leans')
  })

  test('texts of a number that someone typed into a form are not added to the report of that form', async () => {
    const phone = newPhone()
    await decide('hold', { isOn: true })
    const report = await sent({ type: flood, parts: { phone, description: 'Planted by someone else' } })
    await decide('hold', { isOn: false })
    await decide('ask', { ids: [report._id], question: 'Where are you?' })
    await say('My own emergency', phone)
    const [seen] = (await follow(report.follow)).reports
    expect(JSON.stringify(seen)).not.toContain('My own emergency')
    expect((await held(dana, phone)).map(({ name }) => name)).toContain('My own emergency')
    expect(gateway.to(phone)).toEqual([])
  })

  test('an unknown number gets no reply', async () => {
    const phone = newPhone()
    const { number } = await heldOf('+972509990001')
    await say(`What about report #${number}?`, phone)
    await say('STOP', newPhone())
    expect(gateway.to(phone)).toEqual([])
    expect((await heldOf(phone)).name).toBe(`What about report #${number}?`)
  })

  test('a report without a place is accepted with one, or merged into an event', async () => {
    const one = newPhone()
    const other = newPhone()
    await say('Without a place', one)
    await say('The same thing', other)
    const [{ _id: id }, { _id: otherId }] = [await heldOf(one), await heldOf(other)]
    expect(await decide('accept', { ids: [id] })).toEqual({ done: [], left: [id] })
    expect((await decide('merge', { ids: [id, otherId] })).done).toEqual([])
    const report = await ok<HeldReportWithTwins>(server.as(dana).post(`/review/reports/${id}/take`))
    expect(report.twins).toEqual([])
    expect((await decide('accept', { ids: [id], place })).done).toEqual([id])
    const event = await db.selectFrom('aoi').select(['place', 'address']).where('id', '=', id).executeTakeFirstOrThrow()
    expect(event).toEqual({ place: { x: 34.98, y: 32.81 }, address: 'Herzl 1' })
    expect((await decide('merge', { ids: [otherId], aoiId: id })).done).toEqual([otherId])
    expect(await db.selectFrom('aoi').select(['place', 'mainId']).where('id', '=', otherId).executeTakeFirst()).toEqual(
      {
        place: { x: 34.98, y: 32.81 },
        mainId: id,
      },
    )
    expect((await decide('undo', { ids: [otherId] })).done).toEqual([otherId])
    expect((await heldOf(other)).coordinates).toBeNull()
  })
})

describe('STOP', () => {
  test('ends activities and updates of the number, refuses questions, and START allows them again', async () => {
    const phone = newPhone()
    const typed = `0${phone.slice(4)}`
    const report = await sent({ parts: { phone: typed } })
    const visitor = await db.selectFrom('visitor').select('id').where('phone', '=', typed).executeTakeFirstOrThrow()
    await db
      .insertInto('reporterContact')
      .values({
        visitorId: visitor.id,
        serviceId: home.id,
        language: 'en',
        email: 'e@example.org',
        confirmedAt: new Date(),
        tokenHash: Buffer.from(visitor.id),
      })
      .execute()
    await db.insertInto('subscriber').values({ id: newId(), aoiId: report._id, visitorId: visitor.id }).execute()
    await say(' Stop. ', phone)
    const contact = await db
      .selectFrom('reporterContact')
      .select('email')
      .where('visitorId', '=', visitor.id)
      .executeTakeFirst()
    expect(contact?.email).toBeNull()
    expect(
      (await db.selectFrom('subscriber').select('removedAt').where('visitorId', '=', visitor.id).executeTakeFirst())
        ?.removedAt,
    ).not.toBeNull()

    await say('Fire in the yard', phone)
    const { _id } = await heldOf(phone)
    expect(await decide('ask', { ids: [_id], question: 'Where?' })).toEqual({ done: [], left: [_id] })
    await say('התחל', phone)
    expect((await decide('ask', { ids: [_id], question: 'Where?' })).done).toEqual([_id])
    await eventually(() => expect(gateway.to(phone)).toHaveLength(1))
  })

  test('from a member stops its texts but never its alarms', async () => {
    const phone = newPhone()
    const member = await addMember(db, home, home.roleId)
    await db
      .updateTable('member')
      .set({ phone: `0${phone.slice(4)}` })
      .where('id', '=', member.id)
      .execute()
    await say('הסר', phone)
    const message = { action: 'TEST', texts: { en: 'Overdue', he: 'באיחור' }, path: '/' }
    const send = async (isUrgent: boolean) => {
      const [id = ''] = await messageMembers(db, [{ id: member.id, serviceId: home.id }], {
        kind: 'test',
        message,
        channels: ['sms' as const],
        isUrgent,
      })
      return eventually(async () => {
        const row = await db
          .selectFrom('delivery')
          .select(['state', 'lastError'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        expect(row.state).not.toBe('waiting')
        return row
      })
    }
    expect(await send(false)).toEqual({ state: 'failed', lastError: 'stopped' })
    expect(await send(true)).toEqual({ state: 'sent', lastError: null })
    const own = () => ok<Notifications>(server.as(member).get('/user/notifications'))
    expect((await own()).textsStopped).toBe(true)
    await say('START', phone)
    expect((await own()).textsStopped).toBe(false)
  })

  test('stops the texts of one service only', async () => {
    const phone = newPhone()
    await say('STOP', phone)
    const rows = await db.selectFrom('smsStop').select('serviceId').where('phoneDigits', '=', phone.slice(1)).execute()
    expect(rows).toEqual([{ serviceId: home.id }])
  })
})

describe('the inbox', () => {
  test('a replaced secret ends the former, and a closed inbox ends its address', async () => {
    const own = await addService(db, 'Inbox')
    const admin = await addMember(db, own, own.roleId, { type: 'Admin' })
    await addEventType(db, own, { name: 'Flood' })
    const first = await inboundTexts(server, admin)
    const second = await inboundTexts(server, admin)
    expect([second.address, second.secret === first.secret]).toEqual([first.address, false])
    expect(JSON.stringify(await state(admin))).not.toContain(second.secret)
    expect((await first.text('Former')).statusCode).toBe(404)
    expect((await second.text('Present')).statusCode).toBe(204)
    expect(await ok(server.as(admin).delete('/text-messages/inbox'))).toMatchObject({ address: null })
    expect((await second.text('Closed')).statusCode).toBe(404)
    const third = await inboundTexts(server, admin)
    expect(third.address).not.toBe(first.address)
  })

  test('the last rejection of a service without event types names that reason', async () => {
    const own = await addService(db, 'Bare')
    const admin = await addMember(db, own, own.roleId, { type: 'Admin' })
    expect((await (await inboundTexts(server, admin)).text('Hello')).statusCode).toBe(204)
    expect((await state(admin)).lastRejection?.reason).toBe('noType')
  })
})

test('a reporter by text message erases its number on its page', async () => {
  const phone = newPhone()
  await say('Smoke', phone)
  await ask(phone)
  const [question] = await eventually(() => {
    expect(gateway.to(phone)).toHaveLength(1)
    return gateway.to(phone)
  })
  const token = question?.textMessage.text.split('follow=')[1] ?? ''
  expect((await postAsVisitor('/follow/erase', { follow: token })).statusCode).toBe(200)
  expect(await db.selectFrom('visitor').select('id').where('phone', '=', phone).execute()).toEqual([])
  expect(await held(dana, phone, 'asked')).toEqual([])
})
