import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { PMTiles } from 'pmtiles'
import type { Settings, Streets } from '#contract'
import { newSession, tokenOf } from '../e2e/api.ts'
import { withMap } from '../e2e/browser.ts'
import { openWith } from '../e2e/support.ts'
import { startServer } from '../tests/start/server-process.ts'
import { makeCity } from './city.ts'
import { noLimits } from './no-limits.ts'
import { line, medians } from './ratio.ts'

/**
 * Streets from BENCH_STREETS or a generated city: first complete map with and without them (bound 1.3), tiles a
 * second, addresses and searches (bounds 20 and 100 ms), and the size of an extract.
 */
const RUNS = Number(process.env.BENCH_RUNS ?? 5)
/** Timeout of drawing a map in software, which takes a busy machine a minute. */
const PATIENCE_MS = 180_000
const folder = join(tmpdir(), `cohesion-bench-${randomBytes(6).toString('hex')}`)
mkdirSync(folder)

const sanFrancisco = ['Howard Street 12, San Francisco', '12 howard st', 'mission', 'Market St & 5th St', 'geary blvd 100', 'general hosp', 'ave', 'haight', 'san francisco', '19th ave, daly city'] // biome-ignore format: a list
const writeCity = () => {
  const { archive, texts, streets, houses } = makeCity()
  const path = join(folder, 'city.pmtiles')
  writeFileSync(path, archive)
  console.log(`a made-up city: ${streets} streets, ${houses} houses, ${(archive.length / 1e6).toFixed(1)} MB`)
  return { path, texts }
}
const realPath = process.env.BENCH_STREETS
const { path: archivePath, texts } = realPath ? { path: realPath, texts: sanFrancisco } : writeCity()

const openBytes = (bytes: Buffer) =>
  new PMTiles({
    getKey: () => 'archive',
    getBytes: async (offset, length) => ({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
  })
const { minLon, minLat, maxLon, maxLat, maxZoom } = await openBytes(readFileSync(archivePath)).getHeader()
const centre = { lng: (minLon + maxLon) / 2, lat: (minLat + maxLat) / 2 }

type Tile = [z: number, x: number, y: number]
const yOf = (lat: number) => (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2
const tilesIn = (west: number, south: number, east: number, north: number, zooms: number[]): Tile[] =>
  zooms.flatMap((z) => {
    const at = (part: number) => Math.max(0, Math.min(2 ** z - 1, Math.floor(part * 2 ** z)))
    const tiles: Tile[] = []
    for (let x = at((west + 180) / 360); x <= at((east + 180) / 360); x++)
      for (let y = at(yOf(north)); y <= at(yOf(south)); y++) tiles.push([z, x, y])
    return tiles
  })

const start = async (name: string, hasStreets: boolean) => {
  const data = join(folder, name)
  mkdirSync(join(data, 'streets'), { recursive: true })
  if (hasStreets) copyFileSync(archivePath, join(data, 'streets', 'bench.pmtiles'))
  return startServer({
    COHESION_DATA: data,
    COHESION_DEMO: 'on',
    LOG_LEVEL: 'error',
    ...noLimits,
  })
}
const plain = await start('plain', false)
const streets = await start('streets', true)
const browser = await chromium.launch(withMap)

const firstMap = async (baseURL: string): Promise<number> => {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.addInitScript((view) => localStorage.setItem('cohesion.map.view', JSON.stringify(view)), {
    ...centre,
    zoom: 13,
  })
  await openWith(page, await newSession(page.request, 'operator'))
  const mark = await page.waitForFunction(() => performance.getEntriesByName('map.usable')[0]?.startTime, undefined, {
    timeout: PATIENCE_MS,
  })
  const time = (await mark.jsonValue()) ?? Number.NaN
  await context.close()
  return time
}

/** CPU time of the server in ms, in ticks of 10; other load does not count. */
const processorMs = () => {
  const fields = readFileSync(`/proc/${streets.process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const costOf = async (paths: readonly string[], token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, 'x-api-key': 'cohesion-web' }
  const before = processorMs()
  for (const path of paths) {
    const answer = await fetch(`${streets.url}/api/cohesion${path}`, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  }
  return (processorMs() - before) / paths.length
}

const benchAddresses = async () => {
  const context = await browser.newContext({ baseURL: streets.url })
  const token = await tokenOf(context.request, 'technician')
  await context.close()
  const headers = { authorization: `Bearer ${token}`, 'x-api-key': 'cohesion-web' }
  const built = performance.now()
  for (;;) {
    const answer = await fetch(`${streets.url}/api/cohesion/streets`, { headers })
    const { areas } = (await answer.json()) as Streets
    if (areas[0]?.addresses.state === 'ready') break
    if (areas[0]?.addresses.state === 'failed') throw new Error('the addresses could not be built')
    await new Promise((done) => setTimeout(done, 200))
  }
  line('addresses: built, at low priority, within', (performance.now() - built) / 1000, 's')
  const nothing = await costOf(Array.from({ length: 200 }, () => '/settings'), token) // biome-ignore format: one line
  const reference = { name: 'reading the settings', value: nothing }
  const points = Array.from({ length: 400 }, (_, n) => pointAt((n * 0.618034) % 1, (n * 0.414214) % 1))
  line('address of a point anywhere in the area', await costOf(points, token), 'ms', reference)
  for (const text of texts) {
    const path = `/places/search?text=${encodeURIComponent(text)}&near=${centre.lng},${centre.lat}`
    line(`search for “${text}”`, await costOf(Array(20).fill(path), token), 'ms', reference)
  }
}
const pointAt = (east: number, north: number) =>
  `/places/reverse?lng=${(minLon + east * (maxLon - minLon)).toFixed(6)}&lat=${(minLat + north * (maxLat - minLat)).toFixed(6)}`

/**
 * Requests tiles from one edge of the map to the other, six at once, as a moving map does. Returns tiles per second of
 * processor time.
 */
const tilesPerSecond = async () => {
  const answer = await fetch(`${streets.url}/api/cohesion/settings`, { headers: { 'x-api-key': 'cohesion-web' } })
  const { tileSets } = (await answer.json()) as Settings
  const template = tileSets[0]?.tiles ?? ''
  const tiles = tilesIn(minLon, minLat, maxLon, maxLat, [maxZoom - 1, maxZoom])
  const before = processorMs()
  const queue = tiles.values()
  const work = async () => {
    for (const [z, x, y] of queue) {
      const path = template.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`)
      await (await fetch(streets.url + path)).arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
  return tiles.length / ((processorMs() - before) / 1000)
}

const benchExtract = async () => {
  const box = [minLon, minLat, centre.lng, centre.lat]
  const data = join(folder, 'extract')
  const script = resolve(import.meta.dirname, '../scripts/streets.ts')
  const args = [script, '--from', archivePath, '--box', box.join(), '--zoom', String(Math.min(15, maxZoom))]
  spawnSync(process.execPath, args, { env: { ...process.env, COHESION_DATA: data }, stdio: 'inherit' })
  const [file = ''] = readdirSync(join(data, 'streets')).filter((name) => name.endsWith('.pmtiles'))
  const extract = readFileSync(join(data, 'streets', file))
  const { tileDataLength = Number.NaN } = await openBytes(extract).getHeader()
  // The reference stores each tile once, which is the minimum size of a map.
  line('size of an extract', extract.length / 1e6, 'MB', { name: 'its tiles alone', value: tileDataLength / 1e6 })
}

try {
  const times = await medians(RUNS, { plain: () => firstMap(plain.url), streets: () => firstMap(streets.url) })
  line('first complete map with streets', times.streets, 'ms', { name: 'without', value: times.plain })
  line('tiles while the map is moved', await tilesPerSecond(), 'per s of processor time')
  await benchAddresses()
  await benchExtract()
} finally {
  await browser.close()
  await plain.stop()
  await streets.stop()
  rmSync(folder, { recursive: true, force: true })
}
