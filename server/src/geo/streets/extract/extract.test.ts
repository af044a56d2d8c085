import { existsSync } from 'node:fs'
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PMTiles } from 'pmtiles'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Box } from '#contract'
import { temporaryFolder } from '../../../testing/folder.ts'
import { loopbackFetch, type RangeServer, startRangeServer } from '../../../testing/range-server.ts'
import { directoryOf, randomTile, streetsMetadata, tileArchive, tilesIn } from '../../../testing/tile-archive.ts'
import { openArchiveFile, openFileSource } from '../archive/file.ts'
import { StreetsError } from '../error.ts'
import { fetchExtract, prepareExtract } from './extract.ts'
import { openHttpSource } from './http-source.ts'

const country: Box = [34, 31, 36, 33.5]
const city: Box = [34.95, 32.75, 35.1, 32.85]
const zooms = Array.from({ length: 16 }, (_, zoom) => zoom)
const sea = gzipSync(Buffer.from([0x1a, 0]))

const planetTiles = tilesIn([34.8, 32.6, 35.3, 33], zooms, (z, x, y) => {
  if (z > 8 && (x + y) % 11 === 0) return undefined
  return (x * 7 + y) % 5 === 0 ? sea : randomTile(300 + ((x * y) % 900))
})
const planet = tileArchive(planetTiles, { box: country, depth: 2, leafEntries: 16 })
const tileBytes = new Set(planetTiles.map(({ bytes }) => bytes)).values().reduce((sum, { length }) => sum + length, 0)

const folder = await temporaryFolder()
const target = join(folder, 'streets', 'city.pmtiles')
const server: RangeServer = await startRangeServer(planet)
afterAll(() => server.stop())
beforeEach(async () => {
  Object.assign(server, { bytes: planet, etag: '"1"', trick: undefined, requests: 0, sent: 0 })
  await rm(join(folder, 'streets'), { recursive: true, force: true })
})

const pause = async () => {}
const open = () => openHttpSource(server.url, { fetch: loopbackFetch, pause })
const order = { box: city, maxZoom: 15, name: 'Haifa' }
type Steps = Parameters<typeof fetchExtract>[3]
const extract = async (source = open(), steps: Steps = {}) => {
  const prepared = await prepareExtract(source, order, steps.signal)
  await fetchExtract(source, prepared, target, steps)
  return prepared
}
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof StreetsError ? error.reason : String(error)),
  )
const files = () => readdir(join(folder, 'streets')).catch(() => [])

/** Opens the bytes with the `pmtiles` package, which shares no code with the extract's writer. */
const readAsOthers = async (bytes: Buffer) =>
  new PMTiles({
    getKey: () => 'extract',
    getBytes: async (offset, length) => ({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
  })

const cityTiles = tilesIn(city, zooms, () => sea)
const stored = new Map(planetTiles.map(({ z, x, y, bytes }) => [`${z}/${x}/${y}`, bytes]))

test("an extract's tiles equal the source byte for byte in all zooms", async () => {
  await extract()
  const archive = await openArchiveFile(target)
  for (const { z, x, y } of cityTiles)
    expect(await archive.tile(z, x, y), `${z}/${x}/${y}`).toEqual(stored.get(`${z}/${x}/${y}`))
  const outside = planetTiles.filter(({ z, x, y }) => z > 11 && !cityTiles.some((tile) => tile.z === z && tile.x === x && tile.y === y)) // biome-ignore format: one line
  expect(outside.length).toBeGreaterThan(100)
  for (const { z, x, y } of outside.slice(0, 50)) expect(await archive.tile(z, x, y)).toBeUndefined()
  await archive.close()
  expect(await files()).toEqual(['city.pmtiles'])
})

test('other readers can use it', async () => {
  await extract()
  const others = await readAsOthers(await readFile(target))
  const header = await others.getHeader()
  expect(header).toMatchObject({ minZoom: 0, maxZoom: 15, minLon: city[0], maxLat: city[3], clustered: true })
  expect(header.numAddressedTiles).toBe(cityTiles.filter(({ z, x, y }) => stored.has(`${z}/${x}/${y}`)).length)
  const { z, x, y } = cityTiles.find((tile) => tile.z === 14 && stored.has(`14/${tile.x}/${tile.y}`)) ?? {
    z: 0,
    x: 0,
    y: 0,
  }
  expect(await others.getZxy(z, x, y)).toBeDefined()
})

test('few extra bytes and few requests are needed, and the size is known in advance', async () => {
  const source = open()
  const prepared = await extract(source)
  const { size } = await openFileSource(target).then(async (file) => {
    await file.close()
    return file
  })
  expect(prepared.bytes).toBe(size)
  const needed = prepared.plan.tileBytes
  expect(prepared.plan.fetchBytes / needed).toBeLessThanOrEqual(1.1)
  expect(prepared.plan.ranges.length).toBeLessThan(prepared.plan.tiles / 4)
  expect(source.fetched().bytes).toBe(server.sent)
  // The rest of the traffic is directories. With the leaf size of a real planet they would be small.
  expect(server.sent - prepared.plan.fetchBytes).toBeLessThanOrEqual(planet.length - tileBytes)
})

test('an extract of an extract is the same map', async () => {
  await extract()
  const first = await readFile(target)
  const source = await openFileSource(target)
  const again = join(folder, 'streets', 'again.pmtiles')
  await fetchExtract(source, await prepareExtract(source, order), again)
  await source.close()
  expect((await readFile(again)).equals(first)).toBe(true)
})

test('an interrupted download resumes without fetching twice', async () => {
  const source = open()
  const stop = new AbortController()
  const { ranges } = (await prepareExtract(source, order)).plan
  expect(ranges.length).toBeGreaterThan(8)
  let last = 0
  const cut = await reasonOf(
    extract(source, {
      signal: stop.signal,
      onProgress: (bytes) => {
        last = bytes
        if (bytes > 0) stop.abort()
      },
    }),
  )
  expect(cut).toBe('cancelled')
  expect(await files()).not.toContain('city.pmtiles')
  const next = open()
  const prepared = await prepareExtract(next, order)
  const before = next.fetched().bytes
  let first: number | undefined
  await fetchExtract(next, prepared, target, {
    onProgress: (bytes) => {
      first ??= bytes
    },
  })
  expect(first).toBe(last)
  expect(next.fetched().bytes - before).toBe(prepared.plan.fetchBytes - last)
  const archive = await openArchiveFile(target)
  for (const { z, x, y } of cityTiles) expect(await archive.tile(z, x, y)).toEqual(stored.get(`${z}/${x}/${y}`))
  await archive.close()
  expect(await files()).toEqual(['city.pmtiles'])
})

test.each([
  ['has changed since the cut', '"1"', '"2"'],
  ['does not say whether it has changed', '', ''],
])('a source that %s is begun anew', async (_, before, after) => {
  server.etag = before
  const stop = new AbortController()
  await reasonOf(extract(open(), { signal: stop.signal, onProgress: (bytes) => bytes > 0 && stop.abort() }))
  server.etag = after
  let first: number | undefined
  await extract(open(), {
    onProgress: (bytes) => {
      first ??= bytes
    },
  })
  expect(first).toBe(0)
})

test('retries a server that fails or truncates its response', async () => {
  const attempts = new Map<string, number>()
  server.trick = (response, { headers: { range = '' } }) => {
    const attempt = (attempts.get(range) ?? 0) + 1
    attempts.set(range, attempt)
    if (attempt === 1) response.writeHead(503).end()
    else if (attempt === 2) response.writeHead(206, { 'content-length': 5000 }).write('half', () => response.destroy())
    return attempt < 3
  }
  expect(await reasonOf(extract())).toBe('done')
  expect(new Set(attempts.values())).toEqual(new Set([3]))
})

test('waits for a slow server that sends a few bytes at a time', async () => {
  server.trick = (response, { headers: { range = '' } }) => {
    const [first = 0, last = 0] = (/=(\d+)-(\d+)/.exec(range) ?? []).slice(1).map(Number)
    const end = Math.min(last, planet.length - 1)
    const part = planet.subarray(first, end + 1)
    response.writeHead(206, { etag: '"1"', 'content-range': `bytes ${first}-${end}/${planet.length}` })
    const send = (at: number) => {
      if (at >= part.length) response.end()
      else response.write(part.subarray(at, at + 4096), () => send(at + 4096))
    }
    send(0)
    return true
  }
  expect(await reasonOf(extract())).toBe('done')
})

test('fails after several attempts if a server is silent', async () => {
  server.trick = () => true
  const source = openHttpSource(server.url, { fetch: loopbackFetch, pause, timeoutMs: 50 })
  expect(await reasonOf(source.read(0, 127))).toBe('unreachable')
  expect(server.requests).toBeGreaterThan(3)
})

test('a full disk is detected before anything is fetched, and the old map stays', async () => {
  await extract()
  const old = await readFile(target)
  const source = open()
  const prepared = await prepareExtract(source, order)
  const before = server.requests
  const freeBytes = async () => prepared.bytes + 1_000_000
  expect(await reasonOf(fetchExtract(source, prepared, target, { freeBytes }))).toBe('diskFull')
  expect(server.requests).toBe(before)
  expect((await readFile(target)).equals(old)).toBe(true)
})

test.runIf(existsSync('/dev/full'))(
  'a disk that fills up half-way gets its sentence, and the old map stays',
  async () => {
    await extract()
    const old = await readFile(target)
    // Writes to /dev/full fail with "no space left".
    await symlink('/dev/full', `${target}.part.json.new`)
    expect(await reasonOf(extract())).toBe('diskFull')
    expect((await readFile(target)).equals(old)).toBe(true)
    await rm(`${target}.part.json.new`)
  },
)

test.each<[string, () => void, string]>([
  ['is gone', () => { server.trick = (response) => !!response.writeHead(404).end() }, 'notFound'], // biome-ignore format: a table
  ['fails', () => { server.trick = (response) => !!response.writeHead(500).end() }, 'failing'], // biome-ignore format: a table
  ['breaks every connection', () => { server.trick = (response) => !!response.destroy() }, 'unreachable'], // biome-ignore format: a table
  ['ignores ranges', () => { server.trick = (response) => !!response.writeHead(200).end(planet) }, 'noRanges'], // biome-ignore format: a table
  ['answers other ranges than asked', () => { server.trick = (response) => !!response.writeHead(206, { 'content-range': `bytes 5-131/${planet.length}` }).end(planet.subarray(5, 132)) }, 'cutShort'], // biome-ignore format: a table
  ['changes the file in between', () => { server.trick = (_response, _request, count) => { if (count === 9) server.etag = '"2"'; return false } }, 'sourceChanged'], // biome-ignore format: a table
  ['has a page instead', () => { server.bytes = Buffer.from('<html>'.repeat(100)) }, 'notPmtiles'], // biome-ignore format: a table
  ['has another place', () => { server.bytes = tileArchive(tilesIn([2, 48, 3, 49], [10, 11], () => sea), { box: [2, 48, 3, 49] }) }, 'noTiles'], // biome-ignore format: a table
])('a source that %s gets one clear sentence, and the old map stays', async (_, prepare, reason) => {
  await extract()
  const old = await readFile(target)
  server.requests = 0
  prepare()
  expect(await reasonOf(extract())).toBe(reason)
  expect((await readFile(target)).equals(old)).toBe(true)
  if (!['failing', 'unreachable'].includes(reason)) expect(await files()).toEqual(['city.pmtiles'])
})

test('the server contacts public hosts only', async () => {
  const inside = openHttpSource('http://127.0.0.2:9/planet.pmtiles', { fetch: loopbackFetch, pause })
  expect(await reasonOf(inside.read(0, 127))).toBe('refused')
})

const bomb = gzipSync(Buffer.alloc(60_000_000))
const spoil = (at: number, value: number) => (header: Buffer) => header.writeBigUInt64LE(BigInt(value), at)
const one = { runLength: 1, offset: 0, length: 10 }
/** An archive whose root directory is made of these bytes. */
const withRoot = (root: Buffer, leaf = Buffer.alloc(0)) => {
  const archive = tileArchive([{ z: 0, x: 0, y: 0, bytes: sea }], { box: country })
  const header = Buffer.from(archive.subarray(0, 127))
  const json = gzipSync(JSON.stringify(streetsMetadata))
  let at = 127
  for (const [index, length] of [root.length, json.length, leaf.length, sea.length].entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + index * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16)
    at += length
  }
  return Buffer.concat([header, root, json, leaf, sea])
}
const loop = () => {
  const entry = { tileId: 0, runLength: 0, offset: 0, length: 0 }
  for (let length = 20; length < 60; length++) {
    const leaf = gzipSync(directoryOf([{ ...entry, length }]))
    if (leaf.length === length) return withRoot(leaf, leaf)
  }
  throw new Error('no such loop')
}

const seventh = (bytes: Buffer) => planetTiles.map((tile, index) => (index === 6 ? { ...tile, bytes } : tile))

test.each<[string, Buffer, string]>([
  ['a root directory beyond the file', tileArchive(planetTiles, { box: country, spoilHeader: spoil(8, 2 ** 40) }), 'cutShort'], // biome-ignore format: a table
  ['a root directory of a terabyte', tileArchive(planetTiles, { box: country, spoilHeader: spoil(16, 2 ** 40) }), 'tooLarge'], // biome-ignore format: a table
  ['tiles beyond the data', tileArchive(planetTiles, { box: country, spoilHeader: spoil(64, 10) }), 'broken'], // biome-ignore format: a table
  ['data that begins elsewhere', tileArchive(planetTiles, { box: country, spoilHeader: (header) => header.writeBigUInt64LE(header.readBigUInt64LE(56) - 7n, 56) }), 'broken'], // biome-ignore format: a table
  ['a directory of a billion entries', withRoot(gzipSync(Buffer.from([0x80, 0x94, 0xeb, 0xdc, 3]))), 'broken'], // biome-ignore format: a table
  ['a directory that ends in the middle', withRoot(gzipSync(directoryOf([{ tileId: 0, ...one }]).subarray(0, 3))), 'broken'], // biome-ignore format: a table
  ['no entries', withRoot(gzipSync(Buffer.from([0]))), 'broken'],
  ['a loop of directories', loop(), 'broken'],
  ['a tile of 4 GB', withRoot(gzipSync(directoryOf([{ tileId: 0, ...one, length: 2 ** 32 }]))), 'tooLarge'],
  ['a directory that unpacks to 60 MB', withRoot(bomb), 'tooLarge'],
  ['a tile that unpacks to 60 MB', tileArchive([{ z: 0, x: 0, y: 0, bytes: bomb }], { box: country }), 'tooLarge'],
  ['a tile that unpacks to 60 MB among others', tileArchive(seventh(bomb), { box: country }), 'tooLarge'],
  ['a tile that is cut among others', tileArchive(seventh(planetTiles[6]!.bytes.subarray(0, -9)), { box: country }), 'broken'], // biome-ignore format: a table
  ['tiles that are no tiles', tileArchive([{ z: 0, x: 0, y: 0, bytes: Buffer.from('<html>') }], { box: country }), 'broken'], // biome-ignore format: a table
  ['a tile with rings that never end among others', tileArchive(seventh(gzipSync(Buffer.from([0x1a, 14, 0x0a, 1, 0x78, 0x12, 9, 0x18, 3, 0x22, 5, 0xff, 0xff, 0xff, 0xff, 0x0f]))), { box: country }), 'broken'], // biome-ignore format: a table
  ['a page as one of its tiles', tileArchive(seventh(gzipSync('<html><script>alert(1)</script></html>')), { box: country }), 'broken'], // biome-ignore format: a table
  [
    'metadata that are no JSON',
    tileArchive(planetTiles, { box: country, metadata: Buffer.from('<script>') }),
    'broken',
  ],
  ['another schema', tileArchive(planetTiles, { box: country, metadata: { vector_layers: [{ id: 'transportation' }] } }), 'otherSchema'], // biome-ignore format: a table
])('an archive with %s gets one clear sentence, and the old map stays', async (_, bytes, reason) => {
  await extract()
  const old = await readFile(target)
  server.bytes = bytes
  expect(await reasonOf(extract())).toBe(reason)
  expect((await readFile(target)).equals(old)).toBe(true)
  expect(await files()).toEqual(['city.pmtiles'])
})

test('an archive on disk is not trusted either', async () => {
  const path = join(folder, 'spoiled.pmtiles')
  await writeFile(path, loop())
  const archive = await openArchiveFile(path)
  expect(await reasonOf(archive.tile(0, 0, 0))).toBe('broken')
  await archive.close()
})

test('only plain text of the source’s metadata is used', async () => {
  const markup = '<img src=x onerror=alert(1)>'
  server.bytes = tileArchive(planetTiles, {
    box: country,
    metadata: {
      ...streetsMetadata,
      name: markup,
      description: markup,
      attribution: markup,
      version: markup,
      vector_layers: [
        ...streetsMetadata.vector_layers,
        { id: markup, description: markup, fields: { [markup]: markup } },
      ],
    },
  })
  await extract()
  const archive = await openArchiveFile(target)
  const metadata = await archive.metadata()
  await archive.close()
  expect(JSON.stringify(metadata)).not.toContain('<')
  expect(metadata).toMatchObject({
    name: 'Streets',
    attribution: '© OpenStreetMap contributors',
    vector_layers: expect.arrayContaining([{ id: 'roads', fields: {} }]),
    'planetiler:osm:osmosisreplicationtime': '2026-02-14T00:00:00Z',
  })
})
