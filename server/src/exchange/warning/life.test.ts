import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { NewWarningFeed, type WarningFeed } from '#contract'
import { runBatch } from '../../platform/clock/batch.ts'
import { openClock } from '../../platform/clock/clock.ts'
import { newId } from '../../platform/db/id.ts'
import type { OutboundOptions } from '../../platform/outbound/guard.ts'
import { OutboundError } from '../../platform/outbound/target.ts'
import { testDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { addService } from '../../testing/people.ts'
import { atomFeed, capMessage } from '../../testing/warnings.ts'
import * as feeds from './feeds.ts'
import { MAX_DOCUMENT_BYTES } from './fetch.ts'
import { oldWarnings, openWarningFeeds } from './jobs.ts'
import { problemOf, readDocument } from './read/document.ts'
import { DocumentError, type Reader } from './read/reader.ts'
import * as warnings from './warnings.ts'

const { db, close } = await testDatabase()
const noon = new Date('2026-03-01T12:00:00Z')
const noonPlus = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)

type Page = {
  status?: number
  body?: string | Uint8Array
  headers?: Record<string, string>
  error?: unknown
  until?: Promise<void>
}
const web = new Map<string, Page>()
const requests: { url: string; headers: Record<string, string> }[] = []
let isOffline = false
const fetch = async (address: string | URL, { headers = {}, maxBytes = 0 }: OutboundOptions = {}) => {
  const url = String(address)
  requests.push({ url, headers })
  const { status = 200, body = '', headers: replied = {}, error, until }: Page = web.get(url) ?? { status: 404 }
  await until
  if (error) throw error
  if (body.length > maxBytes) throw new OutboundError('tooLarge')
  const isKnown = replied.etag !== undefined && headers['if-none-match'] === replied.etag
  return { status: isKnown ? 304 : status, headers: replied, body: Buffer.from(body), url }
}
/** Reads in this process, which is faster. */
const openReader = (): Reader => ({
  read: async (...document) => {
    try {
      return readDocument(...document)
    } catch (error) {
      throw new DocumentError(problemOf(error))
    }
  },
  close: () => {},
})
const checks = openWarningFeeds({
  openReader,
  db,
  isOffline: async () => isOffline,
  wake: () => {},
  log: { warn: () => {} },
  fetch,
})
const clock = openClock({ jobs: checks.jobs, log: { warn: () => {} }, time: () => noon })
clock.stop()
afterAll(async () => {
  await checks.stop()
  await close()
})

/** Runs all due jobs, then waits for the checks that they started. */
const tick = async (minutes = 0) => {
  await clock.runAll(noonPlus(minutes))
  await checks.idle()
}

let service: { id: string }
beforeEach(async () => {
  await sql`delete from warning_feed`.execute(db)
  service = await addService(db, `Haifa ${newId()}`)
  web.clear()
  requests.length = 0
  isOffline = false
})
const FEED = 'https://warnings.example.org/cap'
const addFeed = async (values: object = {}, of = service) => {
  const id = await feeds.create(db, of.id, NewWarningFeed.parse({ name: 'Weather', url: FEED, ...values }))
  await db.updateTable('warningFeed').set({ nextAt: noon }).where('id', '=', id).execute()
  return id
}
const feedOf = async (id: string) => (await feeds.byId(db, id)) as WarningFeed
const publish = (body: string | Uint8Array, url = FEED, headers: Record<string, string> = {}) =>
  web.set(url, { body, headers })
/** Identifiers and severities of the current warnings. */
const current = async (of = service) => {
  const rows = await db
    .selectFrom('warning')
    .select(['identifier', 'severity', 'status'])
    .where('serviceId', '=', of.id)
    .where('endedAt', 'is', null)
    .where('isKept', '=', true)
    .orderBy('identifier')
    .execute()
  return rows.map(({ identifier, severity }) => `${identifier} ${severity}`)
}
const messagesFor = async (id: string) => {
  const { rows } = await sql<{ body: string }>`select body from outbox where service_id = ${id}
    and body ->> 'type' = 'WARNINGS_UPDATED'`.execute(db)
  return rows.length
}

describe('a feed', () => {
  test('of one message is read, and a repeated message changes nothing', async () => {
    publish(capMessage())
    const id = await addFeed()
    expect(await feedOf(id)).toMatchObject({ isDue: true, checkedAt: null, succeededAt: null })
    await tick()
    expect(await current()).toEqual(['flood-1 severe'])
    expect(await feedOf(id)).toMatchObject({
      isDue: false,
      problem: null,
      warnings: 1,
      checkedAt: noon.toISOString(),
      succeededAt: noon.toISOString(),
    })
    const before = await db.selectFrom('warning').selectAll().execute()
    const told = await messagesFor(service.id)
    publish(`${capMessage()}\n`)
    await tick(6)
    expect(requests).toHaveLength(2)
    expect(await db.selectFrom('warning').selectAll().execute()).toEqual(before)
    expect(await messagesFor(service.id)).toBe(told)
  })

  test('is checked at its interval, and asks only for changes', async () => {
    publish(capMessage(), FEED, { etag: '"1"', 'last-modified': 'Sun, 01 Mar 2026 11:00:00 GMT' })
    await addFeed({ intervalMinutes: 10 })
    await tick()
    await tick(9)
    expect(requests).toHaveLength(1)
    await tick(10)
    expect(requests[1]?.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Sun, 01 Mar 2026 11:00:00 GMT',
    })
    expect(await current()).toEqual(['flood-1 severe'])
  })

  test('of links is read once per message, and again where its version changed', async () => {
    const one = `${FEED}/1`
    const two = `${FEED}/2`
    publish(atomFeed([one, two]))
    publish(capMessage({ identifier: 'a' }), one)
    publish(capMessage({ identifier: 'b', severity: 'Minor' }), two)
    await addFeed()
    await tick()
    expect(await current()).toEqual(['a severe', 'b minor'])
    publish(atomFeed([one, two], '2026-03-01T12:03:00Z'))
    publish(capMessage({ identifier: 'b', severity: 'Extreme', sent: '2026-03-01T12:02:00Z' }), two)
    await tick(5)
    expect(await current()).toEqual(['a severe', 'b extreme'])
    await tick(10)
    expect(requests.map(({ url }) => url)).toEqual([FEED, one, two, FEED, one, two, FEED])
  })

  test('is not checked offline or while it is off, and shows no problem', async () => {
    const id = await addFeed()
    isOffline = true
    await tick()
    expect(await feedOf(id)).toMatchObject({ checkedAt: null, problem: null })
    isOffline = false
    await db.updateTable('warningFeed').set({ isEnabled: false }).execute()
    await tick(1)
    expect(requests).toEqual([])
  })

  test('that is changed during a check discards the result of the check', async () => {
    const changed = Promise.withResolvers<void>()
    web.set(FEED, { body: capMessage(), until: changed.promise })
    const id = await addFeed()
    await clock.runAll(noon)
    await feeds.change(db, await feedOf(id), { url: `${FEED}/other` })
    changed.resolve()
    await checks.idle()
    expect(await current()).toEqual([])
    expect(await feedOf(id)).toMatchObject({ isDue: true, checkedAt: null })
  })
})

describe('a feed that fails', () => {
  test.each<[string, Page, object]>([
    ['an address inside', { error: new OutboundError('address') }, { code: 'address' }],
    ['no connection', { error: new OutboundError('network') }, { code: 'network' }],
    ['silence', { error: new OutboundError('timeout') }, { code: 'timeout' }],
    ['an error status', { status: 503 }, { code: 'status', status: 503 }],
    ['more than 5 MB', { body: new Uint8Array(MAX_DOCUMENT_BYTES + 1) }, { code: 'tooLarge' }],
    ['entities', { body: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }, { code: 'entities', line: 1 }],
    ['no XML', { body: '<feed><entry></feed>' }, { code: 'xml', line: 1 }],
    ['binary data', { body: Uint8Array.from([0x3c, 0x61, 0, 0xff, 1]) }, { code: 'encoding' }],
    ['a page', { body: '<html><body>Welcome</body></html>' }, { code: 'otherContent' }],
  ])('with %s names its problem and keeps its warnings', async (_kind, page, problem) => {
    publish(capMessage())
    const id = await addFeed()
    await tick()
    web.set(FEED, page)
    await tick(5)
    expect(await feedOf(id)).toMatchObject({
      problem,
      warnings: 1,
      checkedAt: noonPlus(5).toISOString(),
      succeededAt: noon.toISOString(),
    })
    publish(capMessage())
    await tick(10)
    expect(await feedOf(id)).toMatchObject({ problem: null })
  })

  test('does not delay good ones, of the same service or of others', async () => {
    const other = await addService(db, 'Acre')
    const slow = `${FEED}/slow`
    const hanging = Promise.withResolvers<never>()
    const slowFetch: typeof fetch = async (url, options) =>
      String(url) === slow ? hanging.promise : fetch(url, options)
    const own = openWarningFeeds({
      openReader,
      db,
      fetch: slowFetch,
      wake: () => {},
      isOffline: async () => false,
      log: { warn: () => {} },
    })
    const jobs = openClock({ jobs: own.jobs, log: { warn: () => {} }, time: () => noon })
    jobs.stop()
    publish('<feed><entry></feed>', `${FEED}/bad`)
    publish(capMessage(), `${FEED}/good`)
    const slowId = await addFeed({ url: slow })
    await addFeed({ url: `${FEED}/bad` }, other)
    await addFeed({ url: `${FEED}/good` }, other)
    await jobs.runAll(noon)
    await eventually(async () => {
      await jobs.runAll(noon)
      expect(await current(other)).toEqual(['flood-1 severe'])
    })
    expect(await feedOf(slowId)).toMatchObject({ checkedAt: null })
    hanging.reject(new OutboundError('timeout'))
    await own.idle()
    expect(await feedOf(slowId)).toMatchObject({ problem: { code: 'timeout' } })
    await own.stop()
  })

  test('one bad message does not stop the others', async () => {
    const urls = ['bad', 'gone', 'good'].map((name) => `${FEED}/${name}`)
    publish(atomFeed(urls))
    publish('<alert>', urls[0])
    publish(capMessage(), urls[2])
    const id = await addFeed()
    await tick()
    expect(await current()).toEqual(['flood-1 severe'])
    expect(await feedOf(id)).toMatchObject({
      problem: { code: 'someUnread', count: 2 },
      succeededAt: noon.toISOString(),
    })
  })
})

const BEFORE = 'warnings@example.org,flood-1,2026-03-01T11:00:00+00:00'

describe('warnings', () => {
  test('are replaced by updates, which continue them', async () => {
    publish(capMessage())
    await addFeed()
    await tick()
    const [first] = await db.selectFrom('warning').select(['id', 'threadId']).execute()
    const update = { identifier: 'flood-2', type: 'Update', references: BEFORE, severity: 'Extreme' }
    publish(capMessage({ ...update, sent: '2026-03-01T12:03:00Z' }))
    await tick(5)
    expect(await current()).toEqual(['flood-2 extreme'])
    const rows = await db.selectFrom('warning').select(['threadId', 'endReason']).orderBy('identifier').execute()
    expect(rows).toEqual([
      { threadId: first?.id, endReason: 'replaced' },
      { threadId: first?.id, endReason: null },
    ])
  })

  test('are ended by cancellations, also by one that arrives before them', async () => {
    const one = `${FEED}/1`
    const two = `${FEED}/2`
    publish(atomFeed([two]))
    publish(capMessage({ identifier: 'c', type: 'Cancel', references: BEFORE, infos: '' }), two)
    await addFeed()
    await tick()
    publish(atomFeed([two, one]))
    publish(capMessage(), one)
    await tick(5)
    expect(await current()).toEqual([])
    expect(await messagesFor(service.id)).toBeGreaterThan(0)
  })

  test('end when they expire, and pages are notified', async () => {
    publish(capMessage({ expires: '2026-03-01T12:30:00Z' }))
    await addFeed()
    await tick()
    const before = await messagesFor(service.id)
    await tick(29)
    expect(await current()).toHaveLength(1)
    await tick(30)
    expect(await current()).toEqual([])
    expect(await messagesFor(service.id)).toBe(before + 1)
  })

  test('that are over when they arrive are not stored', async () => {
    publish(capMessage({ expires: '2026-03-01T11:59:00Z' }))
    await addFeed()
    await tick()
    expect(await db.selectFrom('warning').select('id').execute()).toEqual([])
  })

  test('without an end last as long as the feed has them', async () => {
    const one = `${FEED}/1`
    const two = `${FEED}/2`
    publish(atomFeed([one, two]))
    publish(capMessage({ identifier: 'a', expires: '' }), one)
    publish(capMessage({ identifier: 'b', expires: '' }), two)
    await addFeed()
    await tick()
    publish(atomFeed([two]))
    await tick(5)
    expect(await current()).toEqual(['b severe'])
    publish(atomFeed([]))
    await tick(10)
    expect(await current()).toEqual([])
  })

  test('of a sender whose clock is ahead are in effect at once', async () => {
    publish(capMessage({ sent: '2026-03-01T13:00:00Z', more: '<effective>2026-03-01T13:00:00Z</effective>' }))
    await addFeed()
    await tick()
    const [row] = await db.selectFrom('warning').select(['effectiveAt', 'beginsAt']).execute()
    expect(row).toEqual({ effectiveAt: noon, beginsAt: noon })
  })

  test.each(['Exercise', 'Test', 'Draft', 'System'])(
    'with the status %s are kept only where the feed says so',
    async (status) => {
      publish(capMessage({ status }))
      const id = await addFeed()
      await tick()
      expect(await current()).toEqual([])
      await feeds.change(db, await feedOf(id), { showsTests: true })
      await db
        .updateTable('warningFeed')
        .set({ nextAt: noonPlus(1) })
        .execute()
      await tick(1)
      expect((await db.selectFrom('warning').select('status').execute()).map((row) => row.status)).toEqual([
        status.toLowerCase(),
      ])
    },
  )

  test('are erased 30 days after their end, and not before', async () => {
    publish(capMessage())
    await addFeed()
    await tick()
    const end = (days: number) =>
      sql`update warning set ended_at = now() - make_interval(days => ${days}), end_reason = 'expired'`.execute(db)
    await end(29)
    expect(await runBatch(db, 'old warnings', oldWarnings, new Date())).toBe(0)
    await end(31)
    expect(await runBatch(db, 'old warnings', oldWarnings, new Date())).toBe(1)
  })
})

describe('places', () => {
  const addRegion = async (name: string, [west, south, east, north]: [number, number, number, number], more = {}) => {
    const id = newId()
    const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]] // biome-ignore format: a box
    await db
      .insertInto('region')
      .values({ id, serviceId: service.id, name, coordinates: JSON.stringify([ring]), ...more })
      .execute()
    return id
  }
  const setHome = (homeArea: number[]) =>
    db
      .updateTable('service')
      .set({ homeArea: JSON.stringify(homeArea) as never })
      .where('id', '=', service.id)
      .execute()
  const placed = async () =>
    (
      await db.selectFrom('warning').select(['regionIds', 'isInHome', 'isKept']).where('endedAt', 'is', null).execute()
    )[0]

  test('a region counts if an area touches it, also where a ring crosses itself', async () => {
    const inside = await addRegion('Inside', [34.96, 32.76, 34.98, 32.78])
    const across = await addRegion('Across', [35.05, 32.8, 35.3, 32.85])
    await addRegion('Elsewhere', [34.7, 31, 34.9, 31.2])
    publish(capMessage())
    await addFeed()
    await tick()
    expect(new Set((await placed())?.regionIds)).toEqual(new Set([inside, across]))
    const area = '<polygon>32.7,34.9 32.9,35.4 32.9,34.9 32.7,35.4 32.7,34.9</polygon>'
    publish(capMessage({ identifier: 'crossing', area }))
    await tick(5)
    const rows = await db.selectFrom('warning').select('regionIds').where('identifier', '=', 'crossing').execute()
    expect(rows[0]?.regionIds).toContain(across)
  })

  test('an area without geometry is the region of its name, in any language, or of its code', async () => {
    const byName = await addRegion('HAIFA', [34, 32, 34.1, 32.1])
    const byCode = await addRegion('IL003', [34, 32, 34.1, 32.1])
    const translations = JSON.stringify({ he: { name: 'Haifa' } })
    const byTranslation = await addRegion('Hadar', [34, 32, 34.1, 32.1], { translations })
    await addRegion('Jaffa', [34, 32, 34.1, 32.1])
    publish(capMessage({ area: '<geocode><valueName>EMMA_ID</valueName><value>IL003</value></geocode>' }))
    await addFeed()
    await tick()
    expect(new Set((await placed())?.regionIds)).toEqual(new Set([byName, byCode, byTranslation]))
    const [warning] = (await warnings.current(db, [service.id])).warnings
    expect(warning === undefined || warning.place !== null).toBe(true)
  })

  test('a feed can be limited to the home area or to regions, which may change', async () => {
    const south = await addRegion('South', [34.7, 31, 34.9, 31.2])
    await setHome([34.7, 31, 34.9, 31.2])
    publish(capMessage())
    const id = await addFeed({ limit: { type: 'home' } })
    await tick()
    expect(await placed()).toMatchObject({ isInHome: false, isKept: false })
    expect(await feedOf(id)).toMatchObject({ warnings: 0 })
    await setHome([34.9, 32.7, 35.2, 33])
    await tick(5)
    expect(await placed()).toMatchObject({ isInHome: true, isKept: true })
    await feeds.change(db, await feedOf(id), { limit: { type: 'regions', regionIds: [south] } })
    await db
      .updateTable('warningFeed')
      .set({ nextAt: noonPlus(10) })
      .execute()
    await tick(10)
    expect(await placed()).toMatchObject({ isKept: false })
  })
})
