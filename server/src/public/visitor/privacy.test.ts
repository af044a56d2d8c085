import { describe, expect, test } from 'vitest'
import {
  type Aoi,
  Board,
  type BoardEntry,
  type BoardSettings,
  type FollowedReport,
  type HeldReportWithTwins,
  type LogEntry,
  type Twin,
} from '#contract'
import { deletedMembers } from '../../people/user/erase.ts'
import { runBatch } from '../../platform/clock/batch.ts'
import { newId } from '../../platform/db/id.ts'
import { reportForm } from '../../testing/events.ts'
import { addMember } from '../../testing/people.ts'
import { formOf } from '../../testing/server.ts'
import { visitorScene } from '../../testing/visitors.ts'

const scene = await visitorScene()
const { server, home, dana, adam, flood, photo, newLine, sent, follow, postAsVisitor, open } = scene

let nonces = 1_700_000_000_000
const newNonce = () => String(nonces++)
let places = 0
const newPlace = (): [number, number] => [20 + places++ / 10, 45]

const write = async ({ number }: { number: number }, text: string, more: object = {}, who = dana) => {
  const answer = await server.as(who).post(`/aoi/${number}/add-log`, { text, restricted: false, ...more })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as LogEntry
}
const merge = async (main: { _id: string }, ...others: { _id: string }[]) => {
  const answer = await server.as(dana).post(`/twin/merge/${main._id}`, { aoiIds: others.map(({ _id }) => _id) })
  expect(answer.statusCode, answer.body).toBe(200)
}
const seenBy = async (reporter: { follow: string }): Promise<FollowedReport> => {
  const [report] = (await follow(reporter.follow)).reports
  if (!report) throw new Error('the report is on the follow page')
  return report
}
const textsOf = async (reporter: { follow: string }) => (await seenBy(reporter)).entries.map(({ text }) => text)
const say = async (reporter: { follow: string; _id: string }, text: string) => {
  const answer = await postAsVisitor('/follow/answer', {
    follow: reporter.follow,
    aoiId: reporter._id,
    text,
    nonce: newNonce(),
  })
  expect(answer.statusCode, answer.body).toBe(200)
}
const show = async (reporter: { follow: string; _id: string }, text: string) => {
  const form = formOf({
    follow: reporter.follow,
    aoiId: reporter._id,
    nonce: newNonce(),
    text,
    file: { bytes: photo, name: 'tree.jpg', type: 'image/jpeg' },
  })
  const headers = { ...form.headers, 'x-api-key': '', 'x-forwarded-for': newLine() }
  const answer = await server.anyone.send('POST', '/follow/photo', { ...form, headers })
  expect(answer.statusCode, answer.body).toBe(200)
}
const rate = async (reporter: { follow: string; _id: string }, feedback: 'thanks' | 'notSolved', text = '') => {
  const body = { follow: reporter.follow, aoiId: reporter._id, feedback, text, nonce: newNonce() }
  const answer = await postAsVisitor('/follow/rate', body)
  expect(answer.statusCode, answer.body).toBe(200)
}
const erase = async (reporter: { follow: string }) =>
  expect((await postAsVisitor('/follow/erase', { follow: reporter.follow })).statusCode).toBe(200)

describe('the claim of a reporter that its report is the same event', () => {
  const settings = { isOn: true, typeIds: [flood.id], states: ['new', 'inProgress', 'done'], cellMetres: 500, days: 30 }
  const openBoard = async () => {
    const answer = await server.as(adam).patch('/board', { ...settings, origins: [], timeZone: 'UTC' })
    return new URL((answer.json() as BoardSettings).link ?? '').searchParams.get('token') ?? ''
  }
  /** Creates an event that the public board shows, and returns it with its entry on the board. */
  const shownEvent = async () => {
    const token = await openBoard()
    const at = newPlace()
    const main = await sent({ type: flood, parts: { startCoordinates: at } })
    const text = `Flood ${main.number}`
    await server.as(dana).patch(`/board/texts/${main._id}`, { text })
    const headers = { 'x-api-key': '', 'x-forwarded-for': newLine() }
    const { entries } = Board.parse((await server.anyone.send('GET', `/public-board/${token}`, { headers })).json())
    const entry = entries.find((one) => one.text === text) as BoardEntry
    return { main, at, claim: { startCoordinates: at, sameAs: entry } }
  }
  const twinsOf = async ({ _id }: { _id: string }) => (await server.as(dana).get(`/twin/aoi/${_id}`)).json() as Twin[]
  const mergedInto = async ({ _id }: { _id: string }) =>
    ((await server.as(dana).get(`/twin/merged/${_id}`)).json() as Aoi[]).map(({ number }) => number)

  test('merges nothing, and its reporter can neither write on nor reopen the other event', async () => {
    const { main, claim } = await shownEvent()
    await write(main, 'Emily, we will call you at home')
    const stranger = await sent({ parts: claim })
    expect(await mergedInto(main)).toEqual([])
    expect(await seenBy(stranger)).toMatchObject({ mergedInto: null, progress: 'received', entries: [] })
    await say(stranger, 'Let me in')
    await server.as(dana).patch(`/aoi/archive/${main._id}`)
    await rate(stranger, 'notSolved')
    const { state, properties } = await open(main._id)
    expect(state).toBe('done')
    expect(properties.logs.map(({ text }) => text)).not.toContain('Let me in')
  })

  test('is a suggestion on both cards until a member decides', async () => {
    const { main, claim } = await shownEvent()
    const far = newPlace()
    const same = await sent({ parts: { ...claim, startCoordinates: far, description: 'Zebra' } })
    const other = await sent({ parts: { ...claim, startCoordinates: far, description: 'Unrelated' } })
    expect((await twinsOf(same)).filter(({ isClaimed }) => isClaimed)).toMatchObject([{ number: main.number }])
    const claimed = (await twinsOf(main)).filter(({ isClaimed }) => isClaimed).map(({ number }) => number)
    expect(claimed.toSorted()).toEqual([same.number, other.number])
    await server.as(dana).post(`/twin/dismiss/${main._id}`, { aoiIds: [other._id] })
    await merge(main, same)
    expect(await mergedInto(main)).toEqual([same.number])
    expect((await twinsOf(main)).filter(({ isClaimed }) => isClaimed)).toEqual([])
    expect((await twinsOf(other)).filter(({ isClaimed }) => isClaimed)).toEqual([])
    const { properties } = await open(same._id)
    expect(properties.logs.filter(({ change }) => change?.what === 'merged')).toMatchObject([{ username: 'dana' }])
  })

  test('of a held report is shown to its reviewer and stays a suggestion when accepted', async () => {
    const { main, claim } = await shownEvent()
    await server.as(dana).post('/review/hold', { isOn: true })
    const far = newPlace()
    const first = await sent({ parts: { ...claim, startCoordinates: far } })
    const second = await sent({ parts: { ...claim, startCoordinates: far } })
    await server.as(dana).post('/review/hold', { isOn: false })
    const taken = (await server.as(dana).post(`/review/reports/${first._id}/take`)).json() as HeldReportWithTwins
    expect(taken).toMatchObject({ sameAs: main.number, twins: [{ number: main.number, isClaimed: true }] })
    await server.as(dana).post('/review/accept', { ids: [first._id] })
    expect(await mergedInto(main)).toEqual([])
    expect((await twinsOf(first))[0]).toMatchObject({ number: main.number, isClaimed: true })
    await server.as(dana).post('/review/merge', { ids: [second._id], aoiId: main._id })
    expect(await mergedInto(main)).toEqual([second.number])
    const { properties } = await open(second._id)
    expect(properties.logs.filter(({ change }) => change?.what === 'merged')).toMatchObject([{ username: 'dana' }])
  })

  test('by a member merges at once', async () => {
    const at = { startCoordinates: [...newPlace(), 1] }
    const main: Aoi = (await server.as(dana).send('POST', '/aoi', reportForm(flood, at))).json()
    const mine: Aoi = (
      await server.as(adam).send('POST', '/aoi', reportForm(flood, { ...at, sameAs: main._id }))
    ).json()
    expect(mine.mergedInto).toMatchObject({ number: main.number })
  })
})

describe('after a merge, a reporter', () => {
  test('reads what the team wrote to all since then, and nothing that was written before', async () => {
    const first = await sent()
    const second = await sent()
    await write(first, 'Emily, leave the key under the mat')
    await write(second, 'Thank you, Dov')
    await merge(first, second)
    await write(first, 'The road is closed')
    await write(first, 'For us alone', { restricted: true })
    expect(await textsOf(second)).toEqual(['The road is closed', 'Thank you, Dov'])
    expect(await textsOf(first)).toEqual(['The road is closed', 'Emily, leave the key under the mat'])
  })

  test("joins another event only when its report's event is merged", async () => {
    const first = await sent()
    const second = await sent()
    const third = await sent()
    await merge(second, third)
    await write(second, 'To both of you')
    await write(first, 'Emily, leave the key under the mat')
    await merge(first, second)
    await write(first, 'The road is closed')
    expect(await textsOf(third)).toEqual(['The road is closed', 'To both of you'])
    expect(await textsOf(second)).toEqual(['The road is closed', 'To both of you'])
    expect(await textsOf(first)).toEqual(['The road is closed', 'Emily, leave the key under the mat'])
  })

  test('reads no words, photos or feedback of another reporter', async () => {
    const first = await sent()
    const second = await sent()
    await merge(first, second)
    for (const reporter of [first, second]) {
      await say(reporter, `Words of ${reporter.number}`)
      await show(reporter, `Photo of ${reporter.number}`)
    }
    await server.as(dana).patch(`/aoi/archive/${first._id}`)
    await rate(first, 'thanks')
    expect((await textsOf(first)).toSorted()).toEqual(['', `Photo of ${first.number}`, `Words of ${first.number}`])
    expect((await textsOf(second)).toSorted()).toEqual([`Photo of ${second.number}`, `Words of ${second.number}`])
    expect((await seenBy(second)).canRate).toBe(true)
  })

  test('keeps its words on its own report, also when the reports are taken apart', async () => {
    const first = await sent()
    const second = await sent()
    await merge(first, second)
    await say(second, 'Still rising')
    const logs = (await open(first._id)).properties.logs.filter(({ isSystem }) => !isSystem)
    expect(logs).toMatchObject([
      { text: 'Still rising', username: 'Emily Stone', authorKind: 'visitor', fromReport: second.number },
    ])
    await server.as(dana).post(`/twin/separate/${second._id}`)
    expect(await textsOf(second)).toEqual(['Still rising'])
    expect(await textsOf(first)).toEqual([])
  })

  test('keeps two reports in the same event apart', async () => {
    const first = await sent()
    const second = await sent({ cookie: first.cookie })
    const main = await sent()
    await merge(main, first, second)
    await say(second, 'About the second')
    const { reports } = await follow(first.follow)
    expect(reports.map(({ number, entries }) => [number, entries.map(({ text }) => text)])).toEqual([
      [second.number, ['About the second']],
      [first.number, []],
    ])
  })

  test('says “still there” to the team, and the main event stays as it is', async () => {
    const first = await sent()
    const second = await sent()
    await merge(first, second)
    await server.as(dana).patch(`/aoi/archive/${first._id}`)
    await rate(second, 'notSolved', 'Water in my cellar')
    const { state, properties } = await open(first._id)
    expect(state).toBe('done')
    expect(
      properties.logs
        .filter(({ text, change }) => text !== '' || change?.what === 'reporterUnsolved')
        .map(({ authorKind, fromReport }) => [authorKind, fromReport]),
    ).toEqual([
      ['visitor', second.number],
      ['visitor', second.number],
    ])
    const seen = await seenBy(second)
    expect(seen).toMatchObject({ state: 'done', progress: 'done', canRate: false })
    expect(seen.entries.map(({ text, feedback }) => feedback ?? text).toSorted()).toEqual([
      'Water in my cellar',
      'notSolved',
    ])
    expect(await textsOf(first)).toEqual([])
  })

  test('leaves the main event New with its words', async () => {
    const first = await sent()
    const second = await sent()
    await merge(first, second)
    await say(second, 'Still rising')
    await show(second, 'Look')
    expect((await open(first._id)).state).toBe('new')
    await erase(second)
    await say(first, 'Me too')
    expect((await open(first._id)).state).toBe('new')
  })

  test('does not read what a reviewer asked another reporter', async () => {
    await server.as(dana).post('/review/hold', { isOn: true })
    const first = await sent()
    const second = await sent()
    const third = await sent()
    for (const { _id, number } of [first, second])
      await server.as(dana).post('/review/ask', { ids: [_id], question: `Who lives there, ${number}?` })
    await say(first, 'My mother')
    await server.as(dana).post('/review/hold', { isOn: false })
    // `second` is merged in the request that creates the event, `third` in a later one.
    await server.as(dana).post('/review/merge', { ids: [first._id, second._id] })
    await server.as(dana).post('/review/merge', { ids: [third._id], aoiId: first._id })
    expect((await textsOf(first)).toSorted()).toEqual(['My mother', `Who lives there, ${first.number}?`])
    expect(await textsOf(second)).toEqual([`Who lives there, ${second.number}?`])
    expect(await textsOf(third)).toEqual([])
  })
})

describe('erasing an author', () => {
  const kindsIn = async ({ _id }: { _id: string }) =>
    (await open(_id)).properties.logs.map(({ text, change, authorKind, fromReport, username }) => [
      change?.what ?? text,
      authorKind,
      fromReport,
      username,
    ])

  test("an erased reporter's words, photos and feedback stay a reporter's and private", async () => {
    const first = await sent()
    const second = await sent()
    await merge(second, first)
    await say(first, 'Elm Street 7')
    await show(first, 'My door')
    await postAsVisitor('/follow/close', { follow: first.follow, aoiId: first._id })
    await server.as(dana).patch(`/aoi/archive/${second._id}`)
    await rate(first, 'notSolved', 'Still wet')
    const before = await follow(second.follow)
    await erase(first)
    expect(await follow(second.follow)).toEqual(before)
    expect(JSON.stringify(before)).not.toMatch(/Elm Street|My door|Still wet/)
    const kinds = await kindsIn(second)
    for (const what of ['Elm Street 7', 'My door', 'reporterClosed', 'reporterUnsolved', 'Still wet'])
      expect(kinds).toContainEqual([what, 'visitor', first.number, ''])
    await server.as(dana).post(`/twin/separate/${first._id}`)
    expect(await kindsIn(first)).toContainEqual(['created', 'visitor', null, ''])
  })

  test("an answer to a reviewer stays the reporter's after erasure and acceptance", async () => {
    await server.as(dana).post('/review/hold', { isOn: true })
    const first = await sent()
    const second = await sent()
    await server.as(dana).post('/review/ask', { ids: [first._id], question: 'Which door?' })
    await say(first, 'The green one')
    await show(first, 'This one')
    await server.as(dana).post('/review/hold', { isOn: false })
    await erase(first)
    const additions = await server.db.selectFrom('heldReport').select('id').where('addsTo', '=', first._id).execute()
    await server.as(dana).post('/review/accept', { ids: [first._id] })
    await server.as(dana).post('/review/accept', { ids: additions.map(({ id }) => id) })
    await server.as(dana).post('/review/merge', { ids: [second._id], aoiId: first._id })
    expect(await textsOf(second)).toEqual([])
    expect((await kindsIn(first)).filter(([what]) => what !== 'created' && what !== 'merged')).toEqual(
      expect.arrayContaining([
        ['Which door?', 'member', null, 'dana'],
        ['The green one', 'visitor', null, ''],
        ['This one', 'visitor', null, ''],
      ]),
    )
  })

  test('a member’s words stay the team’s', async () => {
    const omer = await addMember(server.db, home, home.roleId, { username: `omer${newId().slice(-6)}` })
    const first = await sent()
    const second = await sent()
    await merge(first, second)
    await write(first, 'The road is closed', {}, omer)
    const before = await seenBy(second)
    await server.as(adam).delete(`/user/delete/${omer.id}`)
    const longAgo = new Date(Date.now() - 40 * 86_400_000)
    await server.db.updateTable('member').set({ deletedAt: longAgo }).where('id', '=', omer.id).execute()
    await runBatch(server.db, 'deleted members', deletedMembers, new Date())
    expect(await seenBy(second)).toEqual(before)
    expect(await kindsIn(first)).toContainEqual(['The road is closed', 'member', null, omer.username])
  })

  test('system entries stay the system’s', async () => {
    const first = await sent()
    await server.as(dana).patch(`/aoi/archive/${first._id}`)
    await server.db
      .insertInto('logEntry')
      .values({
        id: newId(),
        aoiId: first._id,
        type: 'text',
        isSystem: true,
        change: JSON.stringify({ what: 'autoShared' }),
      })
      .execute()
    await erase(first)
    const kinds = await kindsIn(first)
    expect(kinds).toContainEqual(['autoShared', 'system', null, ''])
    expect(kinds).toContainEqual(['archived', 'member', null, 'dana'])
  })
})
