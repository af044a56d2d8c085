import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Aoi, AoiPage, GenericMetrics, Metric, MetricResult, Twin, TwinGroup } from '#contract'
import { seeded } from '../../demo/random.ts'
import { readTile, tileAt } from '../../memory/tile/testing.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, type TestMember } from '../../testing/people.ts'
import { formOf } from '../../testing/server.ts'
import { visitorScene } from '../../testing/visitors.ts'

const { server, home, dana, adam, fred, sent, follow, postAsVisitor } = await visitorScene()
const omer = await addMember(server.db, home, home.roleId, { username: 'omer' })
const viewer = await addMember(server.db, home, home.viewerRoleId, { username: 'vera' })
const tree = await addEventType(server.db, home, { name: 'Fallen tree' })

let places = 0
const newPlace = (): [number, number] => [10 + (places++ % 100) / 10, 40 + Math.floor(places / 100) / 10]
const beside = ([lng, lat]: [number, number], metres: number): [number, number] => [lng, lat + metres / 111_320]

const report = async (who: TestMember, more: Record<string, unknown> = {}): Promise<Aoi> => {
  const answer = await server
    .as(who)
    .send('POST', '/aoi', reportForm(tree, { name: 'A tree fell on the road', ...more }))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const openNonce = async (who: TestMember, nonce: string) =>
  (await server.as(who).get(`/aoi/nonce-pro/${nonce}`)).json() as Aoi
const merge = async (main: Aoi, others: Aoi[], who = dana) => {
  const answer = await server.as(who).post(`/twin/merge/${main._id}`, { aoiIds: others.map(({ _id }) => _id) })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as Aoi
}
const separate = async ({ _id }: Aoi, who = dana) => {
  const answer = await server.as(who).post(`/twin/separate/${_id}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as { aoiIds: string[] }
}
const listed = async (query: string, who = dana) =>
  ((await server.as(who).get(`/aoi/filtered?${query}`)).json() as AoiPage).total.map(({ number }) => number)
const boxAround = ([lng, lat]: [number, number]) => `bbox=${lng - 0.01},${lat - 0.01},${lng + 0.01},${lat + 0.01}`

describe('merging', () => {
  test('lists, search, counters and map show the main event, and all after separating', async () => {
    const place = newPlace()
    const at = { startCoordinates: [...place, 1], creationTime: '1600000000000' }
    const main = await report(dana, { ...at, name: 'Oak Quercusia' })
    const others = [
      await report(omer, { ...at, name: 'Quercusia two' }),
      await report(adam, { ...at, name: 'Quercusia three' }),
    ]
    const all = [main, ...others].map(({ number }) => number)
    const metric = (
      await server.as(adam).post('/metrics', {
        name: 'Trees',
        shortName: 'Trees',
        metricType: 'BY_POSTS',
        metricCountType: 'COUNT_POSTS',
        conditions: [{ type: 'BY_PUBLIC_ACTION', publicActionIds: [tree.id] }],
      })
    ).json() as Metric
    const counted = async () => {
      const period = 'startTime=1599999999000&endTime=1600000001000'
      const generic = (await server.as(dana).get(`/aoi/generic-metrics?${period}`)).json() as GenericMetrics
      const state = (await server.as(dana).get(`/aoi/state-metrics?${period}`)).json() as GenericMetrics
      expect(state.newAois + state.isProgressAois).toBe(generic.newAois + generic.isProgressAois)
      const { value } = (await server.as(dana).get(`/metrics/${metric._id}/calculate?${period}`)).json() as MetricResult
      const { z, x, y } = tileAt(20, ...place)
      const tile = await server.as(dana).get(`/aoi/tiles/${z}/${x}/${y}`)
      const { points, clusters } = readTile(tile.rawPayload)
      return {
        lists: [(await listed(boxAround(place))).toSorted(), (await listed('search=quercusia')).toSorted()],
        counts: [generic.newAois + generic.isProgressAois, value],
        marks: points.map(({ merged = 0 }) => merged + 1),
        clustered: clusters.map(({ count }) => count),
      }
    }
    const apart = { lists: [all, all], counts: [3, 3], marks: [], clustered: [3] }
    expect(await counted()).toEqual(apart)
    expect((await merge(main, others)).mergedCount).toBe(2)
    const together = { lists: [[main.number], [main.number]], counts: [1, 1], marks: [3], clustered: [] }
    expect(await counted()).toEqual(together)
    const merged = (await server.as(dana).get(`/twin/merged/${main._id}`)).json() as Aoi[]
    expect(merged.map(({ number }) => number)).toEqual(others.map(({ number }) => number))
    const rest = (await server.as(dana).get(`/twin/merged/${main._id}?offset=1`)).json() as Aoi[]
    expect(rest.map(({ number }) => number)).toEqual([others[1]?.number])
    expect(merged[0]).toMatchObject({
      properties: { name: 'Quercusia two', creatorID: omer.id },
      mergedInto: { number: main.number },
    })
    await separate(main)
    expect(await counted()).toEqual(apart)
  })

  test('changes neither the time of the last change of any report nor what members have read', async () => {
    const main = await report(dana)
    const other = await report(omer)
    const rows = async () => {
      const { total } = (await server.as(adam).get('/aoi/filtered')).json() as AoiPage
      return total.filter(({ _id }) => [main._id, other._id].includes(_id))
    }
    const changedAt = async () => {
      const { rows } = await server.pool.query<{ at: Date }>(
        'select changed_at as at from aoi where id = any($1) order by number',
        [[main._id, other._id]],
      )
      return rows.map(({ at }) => at.toISOString())
    }
    await openNonce(adam, main.properties.nonce)
    const before = await changedAt()
    await merge(main, [other])
    expect(await changedAt()).toEqual(before)
    expect(await rows()).toMatchObject([{ _id: main._id, isRead: true, mergedCount: 1 }])
    await separate(main)
    expect(await changedAt()).toEqual(before)
    expect(Object.fromEntries((await rows()).map(({ _id, isRead }) => [_id, isRead]))).toEqual({
      [main._id]: true,
      [other._id]: false,
    })
  })

  test('links, entries, shares and the archive of a merged report lead to the main one', async () => {
    const main = await report(dana)
    const other = await report(omer)
    await merge(main, [other])
    expect((await openNonce(omer, other.properties.nonce))._id).toBe(main._id)
    for (const text of [`${other.number}`, `%23${other.number}`, `${main.number}`])
      expect(await listed(`search=${text}`)).toContain(main.number)
    await server.as(omer).post(`/aoi/${other.number}/add-log`, { text: 'Still lying there' })
    await server.as(omer).post(`/aoi/${other._id}/share`, { usersId: [adam.id], targetAoi: other._id })
    const opened = await openNonce(dana, main.properties.nonce)
    expect(opened.properties.logs.map(({ text }) => text)).toContain('Still lying there')
    expect(opened.shares.map(({ userId }) => userId)).toEqual([adam.id])
    expect(opened.state).toBe('inProgress')
    expect((await server.as(omer).patch(`/aoi/archive/${other._id}`)).json()).toMatchObject({
      _id: main._id,
      state: 'done',
    })
  })

  test('a merged report and its main event cannot be edited or deleted until separated', async () => {
    const main = await report(dana)
    const other = await report(dana)
    await merge(main, [other])
    const refusals = [
      await server.as(dana).delete(`/aoi/${main._id}`),
      await server.as(dana).delete(`/aoi/${other._id}`),
      await server.as(dana).send('PATCH', `/aoi/${other.number}`, reportForm(tree, { name: 'Other' })),
    ]
    for (const answer of refusals) expect(answer.json()).toMatchObject({ statusCode: 409, code: 'merged' })
    await separate(other)
    expect((await server.as(dana).delete(`/aoi/${main._id}`)).statusCode).toBe(200)
  })

  test('a share of a merged report leads to the main event', async () => {
    const main = await report(dana)
    const other = await report(dana)
    await server.as(dana).post(`/aoi/${other._id}/share`, { usersId: [omer.id], targetAoi: other._id })
    await merge(main, [other])
    expect(await listed('type=shared', omer)).toContain(main.number)
    expect(await listed('type=shared', omer)).not.toContain(other.number)
    await server.as(omer).post(`/aoi/${main._id}/share-done`)
    expect(await listed('type=shared', omer)).not.toContain(main.number)
  })

  test('a share from another service stays with the merged report', async () => {
    const main = await report(dana)
    const other = await report(dana)
    await server.db.insertInto('share').values({ aoiId: other._id, memberId: fred.id, source: 'member' }).execute()
    await merge(main, [other])
    expect(await listed('type=shared', fred)).toEqual([other.number])
    expect(await openNonce(fred, other.properties.nonce)).toMatchObject({ _id: other._id, mergedInto: null })
    expect((await openNonce(dana, main.properties.nonce)).mergedCount).toBe(1)
    expect((await server.as(fred).get(`/aoi/nonce-pro/${main.properties.nonce}`)).statusCode).toBe(404)
    expect((await server.as(fred).get(`/twin/merged/${main._id}`)).statusCode).toBe(404)
    await server.as(fred).post(`/aoi/${other._id}/share-done`)
    expect(await listed('type=shared', fred)).toEqual([])
  })

  test('a main event is merged with its reports, and separated in the same steps', async () => {
    const first = await report(dana)
    const second = await report(dana)
    const third = await report(dana)
    await merge(second, [third])
    await merge(first, [second])
    expect((await openNonce(dana, third.properties.nonce))._id).toBe(first._id)
    expect((await openNonce(dana, first.properties.nonce)).mergedCount).toBe(2)
    await separate(first)
    expect((await openNonce(dana, third.properties.nonce))._id).toBe(second._id)
    expect((await openNonce(dana, first.properties.nonce)).mergedCount).toBe(0)
  })

  test('is allowed for archived events, audited like separating, published, and needs the right', async () => {
    const main = await report(dana)
    const other = await report(dana)
    await server.as(dana).patch(`/aoi/archive/${other._id}`)
    expect((await server.as(viewer).post(`/twin/merge/${main._id}`, { aoiIds: [other._id] })).statusCode).toBe(403)
    expect((await server.as(fred).post(`/twin/merge/${main._id}`, { aoiIds: [other._id] })).statusCode).toBe(404)
    expect((await merge(main, [other])).state).toBe('new')
    await separate(other)
    expect((await openNonce(dana, other.properties.nonce)).state).toBe('done')
    const audited = await server.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('targetId', '=', main._id)
      .execute()
    expect(audited.map(({ action }) => action)).toEqual(['aoi.merge', 'aoi.separate'])
    const messages = await server.db.selectFrom('outbox').select('body').execute()
    expect(messages.filter(({ body }) => JSON.stringify(body).includes(other._id)).length).toBeGreaterThanOrEqual(4)
  })

  test('events of another service, activities and the event itself are not merged', async () => {
    const main = await report(dana)
    const foreignType = await addEventType(server.db, { id: fred.serviceId }, { name: 'Theirs' })
    const theirs = (await server.as(fred).send('POST', '/aoi', reportForm(foreignType))).json() as Aoi
    expect((await server.as(dana).post(`/twin/merge/${main._id}`, { aoiIds: [theirs._id] })).statusCode).toBe(404)
    expect((await merge(main, [main])).mergedCount).toBe(0)
  })
})

describe('visitors', () => {
  test("follow the main event's state and public texts, not another visitor's words", async () => {
    const first = await sent()
    const second = await sent()
    const answer = await server.as(dana).post(`/twin/merge/${first._id}`, { aoiIds: [second._id] })
    const main = answer.json() as Aoi
    await postAsVisitor('/follow/answer', { follow: first.follow, aoiId: first._id, text: 'My own words', nonce: '1' })
    await server.as(dana).post(`/aoi/${main.number}/add-log`, { text: 'On our way', restricted: false })
    await server.as(dana).post(`/aoi/${main.number}/add-log`, { text: 'For us alone' })
    const [seen] = (await follow(second.follow)).reports
    expect(seen).toMatchObject({ number: second.number, mergedInto: main.number, state: 'inProgress' })
    expect(seen?.entries.map(({ text }) => text)).toEqual(['On our way'])
    await postAsVisitor('/follow/answer', { follow: second.follow, aoiId: second._id, text: 'Thank you', nonce: '2' })
    const texts = (await openNonce(dana, main.properties.nonce)).properties.logs.map(({ text }) => text)
    expect(texts).toEqual(expect.arrayContaining(['My own words', 'Thank you']))

    await server.as(dana).post(`/twin/separate/${second._id}`)
    const [apart] = (await follow(second.follow)).reports
    expect(apart).toMatchObject({ mergedInto: null, state: 'new', entries: [{ text: 'Thank you' }] })
  })
})

describe('undo', () => {
  /** Everything stored about reports, except system entries and revisions. */
  const stateOf = async (ids: string[]) => {
    const rows = async (table: string, key: string) =>
      (
        await sql`select to_jsonb(t) - 'revision' as row from ${sql.table(table)} t where ${sql.ref(key)} = any(${ids}::uuid[])
        ${table === 'log_entry' ? sql`and not is_system` : sql``} order by (to_jsonb(t) - 'revision')::text`.execute(
          server.db,
        )
      ).rows
    return {
      aoi: await rows('aoi', 'id'),
      answers: await rows('aoi_answer', 'aoi_id'),
      entries: await rows('log_entry', 'aoi_id'),
      shares: await rows('share', 'aoi_id'),
      reads: await rows('aoi_read', 'aoi_id'),
    }
  }

  test.each([1, 2])('of 20 merged reports restores 20 exactly, after edits in between (seed %i)', async (seed) => {
    const random = seeded(seed)
    const main = await report(dana)
    const others: Aoi[] = []
    for (let index = 0; index < 20; index++) {
      const one = await report(random.pick([dana, omer, adam]), { description: `<p>Report ${index}</p>` })
      others.push(one)
      if (random.isLucky(0.4)) await server.as(adam).post(`/aoi/${one.number}/add-log`, { text: `Entry ${index}` })
      if (random.isLucky(0.3)) await server.as(dana).post(`/aoi/${one._id}/share`, { usersId: [omer.id] })
      if (random.isLucky(0.2)) await server.as(dana).patch(`/aoi/archive/${one._id}`)
    }
    const ids = others.map(({ _id }) => _id)
    const before = await stateOf(ids)
    // Merges in several steps; some reports already have others merged into them.
    const left = [...others]
    while (left.length > 0) {
      const [first, ...more] = left.splice(0, 1 + random.below(5)) as [Aoi, ...Aoi[]]
      if (more.length > 0) await merge(first, more, random.pick([dana, omer]))
      await merge(main, [first])
      const one = random.pick(others.filter((other) => !left.includes(other)))
      await server.as(omer).post(`/aoi/${one.number}/add-log`, { text: 'Meanwhile' })
      if (random.isLucky(0.3)) await server.as(omer).patch(`/aoi/archive/${one._id}`)
      if (random.isLucky(0.5)) await server.as(omer).patch(`/aoi/unarchive/${main._id}`)
      if (random.isLucky(0.5))
        await server.as(dana).send('PATCH', `/aoi/${main.number}`, formOf({ name: `The tree, ${left.length} to come` }))
      if (random.isLucky(0.3)) await server.as(omer).post(`/aoi/${one._id}/share`, { usersId: [adam.id] })
    }
    expect((await openNonce(dana, main.properties.nonce)).mergedCount).toBe(20)
    let apart: string[] = [main._id]
    while (apart.length > 0)
      apart = (await Promise.all(apart.map((_id) => separate({ _id } as Aoi)))).flatMap(({ aoiIds }) => aoiIds)
    expect(await stateOf(ids)).toEqual(before)
    const kept = (await openNonce(dana, main.properties.nonce)).properties.logs.filter(
      ({ text }) => text === 'Meanwhile',
    )
    expect(kept.length).toBeGreaterThan(0)
  })
})

test('concurrent separations of one family from both ends all succeed', async () => {
  for (let round = 0; round < 3; round++) {
    const main = await report(dana)
    const middle = [await report(dana), await report(dana)]
    const below: Aoi[] = []
    for (const one of middle) {
      const others = [await report(omer), await report(omer), await report(omer)]
      await merge(one, others)
      below.push(...others)
    }
    await merge(main, middle)
    await Promise.all([...below, main, ...middle].map((one, index) => separate(one, index % 2 ? dana : omer)))
    await Promise.all(middle.map((one) => separate(one)))
    const { rows } =
      await sql`select id from aoi where main_id is not null and id = any(${[...middle, ...below].map(({ _id }) => _id)}::uuid[])`.execute(
        server.db,
      )
    expect(rows).toEqual([])
  }
})

describe('suggestions', () => {
  const ask = async (place: [number, number], text: string, who = dana) =>
    (await server.as(who).post('/twin/similar', { typeId: tree.id, place, text })).json() as Twin[]

  test('name nearby similar reports with the reasons, also in the other language', async () => {
    const place = newPlace()
    const old = await report(omer, { startCoordinates: [...beside(place, 60), 1], name: 'עץ נפל וחוסם את הכביש' })
    await report(omer, { startCoordinates: [...beside(place, 30), 1], name: 'Noisy party' })
    const [twin, ...more] = await ask(place, 'Tree down, the road is blocked')
    expect(twin).toMatchObject({ number: old.number, metres: 60, isSuggested: true, state: 'new' })
    expect(twin?.words).toEqual(['Tree', 'down', 'road', 'blocked'])
    expect(twin).toMatchObject({
      icon: expect.any(String),
      colour: expect.stringMatching(/^#/),
      address: old.address,
    })
    expect(more).toEqual([])
    expect(await ask(beside(place, 400), 'Tree down, the road is blocked')).toEqual([])
    const elsewhere = { serviceId: home.id, typeId: tree.id, place, text: 'Tree down, the road is blocked' }
    expect((await server.as(fred).post('/twin/similar', elsewhere)).statusCode).toBe(404)
    expect((await server.as(viewer).post('/twin/similar', elsewhere)).statusCode).toBe(403)
  })

  test('are off for a type whose radius or hours are zero', async () => {
    const place = newPlace()
    await report(omer, { startCoordinates: [...place, 1] })
    expect(await ask(place, 'A tree fell')).toHaveLength(1)
    const answer = await server.as(adam).patch(`/public-actions/${tree.id}`, { twinHours: 0, guide: '<p>Call</p>' })
    expect(answer.json()).toMatchObject({ twinRadiusMetres: 150, twinHours: 0 })
    expect(await ask(place, 'A tree fell')).toEqual([])
    await server.as(adam).patch(`/public-actions/${tree.id}`, { twinHours: 24 })
  })

  test('"Same event" merges the new report at once, with its author, words and photo', async () => {
    const place = newPlace()
    const main = await report(dana, { startCoordinates: [...place, 1] })
    const mine = await report(omer, { startCoordinates: [...place, 1], name: 'That tree', sameAs: main._id })
    expect(mine.mergedInto).toMatchObject({ number: main.number })
    expect((await openNonce(dana, main.properties.nonce)).mergedCount).toBe(1)
    expect(await listed(boxAround(place))).toEqual([main.number])
  })

  test('a duplicate of a deleted event stays independent', async () => {
    const main = await report(dana)
    await server.as(dana).delete(`/aoi/${main._id}`)
    expect((await report(omer, { sameAs: main._id })).mergedInto).toBeNull()
  })

  test('"Different event" is remembered, before and after sending', async () => {
    const place = newPlace()
    const at = { startCoordinates: [...place, 1] }
    const first = await report(dana, at)
    const second = await report(dana, at)
    const third = await report(dana, at)
    const fourth = await report(omer, { ...at, differsFrom: [first._id] })
    await server.as(omer).post(`/twin/dismiss/${fourth._id}`, { aoiIds: [second._id] })
    const twins = (await server.as(omer).get(`/twin/aoi/${fourth._id}`)).json() as Twin[]
    expect(twins.map(({ number }) => number)).toEqual([third.number])
  })

  test('groups are reports of one event, until they are merged', async () => {
    const place = newPlace()
    const at = { startCoordinates: [...place, 1] }
    const first = await report(dana, at)
    const second = await report(omer, { ...at, name: 'עץ נפל על הכביש' })
    const groupOf = async () =>
      ((await server.as(dana).get('/twin/groups')).json() as TwinGroup[]).find(({ main }) => main._id === first._id)
    expect((await groupOf())?.twins.map(({ number }) => number)).toEqual([second.number])
    await merge(first, [second])
    expect(await groupOf()).toBeUndefined()
  })
})
