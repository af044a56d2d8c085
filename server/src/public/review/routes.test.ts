import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type {
  Aoi,
  FollowedReport,
  HeldReport,
  HeldReportWithTwins,
  ReviewResult,
  ReviewStatus,
  StateMetrics,
  Twin,
} from '#contract'
import { runBatch } from '../../platform/clock/batch.ts'
import { newId } from '../../platform/db/id.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { eventually } from '../../testing/eventually.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { formOf } from '../../testing/server.ts'
import { type ReportInput, visitorScene } from '../../testing/visitors.ts'
import { overdueReviews } from './notify.ts'

const { server, home, dana, fred, photo, linkOf, sent, follow, postAsVisitor, open } = await visitorScene()

const ok = async <T>(answer: Promise<{ statusCode: number; body: string; json: () => unknown }>): Promise<T> => {
  const { statusCode, body, json } = await answer
  expect(statusCode, body).toBe(200)
  return json() as T
}
const post = <T = ReviewResult>(who: TestMember, path: string, payload: object = {}) =>
  ok<T>(server.as(who).post(path, payload))
const hold = (who: TestMember, isOn: boolean) => post<ReviewStatus>(who, '/review/hold', { isOn })
const list = (who: TestMember, query = '') => ok<HeldReport[]>(server.as(who).get(`/review/reports?${query}`))
const status = (who: TestMember) => ok<ReviewStatus>(server.as(who).get('/review/status'))
const next = async (who: TestMember, skipped: string[] = []) =>
  (await post<{ report: HeldReportWithTwins | null }>(who, '/review/next', { skipped })).report

const newScene = async () => {
  const own = await addService(server.db, `Held ${newId()}`)
  const rina = await addMember(server.db, own, own.roleId)
  const saul = await addMember(server.db, own, own.roleId)
  const admin = await addMember(server.db, own, own.roleId, { type: 'Admin' })
  const type = await addEventType(server.db, own, { name: 'Fallen tree', questions: ['How high?'] })
  const link = await linkOf(rina)
  await hold(rina, true)
  return { own, rina, saul, admin, type, link, send: (more: ReportInput = {}) => sent({ via: link, type, ...more }) }
}
const followed = async (token: string): Promise<FollowedReport | undefined> => (await follow(token)).reports[0]
const isEvent = async (id: string) =>
  (await server.db.selectFrom('aoi').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

const counted = async (who: TestMember) => {
  const { newAois, isProgressAois, doneAois } = await ok<StateMetrics>(
    server.as(who).get('/aoi/state-metrics?type=event'),
  )
  return { newAois, isProgressAois, doneAois }
}

/** A row of the queue without the columns that an undo does not restore. */
const stored = async (id: string) => {
  const row = await server.db.selectFrom('heldReport').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { leasedBy, leasedUntil, seenAt, ...rest } = row
  return rest
}
const isAttached = async (fileId: string | null) =>
  (
    await server.db
      .selectFrom('file')
      .select('detachedAt')
      .where('id', '=', fileId ?? '')
      .executeTakeFirstOrThrow()
  ).detachedAt === null

describe('holding', () => {
  test('whether a link holds reports is chosen by an Admin, and a replacement link keeps it', async () => {
    const { rina, admin, send } = await newScene()
    await hold(rina, false)
    expect(await isEvent((await send())._id)).toBe(true)
    expect((await server.as(rina).patch('/user/invite-public-user', { holdsReports: true })).statusCode).toBe(403)
    await ok(server.as(admin).patch('/user/invite-public-user', { holdsReports: true }))
    expect(await isEvent((await send())._id)).toBe(false)
    await ok(server.as(admin).post('/user/invite-public-user/replace'))
    expect(await isEvent((await send({ via: await linkOf(rina) }))._id)).toBe(false)
    expect(await status(rina)).toMatchObject({ waiting: 2, holdsLink: true, holdsEverything: false })
  })

  test('holding everything shows since when and by whom, and waiting reports stay', async () => {
    const { rina, saul, send } = await newScene()
    expect(await status(saul)).toMatchObject({ holdsEverything: true, holdsEverythingBy: rina.username, waiting: 0 })
    const { _id } = await send()
    await hold(saul, false)
    expect(await status(rina)).toMatchObject({ holdsEverything: false, holdsEverythingSince: null, waiting: 1 })
    expect(await isEvent(_id)).toBe(false)
  })

  test('a report that is accepted while its reporter’s page is read does not vanish from that page', async () => {
    const { send } = await newScene()
    const { _id, follow: token } = await send()
    const deciding = await server.db.startTransaction().execute()
    let page: ReturnType<typeof followed> | undefined
    try {
      await sql`lock table held_report in access exclusive mode`.execute(deciding)
      page = followed(token)
      // Recognises the page by its query, because jobs of the server wait for the same lock.
      await eventually(async () => {
        const waiting = await server.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query like '%h.adds_to as report_id%'`,
        )
        expect(waiting.rowCount).toBe(1)
      })
      await sql`update held_report set state = 'accepted' where id = ${_id}`.execute(deciding)
    } finally {
      await deciding.commit().execute()
    }
    expect(await page).toMatchObject({ _id })
  })

  test('members of other services neither see the queue nor decide', async () => {
    await hold(dana, true)
    const { _id } = await sent()
    await hold(dana, false)
    expect((await list(fred)).map((report) => report._id)).not.toContain(_id)
    for (const path of ['accept', 'undo'])
      expect((await server.as(fred).post(`/review/${path}`, { ids: [_id] })).statusCode).toBe(404)
    expect((await server.as(fred).post(`/review/reports/${_id}/take`)).statusCode).toBe(404)
    expect(await post(dana, '/review/refuse', { ids: [_id], reason: 'misuse' })).toEqual({ done: [_id], left: [] })
  })

  test('a report sent twice after a lost reply is one, before and after acceptance', async () => {
    const { rina, send } = await newScene()
    const sending = { parts: { nonce: '1700000700000', key: 'k'.repeat(43), description: 'Once' } }
    const [first, second] = await Promise.all([send(sending), send(sending)])
    expect(first._id).toBe(second._id)
    await post(rina, '/review/accept', { ids: [first._id] })
    expect((await send(sending))._id).toBe(first._id)
    await server.db.deleteFrom('heldReport').where('id', '=', first._id).execute()
    expect((await send(sending))._id).toBe(first._id)
    expect(await status(rina)).toMatchObject({ waiting: 0 })
  })

  test('erasing a visitor leaves its report in the queue, without a name', async () => {
    const { rina, send } = await newScene()
    const report = await send()
    expect(await next(rina)).toMatchObject({ reporter: { name: 'Emily Stone', phone: '+1 415 555 0123' } })
    expect((await postAsVisitor('/follow/erase', { follow: report.follow })).statusCode).toBe(200)
    expect(await next(rina)).toMatchObject({ _id: report._id, reporter: { name: '', phone: null, isAnonymous: true } })
    await post(rina, '/review/accept', { ids: [report._id] })
    expect((await open(report._id, rina)).properties.creator).toBeNull()
  })
})

describe('accepting', () => {
  test('creates the same event as without review, with its number, photo, answers and time', async () => {
    const { rina, send } = await newScene()
    const creationTime = '1700000800000'
    const file = { bytes: photo, name: 'tree.jpg', type: 'image/jpeg' }
    const { _id, number, follow: token } = await send({ parts: { description: 'A tree\nfell', file, creationTime } })
    expect(await followed(token)).toMatchObject({ number, review: { state: 'received' }, entries: [] })
    const report = await next(rina)
    expect(report).toMatchObject({
      _id,
      number,
      name: 'A tree',
      description: '<p>A tree<br />fell</p>',
      type: { name: 'Fallen tree' },
      answers: [{ name: 'How high?', value: 'knee' }],
      address: expect.stringContaining('Oakland'),
      image: expect.stringContaining('/files/'),
      createdAt: '2023-11-14T22:26:40.000Z',
    })
    expect(await followed(token)).toMatchObject({ review: { state: 'seen' } })
    expect(await post(rina, '/review/accept', { ids: [_id] })).toEqual({ done: [_id], left: [] })
    const event: Aoi = await open(_id, rina)
    expect(event).toMatchObject({
      _id,
      number,
      state: 'new',
      address: report?.address,
      properties: {
        creationTime: report?.createdAt,
        name: 'A tree',
        description: '<p>A tree<br />fell</p>',
        creator: { firstName: 'Emily', lastName: 'Stone' },
        publicAction: { name: 'Fallen tree', fields: [{ name: 'How high?', value: 'knee' }] },
      },
    })
    expect(event.properties.map[0]?.image).toBe(report?.image)
    expect(await followed(token)).toMatchObject({ number, state: 'new', review: null })
    expect(await post(rina, '/review/accept', { ids: [_id] })).toEqual({ done: [], left: [_id] })
  })

  test('into a twin merges the report, and its reporter follows the main event', async () => {
    const { rina, type, send } = await newScene()
    const at = { startCoordinates: [12.5, 41.9, 1], name: 'A tree fell on the road' }
    const main: Aoi = await ok(server.as(rina).send('POST', '/aoi', reportForm(type, at)))
    const report = await send({
      parts: { startCoordinates: [12.5, 41.9003], description: 'The tree fell on our road' },
    })
    const { twins } = (await next(rina)) ?? { twins: [] as Twin[] }
    expect(twins.map(({ _id }) => _id)).toEqual([main._id])
    await post(rina, '/review/merge', { ids: [report._id], aoiId: main._id })
    expect(await followed(report.follow)).toMatchObject({ mergedInto: main.number, review: null })
    expect((await list(rina, 'state=accepted'))[0]).toMatchObject({ _id: report._id, mergedInto: main.number })
    expect((await server.as(rina).post('/review/merge', { ids: [report._id], aoiId: newId() })).statusCode).toBe(404)
  })
})

describe('accepting in other ways', () => {
  test('accepting as another type moves answers to the description, and undo restores them', async () => {
    const { own, rina, send } = await newScene()
    const other = await addEventType(server.db, own, { name: 'Blocked road', questions: ['Which lane?'] })
    const { _id } = await send({ parts: { description: 'A tree' } })
    const before = await stored(_id)
    expect((await post(rina, '/review/accept', { ids: [_id], typeId: other.id })).done).toEqual([_id])
    const { properties } = await open(_id, rina)
    expect(properties.publicAction).toMatchObject({ name: 'Blocked road', fields: [] })
    expect(properties.description).toBe('<p>A tree</p><p>How high?: knee</p>')
    await post(rina, '/review/undo', { ids: [_id] })
    expect((await next(rina))?.type.name).toBe('Fallen tree')
    expect(await stored(_id)).toEqual(before)
    const foreign = await server.as(rina).post('/review/accept', { ids: [_id], typeId: newId() })
    expect(foreign.statusCode).toBe(404)
  })

  test('a selection becomes one event with all its reporters, and undo separates it', async () => {
    const { rina, send } = await newScene()
    const sentReports = [await send(), await send(), await send()]
    const ids = sentReports.map(({ _id }) => _id)
    const before = await Promise.all(ids.map(stored))
    // The main report is the first of the selection, not the report with the smallest id.
    const chosen = [ids[1], ids[0], ids[2]]
    expect((await post(rina, '/review/merge', { ids: chosen })).done.toSorted()).toEqual(ids.toSorted())
    expect((await open(ids[1] ?? '', rina)).mergedCount).toBe(2)
    expect(await followed(sentReports[2]?.follow ?? '')).toMatchObject({ mergedInto: sentReports[1]?.number })
    expect((await post(rina, '/review/undo', { ids })).done.toSorted()).toEqual(ids.toSorted())
    expect(await Promise.all(ids.map(stored))).toEqual(before)
    for (const id of ids) expect(await isEvent(id)).toBe(false)
  })

  test('bulk decisions use the ids of matches, and field names never match', async () => {
    const { rina, type, send } = await newScene()
    const elm = await send({ parts: { description: 'Elm tree' } })
    await send({ parts: { description: 'Oak' } })
    const idsOf = (query: string) => ok<string[]>(server.as(rina).get(`/review/report-ids?${query}`))
    expect(await idsOf('text=elm')).toEqual([elm._id])
    expect(await idsOf(`typeId=${type.id}`)).toHaveLength(2)
    expect(await idsOf('text=startCoordinates')).toEqual([])
    expect(await idsOf('state=refused')).toEqual([])
  })
})

describe('what the reporter reads', () => {
  test('a refusal, with its reason and the words of the reviewer, and no more entries', async () => {
    const { rina, send } = await newScene()
    const { _id, follow: token } = await send()
    expect((await server.as(rina).post('/review/refuse', { ids: [_id], reason: 'other' })).statusCode).toBe(400)
    await post(rina, '/review/refuse', { ids: [_id], reason: 'outsideArea', text: 'Call the next town' })
    expect(await followed(token)).toMatchObject({
      review: { state: 'refused', reason: 'outsideArea', reasonText: 'Call the next town' },
    })
    const answer = await postAsVisitor('/follow/answer', { follow: token, aoiId: _id, text: 'But why?', nonce: '1' })
    expect(answer.json()).toMatchObject({ statusCode: 409, code: 'archived' })
  })

  test('a question, whose answer brings the report back and becomes part of the event', async () => {
    const { rina, saul, send } = await newScene()
    const { _id, follow: token } = await send()
    await post(rina, '/review/ask', { ids: [_id], question: 'Which lane is blocked?' })
    expect(await next(saul)).toBeNull()
    expect(await status(saul)).toMatchObject({ waiting: 0, asked: 1 })
    expect(await followed(token)).toMatchObject({
      review: { state: 'asked' },
      entries: [{ text: 'Which lane is blocked?', isMine: false }],
    })
    const answer = { follow: token, aoiId: _id, text: 'The left one', nonce: '7' }
    for (const _time of ['once', 'again']) expect((await postAsVisitor('/follow/answer', answer)).statusCode).toBe(200)
    await postAsVisitor('/follow/answer', { ...answer, text: 'And the middle one', nonce: '8' })
    expect((await next(saul))?.questions.map(({ answer }) => answer)).toEqual(['The left one', 'And the middle one'])
    await post(saul, '/review/accept', { ids: [_id] })
    const { properties } = await open(_id, rina)
    const entries = properties.logs.filter(({ isSystem }) => !isSystem)
    expect(entries.map(({ username, text }) => [username, text]).toSorted()).toEqual(
      [
        ['Emily Stone', 'The left one'],
        ['Emily Stone', 'And the middle one'],
        [rina.username, 'Which lane is blocked?'],
      ].toSorted(),
    )
    const texts = (await followed(token))?.entries.map(({ text, isMine }) => [text, isMine])
    expect(texts).toContainEqual(['Which lane is blocked?', false])
    expect(texts).toContainEqual(['The left one', true])
  })

  test('reviewers alone see how many earlier reports of the visitor were marked as false', async () => {
    const { rina, send } = await newScene()
    const first = await send()
    await post(rina, '/review/refuse', { ids: [first._id], reason: 'false' })
    const second = await send({ cookie: first.cookie, parts: { description: 'Again' } })
    expect(await next(rina)).toMatchObject({ _id: second._id, reporter: { falseReports: 1 } })
  })
})

describe('undo', () => {
  test('restores the state before each decision', async () => {
    const { rina, own, type, send } = await newScene()
    const main: Aoi = await ok(server.as(rina).send('POST', '/aoi', reportForm(type)))
    const file = { bytes: photo, name: 'tree.jpg', type: 'image/jpeg' }
    const { _id, follow: token } = await send({ parts: { file, description: 'Undo me' } })
    await next(rina)
    const before = await stored(_id)
    const pageBefore = await followed(token)
    const countedBefore = await counted(rina)
    const decisions: [path: string, body: object][] = [
      ['accept', {}],
      ['merge', { aoiId: main._id }],
      ['refuse', { reason: 'unclear', text: 'What?' }],
      ['ask', { question: 'Where?' }],
      ['hand', { roleId: own.roleId }],
    ]
    for (const [path, body] of decisions) {
      expect((await post(rina, `/review/${path}`, { ids: [_id], ...body })).done, path).toEqual([_id])
      expect(await stored(_id), path).not.toEqual(before)
      expect((await counted(rina)).newAois, path).toBe(countedBefore.newAois + (path === 'accept' ? 1 : 0))
      expect(await post(rina, '/review/undo', { ids: [_id] }), path).toEqual({ done: [_id], left: [] })
      expect(await stored(_id), path).toEqual(before)
      expect(await followed(token), path).toEqual(pageBefore)
      expect(await isEvent(_id), path).toBe(false)
      expect(await counted(rina), path).toEqual(countedBefore)
      expect(await isAttached(before.imageFileId), path).toBe(true)
      expect(await post(rina, '/review/undo', { ids: [_id] }), path).toEqual({ done: [], left: [_id] })
    }
    expect((await open(main._id, rina)).mergedCount).toBe(0)
    expect((await next(rina))?._id).toBe(_id)
  })

  test('returns the report to the screen, before an older one', async () => {
    const { rina, send } = await newScene()
    const older = await send()
    const newer = await send()
    expect((await next(rina))?._id).toBe(older._id)
    await post(rina, '/review/refuse', { ids: [newer._id], reason: 'unclear' })
    await post(rina, '/review/undo', { ids: [newer._id] })
    expect((await next(rina))?._id).toBe(newer._id)
    await post(rina, '/review/accept', { ids: [newer._id] })
    expect((await next(rina))?._id).toBe(older._id)
  })

  test('keeps an event on which somebody has worked, and a question that was answered', async () => {
    const { rina, saul, send } = await newScene()
    const { _id, number } = await send()
    await post(rina, '/review/accept', { ids: [_id] })
    await ok(server.as(saul).post(`/aoi/${number}/add-log`, { text: 'On my way' }))
    expect(await post(rina, '/review/undo', { ids: [_id] })).toEqual({ done: [], left: [_id] })
    expect((await open(_id, rina)).properties.logs.map(({ text }) => text)).toContain('On my way')
    const asked = await send()
    await post(rina, '/review/ask', { ids: [asked._id], question: 'Where?' })
    await postAsVisitor('/follow/answer', { follow: asked.follow, aoiId: asked._id, text: 'Here', nonce: '1' })
    expect(await post(rina, '/review/undo', { ids: [asked._id] })).toEqual({ done: [], left: [asked._id] })
  })
})

describe('several reviewers', () => {
  test('work through 300 reports, each of which is reviewed exactly once', async () => {
    const { own, rina, saul, type } = await newScene()
    await sql`
      insert into held_report (id, service_id, is_anonymous, event_type_id, draft, nonce, content_hash)
      select gen_random_uuid(), ${own.id}, true, ${type.id}, jsonb_build_object('name', 'Report ' || i, 'type', 'default',
        'description', '', 'forSensors', false, 'startCoordinates', json_build_object('lng', i / 10.0, 'lat', 0, 'altitude', 1),
        'publicAction', json_build_object('publicActionId', ${type.id}::text, 'fields', '[]'::json)), i, '\\x00'
      from generate_series(1, 300) i`.execute(server.db)
    const reviewed: string[] = []
    const work = async (who: TestMember, path: string, body: object) => {
      for (let report = await next(who); report; report = await next(who)) {
        expect((await post(who, `/review/${path}`, { ids: [report._id], ...body })).done).toEqual([report._id])
        reviewed.push(report._id)
      }
    }
    await Promise.all([work(rina, 'accept', {}), work(saul, 'refuse', { reason: 'unclear' })])
    expect(reviewed).toHaveLength(300)
    expect(new Set(reviewed).size).toBe(300)
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::int as count from held_report where service_id = ${own.id} group by 1`.execute(server.db)
    const counts = Object.fromEntries(rows.map(({ state, count }) => [state, count]))
    expect((counts.accepted ?? 0) + (counts.refused ?? 0)).toBe(300)
  })

  test('a report is leased to one screen until it is released, skipped or expired', async () => {
    const { rina, saul, send } = await newScene()
    const first = await send()
    const second = await send()
    expect((await next(rina))?._id).toBe(first._id)
    expect((await next(rina))?._id).toBe(first._id)
    expect((await next(saul))?._id).toBe(second._id)
    expect((await server.as(saul).post(`/review/reports/${first._id}/take`)).statusCode).toBe(409)
    expect(await post(saul, '/review/accept', { ids: [first._id, second._id] })).toEqual({
      done: [second._id],
      left: [first._id],
    })
    expect((await list(saul))[0]).toMatchObject({ _id: first._id, reviewer: rina.username })
    await server.db
      .updateTable('heldReport')
      .set({ leasedUntil: new Date(0) })
      .where('id', '=', first._id)
      .execute()
    expect((await next(saul))?._id).toBe(first._id)
    await post(saul, `/review/reports/${first._id}/release`)
    const third = await send()
    expect((await next(rina, [first._id]))?._id).toBe(third._id)
    expect((await next(saul))?._id).toBe(first._id)
  })

  test('concurrent requests of one reviewer return the same report', async () => {
    const { rina, saul, send } = await newScene()
    const ids = [(await send())._id, (await send())._id, (await send())._id]
    const answers = await Promise.all(Array.from({ length: 6 }, () => next(rina)))
    expect(new Set(answers.map((report) => report?._id))).toEqual(new Set([ids[0]]))
    expect((await next(saul))?._id).toBe(ids[1])
  })

  test('a selection is decided at once, and undone at once', async () => {
    const { rina, send } = await newScene()
    const ids = [await send(), await send(), await send({ parts: { description: 'Elm tree' } })].map(({ _id }) => _id)
    expect((await list(rina, 'text=elm')).map(({ _id }) => _id)).toEqual([ids[2]])
    expect((await post(rina, '/review/accept', { ids })).done.toSorted()).toEqual(ids.toSorted())
    expect((await post(rina, '/review/undo', { ids })).done.toSorted()).toEqual(ids.toSorted())
    expect((await post(rina, '/review/refuse', { ids, reason: 'misuse' })).done.toSorted()).toEqual(ids.toSorted())
    expect(await status(rina)).toMatchObject({ waiting: 0 })
  })

  test('a report assigned to a role is for its members and for Admins', async () => {
    const { own, rina, saul, admin, send } = await newScene()
    const roleId = newId()
    await server.db.insertInto('role').values({ id: roleId, serviceId: own.id, name: 'Foresters' }).execute()
    await server.db.updateTable('member').set({ roleId }).where('id', '=', saul.id).execute()
    const { _id } = await send()
    await next(rina)
    await post(rina, '/review/hand', { ids: [_id], roleId })
    expect(await next(rina)).toBeNull()
    expect(await status(rina)).toMatchObject({ waiting: 0 })
    expect(await next(saul)).toMatchObject({ _id, roleId })
    await post(saul, `/review/reports/${_id}/release`)
    expect((await next(admin))?._id).toBe(_id)
    const foreign = await server.as(rina).post('/review/hand', { ids: [_id], roleId: home.roleId })
    expect(foreign.statusCode).toBe(404)
  })
})

describe('notifications', () => {
  const messages = async (serviceId: string, kind: string) => {
    const rows = await server.db
      .selectFrom('delivery')
      .select('memberId')
      .where('serviceId', '=', serviceId)
      .where('kind', '=', kind)
      // Excludes deliveries that moved to another channel.
      .where('originId', 'is', null)
      .execute()
    return rows.map(({ memberId }) => memberId ?? '').toSorted()
  }

  test('reviewers once for many reports, and again after the queue was empty', async () => {
    const { own, rina, saul, admin, send } = await newScene()
    await addMember(server.db, own, own.viewerRoleId)
    const everyone = [rina, saul, admin].map(({ id }) => id)
    const ids = [await send(), await send(), await send()].map(({ _id }) => _id)
    expect(await messages(own.id, 'review')).toEqual(everyone.toSorted())
    await post(rina, '/review/refuse', { ids, reason: 'misuse' })
    await send()
    expect(await messages(own.id, 'review')).toEqual([...everyone, ...everyone].toSorted())
  })

  test('Admins once when reports wait too long, and again for the next backlog', async () => {
    const { own, rina, admin, send } = await newScene()
    await ok(server.as(admin).patch('/review/settings', { alertMinutes: 20 }))
    const overdueNotices = () => messages(own.id, 'reviewOverdue')
    /** Runs the job that notifies of overdue reports, after the report has waited for this long. */
    const waitedFor = async (id: string, minutes: number) => {
      const waitingSince = new Date(Date.now() - minutes * 60_000)
      await server.db.updateTable('heldReport').set({ waitingSince }).where('id', '=', id).execute()
      await runBatch(server.db, 'overdue reviews', overdueReviews, new Date())
    }
    const first = await send()
    await waitedFor(first._id, 15)
    expect(await overdueNotices()).toEqual([])
    await waitedFor(first._id, 21)
    await eventually(async () => expect(await overdueNotices()).toEqual([admin.id]))
    const second = await send()
    await waitedFor(second._id, 25)
    expect(await overdueNotices()).toEqual([admin.id])
    await post(rina, '/review/accept', { ids: [first._id, second._id] })
    await runBatch(server.db, 'overdue reviews', overdueReviews, new Date())
    await waitedFor((await send())._id, 25)
    await eventually(async () => expect(await overdueNotices()).toEqual([admin.id, admin.id]))
  })
})

describe('photos that are added to a report', () => {
  const addPhoto = async (report: { follow: string; _id: string }, nonce = '1') => {
    const form = formOf({
      follow: report.follow,
      aoiId: report._id,
      nonce,
      text: 'The other side',
      file: { bytes: photo, name: 'tree.jpg', type: 'image/jpeg' },
    })
    await ok(server.anyone.send('POST', '/follow/photo', form))
  }
  const entriesOf = async (id: string, who: TestMember) =>
    (await open(id, who)).properties.logs.filter(({ isSystem }) => !isSystem)

  test('wait until they are accepted, become an entry of the event, and come back by undo', async () => {
    const { rina, send } = await newScene()
    const report = await send()
    await addPhoto(report)
    await addPhoto(report)
    const [, addition] = await list(rina)
    expect(addition).toMatchObject({ addsTo: report.number, name: 'The other side', image: expect.any(String) })
    const ids = [addition?._id ?? '']
    // A photo can be accepted only once its report has an event, and its sender cannot be asked about it.
    expect(await post(rina, '/review/accept', { ids })).toEqual({ done: [], left: ids })
    expect(await post(rina, '/review/ask', { ids, question: 'Why?' })).toEqual({ done: [], left: ids })
    await post(rina, '/review/accept', { ids: [report._id] })
    expect(await entriesOf(report._id, rina)).toEqual([])
    expect(await followed(report.follow)).toMatchObject({
      progress: 'seen',
      entries: [{ text: 'The other side', review: 'waiting', isMine: true, photo: addition?.image }],
    })

    expect(await post(rina, '/review/accept', { ids })).toEqual({ done: ids, left: [] })
    expect(await entriesOf(report._id, rina)).toMatchObject([
      { text: 'The other side', photo: addition?.image, username: 'Emily Stone' },
    ])
    expect((await followed(report.follow))?.entries).toMatchObject([{ review: null, photo: addition?.image }])
    expect(await post(rina, '/review/undo', { ids })).toEqual({ done: ids, left: [] })
    expect(await entriesOf(report._id, rina)).toEqual([])
    const row = await server.db.selectFrom('heldReport').selectAll().where('id', 'in', ids).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'waiting', entryId: null })
    expect(await isAttached(row.imageFileId)).toBe(true)
    await post(rina, '/review/refuse', { ids, reason: 'privacy' })
    expect((await followed(report.follow))?.entries).toMatchObject([{ review: 'refused' }])
  })

  test('merging a selection leaves photos in the queue, for the event of their report', async () => {
    const { rina, send } = await newScene()
    const report = await send()
    const other = await send()
    await addPhoto(report)
    const photoId = (await list(rina)).find(({ addsTo }) => addsTo !== null)?._id ?? ''
    const ids = [photoId, report._id, other._id]
    expect(await post(rina, '/review/merge', { ids })).toEqual({ done: [report._id, other._id], left: [photoId] })
    expect((await open(report._id, rina)).mergedCount).toBe(1)
    expect(await post(rina, '/review/merge', { ids: [photoId] })).toEqual({ done: [], left: [photoId] })
    expect(await post(rina, '/review/accept', { ids: [photoId] })).toEqual({ done: [photoId], left: [] })
    expect(await entriesOf(report._id, rina)).toHaveLength(1)
  })

  test('a reporter withdraws a waiting report with its photos, and it leaves the queue', async () => {
    const { rina, send } = await newScene()
    const report = await send()
    await addPhoto(report)
    await ok(postAsVisitor('/follow/close', { follow: report.follow, aoiId: report._id }))
    expect(await status(rina)).toMatchObject({ waiting: 0 })
    expect(await followed(report.follow)).toMatchObject({ progress: 'closed', canClose: false })
    expect(await list(rina, 'state=refused')).toMatchObject([{ reason: 'withdrawn' }, { reason: 'withdrawn' }])
    expect(await post(rina, '/review/accept', { ids: [report._id] })).toEqual({ done: [], left: [report._id] })
  })
})
