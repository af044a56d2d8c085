import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { request } from '@playwright/test'
import { Compression, type Entry, TileType, zxyToTileId } from 'pmtiles'
import type { Box, Streets } from '#contract'
import { apiWith, newSession } from '../e2e/api.ts'
import packageFile from '../package.json' with { type: 'json' }
import { writeHead } from '../server/src/geo/streets/archive/writer.ts'
import { randomTile, streetsMetadata } from '../server/src/testing/tile-archive.ts'
import { commandEnvironment, startServer } from '../tests/start/server-process.ts'
import { memoryPeak, residentBytes } from './memory.ts'
import { noLimits } from './no-limits.ts'
import { line } from './ratio.ts'

/**
 * Measures `npm run streets` with an extract of a gigabyte: peak memory (wanted: 200 MB) and bytes fetched besides the
 * tiles (wanted: at most a tenth). Then measures the memory growth of a server that makes the same extract from its
 * settings. The source covers a country around the extract and is generated while it is read.
 */
const country: Box = [24, 44, 30, 48]
const middle: Box = [24.8, 44.6, 29.2, 47.4]
const ZOOMS = 16
const MEGABYTE = 1e6

const tiles = [700, 1500, 2600, 4100, 5200, 7400, 9800, 12_000].map(randomTile)
const pattern = Buffer.concat(tiles)
const bytesAt = (offset: number, length: number): Buffer => {
  const first = offset % pattern.length
  const copies = Math.ceil((first + length) / pattern.length)
  return Buffer.concat(Array(copies).fill(pattern)).subarray(first, first + length)
}

const yOf = (lat: number) => (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2
const idsIn = ([west, south, east, north]: Box): number[] => {
  const ids: number[] = []
  for (let z = 0; z < ZOOMS; z++) {
    const at = (part: number) => Math.floor(part * 2 ** z)
    for (let x = at((west + 180) / 360); x <= at((east + 180) / 360); x++)
      for (let y = at(yOf(north)); y <= at(yOf(south)); y++) ids.push(zxyToTileId(z, x, y))
  }
  return ids.sort((one, other) => one - other)
}

const makeHead = () => {
  const entries: Entry[] = []
  let offset = 0
  for (const tileId of idsIn(country)) {
    const { length } = tiles[entries.length % tiles.length] as Buffer
    entries.push({ tileId, offset, length, runLength: 1 })
    offset += length
  }
  const count = entries.length
  const head = writeHead({
    entries,
    tiles: count,
    contents: count,
    tileBytes: offset,
    box: country,
    minZoom: 0,
    maxZoom: ZOOMS - 1,
    metadata: streetsMetadata,
    source: { tileType: TileType.Mvt, tileCompression: Compression.Gzip },
  })
  return { head, all: head.length + offset }
}

const { head, all } = makeHead()
const seen = { requests: 0, bytes: 0 }
const source = createServer(({ headers }, response) => {
  const [from = 0, to = 0] = (/^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []).slice(1).map(Number)
  const length = Math.min(to, all - 1) - from + 1
  const inHead = head.subarray(from, from + length)
  const rest = length - inHead.length
  seen.requests++
  seen.bytes += length
  response.writeHead(206, { etag: '"1"', 'content-range': `bytes ${from}-${from + length - 1}/${all}` })
  response.end(rest > 0 ? Buffer.concat([inHead, bytesAt(from + inHead.length - head.length, rest)]) : inHead)
})
source.listen(0, '127.0.0.1')
await once(source, 'listening')

const folder = join(tmpdir(), `cohesion-bench-${randomBytes(6).toString('hex')}`)
mkdirSync(folder)
const address = `http://127.0.0.1:${(source.address() as AddressInfo).port}/country.pmtiles`

const byCommand = async () => {
  const command = packageFile.scripts.streets.replace(/^.*exec node /, '').split(' ')
  const child = spawn(process.execPath, [...command, '--from', address, '--box', middle.join()], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...commandEnvironment, COHESION_DATA: folder },
    stdio: 'inherit',
  })
  const peak = memoryPeak(child)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('the extract failed')
  const [file = ''] = readdirSync(join(folder, 'streets'))
  const { size } = statSync(join(folder, 'streets', file))
  line('size of the extract', size / MEGABYTE, 'MB')
  line('most memory of the command', peak() / MEGABYTE, 'MB')
  line('fetched', seen.bytes / MEGABYTE, 'MB', { name: 'the extract', value: size / MEGABYTE })
  line('requests', seen.requests, '')
}

const byServer = async () => {
  const environment = { COHESION_DATA: join(folder, 'server'), COHESION_DEMO: 'on', STREETS_URL: address, ...noLimits }
  const server = await startServer(environment)
  const peak = memoryPeak(server.process)
  const client = await request.newContext({ baseURL: server.url })
  const api = apiWith(client, await newSession(client, 'technician'))
  const before = residentBytes(server.process)
  await api.post('/streets', { box: middle, language: 'en' })
  for (;;) {
    const { job } = await api.get<Streets>('/streets')
    if (job?.state === 'failed') throw new Error(`the extract failed: ${job.problem}`)
    if (job?.state === 'done') break
    await new Promise((done) => setTimeout(done, 500))
  }
  line('memory of a server at most, above that before', (peak() - before) / MEGABYTE, 'MB')
  await client.dispose()
  await server.stop()
}

try {
  await byCommand()
  await byServer()
} finally {
  source.close()
  rmSync(folder, { recursive: true, force: true })
}
