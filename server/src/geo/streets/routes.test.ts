import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { TileSet } from '#contract'
import { testServer } from '../../testing/server.ts'
import { tileArchive, tilesIn } from '../../testing/tile-archive.ts'

const server = await testServer()
const haifa = [34.95, 32.75, 35.05, 32.85] as [number, number, number, number]
const akko = [35.05, 32.9, 35.1, 32.95] as [number, number, number, number]
const zooms = [0, 5, 11, 12]

const saying = (text: string) => (z: number, x: number, y: number) => gzipSync(`${text} ${z}/${x}/${y}`)
const folder = join(server.folder, 'streets')
const put = async (name: string, bytes: Buffer) => {
  await mkdir(folder, { recursive: true })
  // An archive arrives under a temporary name and is then renamed.
  await writeFile(join(folder, `${name}.part`), bytes)
  await rename(join(folder, `${name}.part`), join(folder, `${name}.pmtiles`))
}
const clear = () => rm(folder, { recursive: true, force: true })

const tileSets = async (): Promise<TileSet[]> => {
  const page = (await server.app.inject({ url: '/login' })).body
  const config = /id="cohesion-config">(.*?)<\/script>/.exec(page)?.[1]
  return JSON.parse(config ?? '{}').basemap.tileSets
}
const get = (set: TileSet | undefined, z: number, x: number, y: number) =>
  server.app.inject({
    url: (set?.tiles ?? '').replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`),
  })

const [inHaifa] = tilesIn(haifa, [12], saying('haifa'))
const [inAkko] = tilesIn(akko, [12], saying('akko'))
const at = ({ z, x, y }: { z: number; x: number; y: number } = { z: 0, x: 0, y: 0 }) => [z, x, y] as const

test('without archives there are no tile sets', async () => {
  expect(await tileSets()).toEqual([])
})

test('an archive is served without a restart, and missing tiles are empty', async () => {
  await put('haifa', tileArchive(tilesIn(haifa, zooms, saying('haifa')), { box: haifa, depth: 2 }))
  const [set, ...more] = await tileSets()
  expect(more).toEqual([])
  expect(set).toMatchObject({ kind: 'streets', minZoom: 0, maxZoom: 12, areas: [haifa], lastZooms: [12] })
  const tile = await get(set, ...at(inHaifa))
  expect([tile.statusCode, tile.headers['content-encoding'], tile.headers['content-type']]).toEqual([
    200,
    'gzip',
    'application/x-protobuf',
  ])
  expect(tile.headers['cache-control']).toContain('immutable')
  expect(gunzipSync(tile.rawPayload).toString()).toBe(`haifa ${at(inHaifa).join('/')}`)
  expect((await get(set, 12, 0, 0)).statusCode).toBe(204)
  expect((await get(set, 12, 4096, 0)).statusCode).toBe(204)
})

test('several archives form one source, and pages sent before a change still get tiles', async () => {
  const [before] = await tileSets()
  await put('akko', tileArchive(tilesIn(akko, zooms, saying('akko')), { box: akko }))
  const [set, ...more] = await tileSets()
  expect(more).toEqual([])
  expect(set?.areas).toHaveLength(2)
  expect(set?.tiles).not.toBe(before?.tiles)
  for (const [tile, name] of [
    [inHaifa, 'haifa'],
    [inAkko, 'akko'],
  ] as const)
    expect(gunzipSync((await get(set, ...at(tile))).rawPayload).toString()).toContain(name)
  const late = await get(before, ...at(inAkko))
  expect([late.statusCode, late.headers['cache-control']]).toEqual([200, 'no-cache'])
})

test('a replaced archive is served at once, and a removed one no longer', async () => {
  await put('haifa', tileArchive(tilesIn(haifa, zooms, saying('newer')), { box: haifa }))
  const [set] = await tileSets()
  expect(gunzipSync((await get(set, ...at(inHaifa))).rawPayload).toString()).toContain('newer')
  await rm(join(folder, 'haifa.pmtiles'))
  const [rest] = await tileSets()
  expect(rest?.areas).toEqual([akko])
  await clear()
  expect(await tileSets()).toEqual([])
  expect((await get(rest, ...at(inAkko))).statusCode).toBe(404)
})

const inside = (box: typeof haifa, zoom: number) => {
  const [first] = tilesIn(box, [zoom], saying(''))
  return at(first)
}

test('archives with different last zooms form one source, including that of the data folder', async () => {
  await put('akko', tileArchive(tilesIn(akko, [11, 12, 13, 14], saying('deep')), { box: akko }))
  // This archive is newer than the other one and has less detail.
  await writeFile(
    join(server.folder, 'basemap.pmtiles'),
    tileArchive(tilesIn([34.9, 32.7, 35.2, 33], [11, 12], saying('shallow')), { box: [34.9, 32.7, 35.2, 33] }),
  )
  const [set, ...more] = await tileSets()
  expect(more).toEqual([])
  expect(set).toMatchObject({ kind: 'streets', maxZoom: 14, lastZooms: [14, 12] })
  const text = async (...tile: readonly [number, number, number]) =>
    gunzipSync((await get(set, ...tile)).rawPayload).toString()

  // The deeper archive wins at every zoom, so no place is drawn twice.
  for (const zoom of [12, 14]) expect(await text(...inside(akko, zoom))).toContain('deep')
  expect(await text(...inside(haifa, 12))).toContain('shallow')
  // 404 beyond the last zoom, so that the map draws part of the parent tile; 204 without a parent tile.
  const beyond = await get(set, ...inside(haifa, 14))
  expect([beyond.statusCode, beyond.headers['cache-control']]).toEqual([404, expect.stringContaining('immutable')])
  expect((await get(set, 14, 0, 0)).statusCode).toBe(204)
  expect((await get(set, 14, 2 ** 14, 0)).statusCode).toBe(204)
  await rm(join(server.folder, 'basemap.pmtiles'))
  await clear()
})

test.each([
  ['no archive', Buffer.from('<html>not found</html>'.repeat(20))],
  ['an empty file', Buffer.alloc(0)],
  ['of another schema', tileArchive(tilesIn(haifa, zooms, saying('x')), { metadata: { vector_layers: [{ id: 'transportation' }] } })], // biome-ignore format: one line
  ['cut short', tileArchive(tilesIn(haifa, zooms, saying('x'))).subarray(0, 200)],
])('a file that is %s spoils nothing', async (_, bytes) => {
  await put('akko', tileArchive(tilesIn(akko, zooms, saying('akko')), { box: akko }))
  await put('bad', bytes)
  const [set, ...more] = await tileSets()
  expect([set?.areas, more]).toEqual([[akko], []])
  expect((await get(set, ...at(inAkko))).statusCode).toBe(200)
  await clear()
})
