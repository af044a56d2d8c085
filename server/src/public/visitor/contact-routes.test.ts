import { afterAll, describe, expect, test } from 'vitest'
import { runBatch } from '../../platform/clock/batch.ts'
import { databaseTime } from '../../platform/db/clock.ts'
import { eventually } from '../../testing/eventually.ts'
import { linkIn, startMailServer } from '../../testing/mail-server.ts'
import { pushService } from '../../testing/push-service.ts'
import { visitorScene } from '../../testing/visitors.ts'
import { forgetUnconfirmed } from './contact.ts'
import { reporterNews } from './tell-reporters.ts'

const mailServer = await startMailServer()
afterAll(mailServer.close)
const push = await pushService()
const { server, dana, sent, follow, getAsVisitor, postAsVisitor, open } = await visitorScene(
  { COHESION_SMTP_URL: mailServer.url, COHESION_MAIL_FROM: 'Cohesion <map@example.org>' },
  { deliveries: { pushFetch: push.fetch, timing: { pollMs: 20, gatherMs: 1, retryFactor: 0 } } },
)

/** Moves the last check of contacts into the past, so that they are due, and runs the job. */
const lookAgain = async () => {
  await server.db
    .updateTable('reporterContact')
    .set({ checkedAt: new Date(databaseTime().getTime() - 30_000) })
    .execute()
  await runBatch(server.db, 'news for reporters', reporterNews, databaseTime())
}

const ask = (token: string, email: string, language = 'en') =>
  postAsVisitor('/follow/email', { follow: token, email, language })

const subscribed = async (email: string, language = 'en') => {
  const report = await sent({ parts: { description: 'Zebra on the roof' } })
  expect((await ask(report.follow, email, language)).json().mailed).toMatchObject({ isPending: true })
  const [mail] = await mailServer.until(email)
  const code = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
  const confirmed = await postAsVisitor('/follow/email/confirm', { follow: report.follow, code })
  expect(confirmed.json().mailed, confirmed.body).toEqual({ address: `${email[0]}…@example.org`, isPending: false })
  return report
}

describe('updates by e-mail', () => {
  test('start with a typed code, with five guesses', async () => {
    const { follow: token } = await sent()
    expect((await follow(token)).mailed).toEqual({ address: null, isPending: false })
    await ask(token, 'guess@example.org')
    const [mail] = await mailServer.until('guess@example.org')
    // The mail contains a code and no link, because mail scanners open links.
    expect(mail?.text).not.toContain('http')
    const right = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
    const wrong = right === '000000' ? '000001' : '000000'
    const guess = (code: string) => postAsVisitor('/follow/email/confirm', { follow: token, code })
    for (let count = 0; count < 5; count++) expect((await guess(wrong)).json().fields).toEqual({ code: 'form.invalid' })
    expect((await guess(right)).statusCode).toBe(429)
    expect((await follow(token)).mailed).toMatchObject({ isPending: true })
  })

  test('one address gets three codes a day at most, from all visitors together', async () => {
    for (let count = 0; count < 3; count++)
      expect((await ask((await sent()).follow, 'flooded@example.org')).statusCode).toBe(200)
    expect((await ask((await sent()).follow, 'Flooded@example.org')).statusCode).toBe(429)
  })

  test("report each step once in the reporter's language with a link to its page", async () => {
    const report = await subscribed('noa@example.org', 'he')
    await lookAgain()
    await open(report._id)
    await lookAgain()
    await lookAgain()
    const [, seen] = await mailServer.until('noa@example.org', 2)
    expect(seen?.subject).toBe(`Home: הדיווח שלכם, מספר ${report.number}`)
    expect(seen?.text).toContain('הצוות ראה את הדיווח שלכם.')
    expect(seen?.text).not.toContain('Zebra')
    expect(seen?.html).not.toContain('Zebra')
    const token = new URL(linkIn(seen as never), 'http://x').searchParams.get('follow') ?? ''
    expect(token).not.toBe(report.follow)
    expect((await follow(token)).reports).toMatchObject([{ number: report.number, progress: 'seen' }])

    await server.as(dana).post(`/aoi/${report.number}/add-log`, { text: 'What colour?', restricted: false })
    await lookAgain()
    const [, , written] = await mailServer.until('noa@example.org', 3)
    expect(written?.text).toContain('הצוות מטפל בדיווח.')
    expect(written?.text).not.toContain('What colour?')
    await server.as(dana).post(`/aoi/${report.number}/add-log`, { text: 'Inside only' })
    await lookAgain()
    await server.as(dana).patch(`/aoi/archive/${report._id}`)
    await lookAgain()
    const mails = await mailServer.until('noa@example.org', 4)
    expect(mails[3]?.text).toContain('הטיפול בדיווח הסתיים')
    expect(mails).toHaveLength(4)
  })

  test("give the reason of a rejection without the reviewer's own words", async () => {
    await server.as(dana).post('/review/hold', { isOn: true })
    const listed = await subscribed('ido@example.org', 'he')
    const other = await subscribed('eli@example.org')
    await server.as(dana).post('/review/hold', { isOn: false })
    const refuse = (_id: string, reason: string) =>
      server.as(dana).post('/review/refuse', { ids: [_id], reason, text: 'Call Zelda' })
    await refuse(listed._id, 'outsideArea')
    await refuse(other._id, 'other')
    await lookAgain()
    const [, refused] = await mailServer.until('ido@example.org', 2)
    expect(refused?.text).toContain('הצוות לא אישר את הדיווח. המקום נמצא מחוץ לאזור הפעילות של הצוות.')
    const [, unlisted] = await mailServer.until('eli@example.org', 2)
    expect(unlisted?.text).toContain('The team didn’t accept your report.')
    expect(`${refused?.text}${unlisted?.text}`).not.toContain('Zelda')
    const [shown] = (await follow(listed.follow)).reports
    expect(shown?.messages.map(({ en }) => en)).toEqual([
      'The team didn’t accept your report.',
      'This place is outside the team’s area.',
    ])
    expect(shown?.review?.reasonText).toBe('Call Zelda')
  })

  test('are limited to twenty a day per address, and the page has the rest', async () => {
    const report = await subscribed('busy@example.org')
    for (let count = 0; count < 24; count++) {
      await server.as(dana).patch(`/aoi/${count % 2 ? 'unarchive' : 'archive'}/${report._id}`)
      await lookAgain()
    }
    await server.as(dana).patch(`/aoi/archive/${report._id}`)
    const told = await server.db
      .selectFrom('delivery')
      .select('id')
      .where('kind', '=', 'reportUpdate')
      .where(
        'visitorId',
        'in',
        server.db.selectFrom('reporterContact').select('visitorId').where('email', '=', 'busy@example.org'),
      )
      .execute()
    expect(told).toHaveLength(20)
    expect((await follow(report.follow)).reports).toMatchObject([{ progress: 'done' }])
  })

  test('end with one press, on the page or in the mail program, and the address is gone', async () => {
    const report = await subscribed('gil@example.org')
    await open(report._id)
    await lookAgain()
    const [, mail] = await mailServer.until('gil@example.org', 2)
    expect(mail?.headers).toMatch(/^list-unsubscribe-post: List-Unsubscribe=One-Click$/im)
    const header = mail?.headers.replace(/\r\n[ \t]+/g, ' ')
    const address = /^list-unsubscribe: <([^>]+)>$/im.exec(header ?? '')?.[1] ?? ''
    const path = new URL(address).pathname.replace('/api/cohesion', '')
    // Opening the link does nothing.
    expect((await getAsVisitor(path)).statusCode).toBe(404)
    expect((await follow(report.follow)).mailed?.address).not.toBeNull()
    const press = await server.anyone.send('POST', path, {
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-api-key': '' },
    })
    expect(press.statusCode, press.body).toBe(200)
    expect((await follow(report.follow)).mailed).toEqual({ address: null, isPending: false })
    expect((await postAsVisitor(`/follow/unsubscribe/${report.follow}`, {})).statusCode).toBe(404)

    const other = await subscribed('lea@example.org')
    await postAsVisitor('/follow/email/stop', { follow: other.follow })
    await open(other._id)
    await lookAgain()
    const rows = await server.db.selectFrom('reporterContact').select('email').where('email', 'is not', null).execute()
    expect(rows.map(({ email }) => email)).not.toContain('lea@example.org')
    expect(mailServer.to('lea@example.org')).toHaveLength(1)
  })

  test('are deleted with the reporter’s details', async () => {
    const report = await subscribed('tal@example.org')
    await postAsVisitor('/follow/erase', { follow: report.follow })
    await eventually(async () => {
      const contacts = await server.db.selectFrom('reporterContact').select('email').execute()
      expect(contacts.map(({ email }) => email)).not.toContain('tal@example.org')
    })
  })
})

describe('notifications on a device', () => {
  type Device = ReturnType<typeof push.device>
  const turnOn = (token: string, { subscription }: Device, language = 'en') =>
    postAsVisitor('/follow/device', { follow: token, device: subscription, language })

  test("report each step once in the service's words with a link", async () => {
    const report = await sent({ parts: { description: 'Zebra on the roof' } })
    const phone = push.device()
    const tablet = push.device()
    expect((await follow(report.follow)).devices).toEqual([])
    expect((await turnOn(report.follow, phone, 'he')).json().devices).toHaveLength(1)
    expect((await turnOn(report.follow, tablet)).json().devices).toHaveLength(2)
    expect((await turnOn(report.follow, tablet)).json().devices).toHaveLength(2)
    await lookAgain()
    await open(report._id)
    await lookAgain()
    await lookAgain()
    const [seen] = await phone.until(1)
    expect(seen.data).toMatchObject({
      action: 'REPORT_UPDATED',
      text: 'Home: הצוות ראה את הדיווח שלכם.',
      language: 'he',
    })
    expect((await tablet.until(1))[0].data.text).toBe('Home: The team has seen your report.')
    const token = new URL(seen.data.url, 'http://x').searchParams.get('follow') ?? ''
    expect((await follow(token)).reports).toMatchObject([{ number: report.number, progress: 'seen' }])
    expect(JSON.stringify([phone.messages(), tablet.messages()])).not.toContain('Zebra')
    expect(phone.messages()).toHaveLength(1)
  })

  test('end with one press for that device only, or when the device is gone', async () => {
    const report = await sent()
    const stopped = push.device()
    const gone = push.device()
    const stays = push.device()
    for (const device of [stopped, gone, stays]) await turnOn(report.follow, device)
    const { endpoint } = stopped.subscription
    expect(
      (await postAsVisitor('/follow/device/stop', { follow: report.follow, endpoint })).json().devices,
    ).toHaveLength(2)
    gone.answersNext({ status: 410 })
    await open(report._id)
    await lookAgain()
    await stays.until(1)
    await eventually(async () => expect((await follow(report.follow)).devices).toHaveLength(1))
    expect(stopped.requests()).toEqual([])
  })

  test("continue when an unconfirmed address is erased, and end with the reporter's details", async () => {
    const report = await sent()
    const phone = push.device()
    await turnOn(report.follow, phone)
    await ask(report.follow, 'never@example.org')
    await server.db
      .updateTable('reporterContact')
      .set({ codeExpiresAt: new Date(databaseTime().getTime() - 1000) })
      .where('email', '=', 'never@example.org')
      .execute()
    await forgetUnconfirmed(server.db)
    const addresses = await server.db.selectFrom('reporterContact').select('email').execute()
    expect(addresses.map(({ email }) => email)).not.toContain('never@example.org')
    await open(report._id)
    await lookAgain()
    await phone.until(1)
    await postAsVisitor('/follow/erase', { follow: report.follow })
    await eventually(async () => {
      const contacts = await server.db.selectFrom('reporterContact').select('devices').execute()
      expect(JSON.stringify(contacts)).not.toContain(phone.subscription.endpoint)
    })
  })

  test('are refused for addresses inside the network, and limited', async () => {
    const { follow: token } = await sent()
    const inside = push.device()
    inside.subscription.endpoint = 'https://127.0.0.1/x'
    expect((await turnOn(token, inside)).json().fields).toEqual({ 'device.endpoint': 'form.url' })
    const answers: number[] = []
    for (let count = 0; count < 11; count++) answers.push((await turnOn(token, push.device())).statusCode)
    expect(answers).toEqual([...Array(10).fill(200), 429])
    expect((await follow(token)).devices).toHaveLength(5)
  })
})
