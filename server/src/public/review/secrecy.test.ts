import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allEndpoints, type Board, cellOf, type Endpoint, type FollowedReport } from '#contract'
import { newToken } from '../../platform/secret/tokens.ts'
import { addMember } from '../../testing/people.ts'
import { formOf } from '../../testing/server.ts'
import { visitorScene } from '../../testing/visitors.ts'

/**
 * A held report is visible in the review queue only. Requests all reading routes as every kind of caller with every
 * related id, and searches all tables.
 */
const { server, home, dana, adam, fred, flood, photo, link, newLine, sent, getAsVisitor, postAsVisitor } =
  await visitorScene()
const viewer = await addMember(server.db, home, home.viewerRoleId)
// The public board shows everything it can.
const everything = { isOn: true, typeIds: [flood.id], states: ['new', 'inProgress', 'done'], days: 365, origins: [] }
const { link: boardLink } = (await server.as(adam).patch('/board', { ...everything, cellMetres: 250 })).json()
const board = new URL(boardLink).searchParams.get('token') ?? ''

const WORD = 'Quibberwick'
const PLACE: [number, number] = [31.2345678, 29.8765432]
const NONCE = '1700000900001'
/** Parameters by which any list, search, count or tile would find the report; routes ignore unknown parameters. */
const search = `search=${WORD}&text=${WORD}&find=${WORD}&limit=100&timeZone=UTC&bbox=31,29,32,30&lng=${PLACE[0]}&lat=${PLACE[1]}`
const queries = ['', `?${search}&startTime=0&endTime=${Date.now() + 86_400_000}`]

const reads = allEndpoints.filter(
  ({ name, endpoint }) =>
    endpoint.method === 'GET' &&
    endpoint.raw !== 'text/event-stream' &&
    !name.startsWith('review.') &&
    name !== 'visitor.follow',
)

const pathOf = ({ path }: Endpoint, report: { _id: string; number: number }): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const values: Record<string, string> = {
      number: String(report.number),
      nonce: NONCE,
      link,
      board,
      service: home.id,
      serviceId: home.id,
      type: 'event',
      z: '0',
      x: '0',
      y: '0',
    }
    return values[name] ?? report._id
  })

type Caller = 'operator' | 'admin' | 'viewer' | 'elsewhere' | 'visitor'
const members = { operator: dana, admin: adam, viewer, elsewhere: fred }

/** Routes that show the report, by caller, and the number of replies read. */
const sightings = async (report: { _id: string; number: number }, callers: readonly Caller[]) => {
  const seen = new Set<string>()
  let answers = 0
  for (const { name, endpoint } of reads)
    for (const query of queries)
      for (const caller of callers) {
        const path = pathOf(endpoint, report) + query
        const { statusCode, body } = await (caller === 'visitor'
          ? getAsVisitor(path)
          : server.as(members[caller]).get(path))
        if (statusCode === 200) answers++
        if (body.includes(WORD) || body.includes(String(PLACE[0]))) seen.add(`${name} ${caller}`)
      }
  return { seen: [...seen].toSorted(), answers }
}

/** Public writes by another visitor about the first visitor's report. */
const publicWrites = allEndpoints.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.needs === 'link')

/** Replies to all public writes, keyed by name. Erasing the sender comes last. */
const publicReplies = async (report: { _id: string; number: number }, follow: string) => {
  const values = {
    follow,
    aoiId: report._id,
    text: 'Any news?',
    nonce: '1700000900002',
    feedback: 'thanks',
    language: 'en',
    typeId: flood.id,
    place: PLACE,
    email: 'someone@example.org',
    code: '000000',
    description: 'Another one',
    firstName: 'Ann',
    lastName: 'Other',
    phone: '+1 415 555 0199',
    key: newToken(),
    publicAction: { publicActionId: flood.id, fields: flood.questions.map((_id) => ({ _id, value: 'knee' })) },
    startCoordinates: PLACE.map((degrees) => degrees + 1),
  }
  const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const file = { bytes: photo, name: 'photo.jpg', type: 'image/jpeg' }
  const form = formOf({ ...Object.fromEntries(Object.entries(values).map(([name, one]) => [name, asText(one)])), file })
  const replies = new Map<string, { statusCode: number; body: string }>()
  for (const { name, endpoint } of publicWrites) {
    const { headers = {}, ...sent } = endpoint.files ? form : { payload: values }
    const options = { ...sent, headers: { ...headers, 'x-api-key': '', 'x-forwarded-for': newLine() } }
    replies.set(name, await server.anyone.send(endpoint.method, pathOf(endpoint, report), options))
  }
  return replies
}

/** Tables that contain the word or the place. */
const tablesWithTrace = async (): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    server.db,
  )
  const traced: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} t
      where t::text like ${`%${WORD}%`} or t::text like ${`%${PLACE[0]}%`} limit 1`.execute(server.db)
    if (rows.length > 0) traced.push(name)
  }
  return traced.toSorted()
}

test('a held report appears in no route and no other table until it is accepted', async () => {
  await server.as(dana).post('/review/hold', { isOn: true })
  const stranger = await sent({ parts: { key: newToken(), description: 'Another report' } })
  const report = await sent({
    parts: { description: `${WORD} is burning`, startCoordinates: PLACE, nonce: NONCE, key: newToken() },
  })
  const question = { typeId: flood.id, place: PLACE, text: `${WORD} is burning` }
  const similar = async () => (await server.as(dana).post('/twin/similar', question)).body
  const followPage = async () => (await getAsVisitor(`/follow?follow=${stranger.follow}`)).body

  expect(await tablesWithTrace()).toEqual(['held_report'])
  expect(await similar()).toBe('[]')
  expect(await followPage()).not.toContain(WORD)
  const publicBoard = async () => (await getAsVisitor(`/public-board/${board}`)).json() as Board
  expect((await publicBoard()).entries).toEqual([])
  const before = await sightings(report, ['operator', 'admin', 'viewer', 'elsewhere', 'visitor'])
  expect(before.seen).toEqual([])
  expect(before.answers).toBeGreaterThan(300)
  const replies = await publicReplies(report, stranger.follow)
  const telling = [...replies].filter(([, { body }]) => body.includes(WORD) || body.includes(String(PLACE[0])))
  expect(telling.map(([name]) => name)).toEqual([])
  const answered = [...replies].filter(([, { statusCode }]) => statusCode === 200).map(([name]) => name)
  expect(answered).toEqual(expect.arrayContaining(['board.similar', 'visitor.report', 'visitor.erase']))
  expect(replies.get('board.similar')?.body).toBe('[]')
  const publicTwins = async () => (await postAsVisitor(`/public-board/${board}/similar`, question)).json()

  // After acceptance the same requests find the report, which proves that they could have found it before.
  await server.as(dana).post('/review/accept', { ids: [report._id] })
  expect(await similar()).toContain(WORD)
  expect(await publicTwins()).toMatchObject([{ cell: cellOf(PLACE, 250), text: '' }])
  const { seen } = await sightings(report, ['operator', 'elsewhere', 'visitor'])
  expect(seen).toEqual(
    expect.arrayContaining(
      ['aoi.byNonce', 'aoi.filtered', 'aoi.ofService', 'aoi.tile'].map((name) => `${name} operator`),
    ),
  )
  expect(seen.filter((sighting) => !sighting.endsWith('operator'))).toEqual([])
  expect((await publicBoard()).entries).toEqual([
    { type: 0, state: 'new', date: expect.any(String), cell: cellOf(PLACE, 250), text: '' },
  ])
  const [own] = (
    JSON.parse((await getAsVisitor(`/follow?follow=${report.follow}`)).body) as { reports: FollowedReport[] }
  ).reports
  expect(own).toMatchObject({ _id: report._id, review: null })
})
