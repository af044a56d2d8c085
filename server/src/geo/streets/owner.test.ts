import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { STREETS_PART_BYTES, type Streets } from '#contract'
import { addMember, addService } from '../../testing/people.ts'
import { loopbackFetch, startRangeServer } from '../../testing/range-server.ts'
import { formOf, testServer } from '../../testing/server.ts'
import { randomTile, tileArchive, tilesIn } from '../../testing/tile-archive.ts'

type Box = [number, number, number, number]
const country: Box = [34, 31, 36, 33.5]
const haifa: Box = [34.95, 32.75, 35.05, 32.85]
const zooms = [0, 5, 11, 12, 13, 14, 15]
const planet = tileArchive(
  tilesIn([34.9, 32.7, 35.1, 32.9], zooms, () => randomTile(30)),
  { box: country, depth: 1, leafEntries: 64 },
)
const source = await startRangeServer(planet)
afterAll(() => source.stop())

const server = await testServer({ STREETS_URL: source.url }, { mapFetch: loopbackFetch })
const bay = await addService(server.db, 'Bay')
const owner = server.as(await addMember(server.db, bay, bay.roleId, { type: 'Technician', isServerOwner: true }))

beforeEach(async () => {
  Object.assign(source, { trick: undefined, bytes: planet, etag: '"1"' })
  await rm(join(server.folder, 'streets'), { recursive: true, force: true })
})

const read = async (): Promise<Streets> => (await owner.get('/streets')).json()
const ended = async (): Promise<Streets> => {
  for (;;) {
    const streets = await read()
    if (streets.job?.state !== 'running') return streets
  }
}
const tileSets = async () => (await server.anyone.get('/settings')).json().tileSets
const audited = async () =>
  (
    await server.db.selectFrom('audit').select('action').where('action', 'like', 'streets.%').orderBy('at').execute()
  ).map(({ action }) => action)
const forgetAudit = async () => (await audited()).length

const send = (bytes: Buffer, name: string, offset = 0, part = bytes.subarray(offset), upload: string = randomUUID()) =>
  owner.send('POST', `/streets/uploads/${upload}`, {
    ...formOf({
      name,
      offset: String(offset),
      bytes: String(bytes.length),
      part: { bytes: part, name, type: 'application/octet-stream' },
    }),
  })

test('the owner estimates, downloads and removes streets, and every change is audited', async () => {
  expect(await read()).toMatchObject({ areas: [], job: null, sourceHost: expect.stringContaining('127.0.0.1') })
  const estimate = (await owner.post('/streets/estimate', { box: haifa })).json()
  expect(estimate).toMatchObject({ problem: null })
  expect(estimate.bytes).toBeGreaterThan(1000)

  const begun = await owner.post('/streets', { box: haifa, language: 'en' })
  expect([begun.statusCode, begun.json().job.state]).toEqual([200, 'running'])
  const { areas, job } = await ended()
  expect(job).toMatchObject({ state: 'done', problem: null })
  expect(areas).toMatchObject([{ box: haifa, maxZoom: 15, name: expect.stringContaining('Haifa') }])
  // The estimate includes everything but the area's name.
  expect(Math.abs((areas[0]?.bytes ?? 0) - estimate.bytes)).toBeLessThan(100)
  expect(areas[0]?.dataTime).toBe('2026-02-14T00:00:00.000Z')
  expect(await tileSets()).toMatchObject([{ kind: 'streets', maxZoom: 15, areas: [haifa] }])

  expect((await owner.delete(`/streets/${areas[0]?.id}`)).statusCode).toBe(200)
  expect((await read()).areas).toEqual([])
  expect(await tileSets()).toEqual([])
  expect(await readdir(join(server.folder, 'streets'))).toEqual([])
  expect(await audited()).toEqual(['streets.get', 'streets.remove'])
  expect((await owner.delete('/streets/nowhere')).statusCode).toBe(404)
})

const begin = async () => {
  const asked = Promise.withResolvers<void>()
  source.trick = (_response, { headers: { range = '' } }) => {
    const isTile = Number(/=(\d+)/.exec(range)?.[1]) >= Number(planet.readBigUInt64LE(56))
    if (isTile) asked.resolve()
    return isTile
  }
  await owner.post('/streets', { box: haifa, language: 'en' })
  await asked.promise
}

test('one download runs at a time, and a cancelled one is listed and can continue', async () => {
  await begin()
  expect((await owner.post('/streets', { box: haifa, language: 'en' })).statusCode).toBe(409)
  expect((await read()).unfinished).toEqual([])
  const { job, areas, unfinished } = (await owner.post('/streets/cancel')).json()
  expect([job.state, job.problem, areas]).toEqual(['failed', 'cancelled', []])
  expect(unfinished).toMatchObject([
    { name: expect.stringContaining('Haifa'), box: haifa, maxZoom: 15, bytes: expect.any(Number), doneBytes: 0 },
  ])
  source.trick = undefined
  // A resumed download keeps its name, also if the next request has another language.
  const { box, maxZoom } = unfinished[0]
  const again = (await owner.post('/streets', { box, maxZoom, language: 'he' })).json()
  expect([again.job.name, again.unfinished]).toEqual([unfinished[0].name, []])
  const done = await ended()
  expect([done.job?.state, done.unfinished]).toEqual(['done', []])
  await owner.delete(`/streets/${done.areas[0]?.id}`)
})

test('an unfinished download can be removed, and a running one cannot', async () => {
  const before = await forgetAudit()
  await begin()
  const files = async () => (await readdir(join(server.folder, 'streets'))).sort()
  const [part = ''] = await files()
  const id = part.replace('.pmtiles.part', '')
  expect((await owner.delete(`/streets/unfinished/${id}`)).statusCode).toBe(404)
  await owner.post('/streets/cancel')
  expect(await files()).toEqual([part, `${part}.json`])
  const removed = await owner.delete(`/streets/unfinished/${id}`)
  expect([removed.statusCode, removed.json().unfinished, await files()]).toEqual([200, [], []])
  expect((await owner.delete(`/streets/unfinished/${id}`)).statusCode).toBe(404)
  expect((await audited()).slice(before)).toEqual(['streets.get', 'streets.cancel', 'streets.discard'])
})

test('the estimate rejects areas that are too large or have no map', async () => {
  expect((await owner.post('/streets/estimate', { box: [2, 48, 3, 49] })).json().problem).toBe('noTiles')
  expect((await owner.post('/streets/estimate', { box: [3, 48, 2, 49] })).statusCode).toBe(400)
  source.trick = (response) => !!response.writeHead(404).end()
  expect((await owner.post('/streets/estimate', { box: haifa })).json().problem).toBe('notFound')
})

test('a file is uploaded in parts and is in place after the last one', async () => {
  const before = await forgetAudit()
  const archive = tileArchive(
    tilesIn(haifa, zooms, () => gzipSync(Buffer.from([0x1a, 0]))),
    { box: haifa },
  )
  const upload = randomUUID()
  const half = Math.floor(archive.length / 2)
  expect((await send(archive, 'Haifa.pmtiles', 0, archive.subarray(0, half), upload)).json()).toEqual({
    isComplete: false,
    problem: null,
  })
  expect((await read()).areas).toEqual([])
  expect((await send(archive, 'Haifa.pmtiles', half + 1, archive.subarray(half + 1), upload)).statusCode).toBe(409)
  expect((await send(archive, 'Haifa.pmtiles', half, archive.subarray(half), upload)).json()).toEqual({
    isComplete: true,
    problem: null,
  })
  const { areas } = await read()
  expect(areas).toMatchObject([{ id: 'haifa', box: haifa }])
  expect((await audited()).slice(before)).toEqual(['streets.upload'])
  await owner.delete('/streets/haifa')
  expect(STREETS_PART_BYTES).toBeGreaterThan(archive.length)
})

test('a file of the same name replaces nothing, and the extent of a file is that of its tiles', async () => {
  const akko: Box = [35.05, 32.9, 35.1, 32.95]
  const sea = gzipSync(Buffer.from([0x1a, 0]))
  const archive = (box: Box, claimed: Box) => tileArchive(tilesIn(box, zooms, () => sea), { box: claimed }) // biome-ignore format: one line
  await send(archive(haifa, haifa), 'map.pmtiles')
  // The header of the second archive claims the whole world.
  expect((await send(archive(akko, [-180, -85, 180, 85]), 'map.pmtiles')).json().isComplete).toBe(true)
  const { areas } = await read()
  const boxes = new Map(areas.map(({ id, box }) => [id, box]))
  expect([...boxes.keys()].sort()).toEqual(['map', 'map-2'])
  expect(boxes.get('map')).toEqual(haifa)
  const tile = 360 / 2 ** 15
  for (const [index, degrees] of (boxes.get('map-2') ?? []).entries())
    expect(Math.abs(degrees - (akko[index] ?? 0))).toBeLessThan(tile)
  for (const { id } of areas) await owner.delete(`/streets/${id}`)
})

/** An archive with one invalid tile. */
const archiveOf = (bytes: Buffer) =>
  tileArchive(
    tilesIn(haifa, zooms, (z, x, y) => (z === 15 && (x + y) % 2 === 0 ? bytes : gzipSync(Buffer.from([0x1a, 0])))),
    { box: haifa },
  )

test.runIf(existsSync('/dev/full'))('an upload that fills the disk gets its sentence and leaves nothing', async () => {
  const upload = randomUUID()
  await mkdir(join(server.folder, 'streets'), { recursive: true })
  // Writes to /dev/full fail with "no space left".
  await symlink('/dev/full', join(server.folder, 'streets', `${upload}.upload`))
  const bytes = Buffer.from('PMTiles')
  expect((await send(bytes, 'full.pmtiles', 0, bytes, upload)).json()).toEqual({
    isComplete: false,
    problem: 'diskFull',
  })
  expect(await readdir(join(server.folder, 'streets'))).toEqual([])
})

test.each([
  ['no archive', Buffer.from('<html>'.repeat(50)), 'notPmtiles'],
  [
    'of another schema',
    tileArchive(
      tilesIn(haifa, zooms, () => gzipSync('x')),
      { metadata: {} },
    ),
    'otherSchema',
  ],
  ['made of tiles that unpack to 60 MB', archiveOf(gzipSync(Buffer.alloc(60_000_000))), 'tooLarge'],
  ['made of pages', archiveOf(gzipSync('<html><script>alert(1)</script></html>')), 'broken'],
  ['made of tiles that are not compressed', archiveOf(Buffer.from([0x1a, 0])), 'broken'],
  ['made of rings that never end', archiveOf(gzipSync(Buffer.from([0x1a, 14, 0x0a, 1, 0x78, 0x12, 9, 0x18, 3, 0x22, 5, 0xff, 0xff, 0xff, 0xff, 0x0f]))), 'broken'], // biome-ignore format: one line
  ['cut in the middle of its tiles', archiveOf(gzipSync(randomBytes(5000))).subarray(0, -900), 'cutShort'],
])('a file that is %s is refused in one sentence and leaves nothing', async (_, bytes, problem) => {
  expect((await send(bytes, '../../etc/passwd.pmtiles')).json()).toEqual({ isComplete: false, problem })
  expect(await readdir(join(server.folder, 'streets'))).toEqual([])
})

test('offline mode blocks downloads and allows uploads', async () => {
  await owner.patch('/settings', { offlineMode: true })
  const before = source.requests
  for (const path of ['/streets/estimate', '/streets']) {
    const refused = await owner.post(path, { box: haifa, language: 'en' })
    expect([refused.statusCode, refused.json().code], path).toEqual([409, 'offlineMode'])
  }
  expect(source.requests).toBe(before)
  const archive = tileArchive(
    tilesIn(haifa, zooms, () => gzipSync(Buffer.from([0x1a, 0]))),
    { box: haifa },
  )
  expect((await send(archive, 'חיפה.pmtiles')).json().isComplete).toBe(true)
  expect((await read()).areas).toHaveLength(1)
  await owner.patch('/settings', { offlineMode: false })
})
