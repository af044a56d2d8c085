import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Streets, TileSet } from '#contract'
import { startRangeServer } from '../../server/src/testing/range-server.ts'
import { randomTile, tileArchive, tilesIn } from '../../server/src/testing/tile-archive.ts'
import { checkout } from '../source.ts'
import { emptyFolder } from './folders.ts'
import { prepareFolder } from './prepared-folder.ts'
import { commandEnvironment, startServer } from './server-process.ts'

const country: [number, number, number, number] = [34, 31, 36, 33.5]
const haifa = ['--box', '34.95,32.75,35.1,32.85']

/** A map of a country that lacks some tiles, so that there are gaps between the tiles of a city. */
const makePlanet = () =>
  tileArchive(
    tilesIn([34.8, 32.6, 35.3, 33], [0, 5, 10, 11, 12, 13, 14, 15], (z, x, y) =>
      z > 8 && (x + y) % 11 === 0 ? undefined : randomTile(700),
    ),
    { box: country, depth: 1, leafEntries: 64 },
  )
const planet = makePlanet()
const tilesBegin = Number(planet.readBigUInt64LE(56))
const source = await startRangeServer(planet)
let folder = emptyFolder()
let streetsUrl = source.url
beforeEach(() => {
  streetsUrl = source.url
  Object.assign(source, { bytes: planet, etag: '"1"', trick: undefined, requests: 0, sent: 0 })
  folder = emptyFolder()
})
afterEach(() => folder.remove())
afterAll(() => source.stop())

const begin = (...args: string[]) => {
  const child = spawn(process.execPath, ['scripts/streets.ts', ...args], {
    cwd: checkout,
    env: { ...commandEnvironment, COHESION_DATA: folder.path, STREETS_URL: streetsUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const note = (text: string) => {
    said += text
  }
  child.stdout.setEncoding('utf8').on('data', note)
  child.stderr.setEncoding('utf8').on('data', note)
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }))
  const saying = async (words: RegExp) => {
    while (!words.test(said))
      await Promise.race([once(child.stdout, 'data'), ended.then(() => expect(said).toMatch(words))])
  }
  return { child, ended, saying }
}
const run = (...args: string[]) => begin(...args).ended

const streets = () => {
  const path = join(folder.path, 'streets')
  return existsSync(path) ? readdirSync(path).sort() : []
}
const archives = () => streets().filter((name) => name.endsWith('.pmtiles'))
const bytesOf = (name = archives()[0] ?? '') => readFileSync(join(folder.path, 'streets', name))

type Held = { response: ServerResponse; range: string }
/** Answers `answered` tile requests and holds the rest. Resolves when all four concurrent requests are held. */
const holdAfter = (answered: number) => {
  const held: Held[] = []
  const all = Promise.withResolvers<Held[]>()
  let asked = 0
  source.trick = (response, { headers: { range = '' } }) => {
    if (Number(/=(\d+)/.exec(range)?.[1]) < tilesBegin || ++asked <= answered) return false
    held.push({ response, range })
    if (held.length === 4) all.resolve(held)
    return true
  }
  return all.promise
}
const answer = ({ response, range }: Held) => {
  const [from = 0, to = 0] = (/=(\d+)-(\d+)/.exec(range) ?? []).slice(1).map(Number)
  const headers = { etag: source.etag, 'content-range': `bytes ${from}-${to}/${planet.length}` }
  response.writeHead(206, headers).end(planet.subarray(from, to + 1))
}

test('size and time are printed before the first tile, then progress, and the path of the map', async () => {
  const held = holdAfter(0)
  const command = begin(...haifa)
  await command.saying(/: [\d.]+ MB, \d+ tiles, \d+ requests; about \d+ s at 20 Mbit\/s/)
  for (const one of await held) answer(one)
  source.trick = undefined
  const { code, said } = await command.ended
  expect(code).toBe(0)
  expect(said).toMatch(/ 100 % {2}[\d.]+ MB[\s\S]*in place: .*\.pmtiles/)
  expect(said.replace(/ in place: [\s\S]*/, '').match(/\d+ %/g)?.length).toBeGreaterThan(3)
  expect(streets()).toHaveLength(1)
})

test('a dry run prints the same, and neither fetches nor writes a tile', async () => {
  const { code, said } = await run(...haifa, '--dry-run')
  expect([code, said]).toEqual([0, expect.stringMatching(/MB, \d+ tiles/)])
  expect([streets(), source.sent < tilesBegin * 2]).toEqual([[], true])
})

test('downloads several areas by name and box, and prints each size first', async () => {
  const { code, said } = await run('--around', 'Haifa', '--km', '3', '--box', '35.1,32.9,35.2,32.95', '--zoom', '13')
  expect(code).toBe(0)
  expect(said.slice(0, said.indexOf('%')).match(/MB, \d+ tiles/g)).toHaveLength(2)
  expect(archives()).toEqual([expect.stringMatching(/^area-/), expect.stringMatching(/^haifa/)])
})

test('--from overrides the environment with an address or a file', async () => {
  streetsUrl = 'http://127.0.0.1:1/nothing.pmtiles'
  expect(await run(...haifa, '--from', source.url)).toMatchObject({
    code: 0,
    said: expect.stringContaining(source.url),
  })
  const byAddress = bytesOf()
  const name = archives()[0]
  const file = join(folder.path, 'country.pmtiles')
  writeFileSync(file, planet)
  rmSync(join(folder.path, 'streets'), { recursive: true })
  expect(await run(...haifa, '--from', file)).toMatchObject({ code: 0, said: expect.stringContaining(file) })
  expect([archives(), bytesOf().equals(byAddress)]).toEqual([[name], true])
})

test('an area across the date line is fetched in two parts', async () => {
  const fiji = tileArchive([...tilesIn([179, -19, 179.999, -18], [10, 11], () => randomTile(50)), ...tilesIn([-180, -19, -179, -18], [10, 11], () => randomTile(50))]) // biome-ignore format: one line
  source.bytes = fiji
  const { code, said } = await run('--box', '179.5,-18.6,-179.6,-18.4', '--zoom', '11')
  expect([code, said.match(/in place/g)?.length, archives().length]).toEqual([0, 2, 2])
})

test('Ctrl-C between two areas names the completed one', async () => {
  const asked = Promise.withResolvers<void>()
  source.trick = () => {
    // Serves all requests until the first area is complete.
    if (archives().length === 0) return false
    asked.resolve()
    return true
  }
  const command = begin(...haifa, '--box', '35.12,32.9,35.2,32.95')
  await asked.promise
  command.child.kill('SIGINT')
  const { code, said } = await command.ended
  expect([code, said]).toEqual([
    130,
    expect.stringMatching(/Stopped\. Already downloaded: 34\.95, 32\.75, 35\.10, 32\.85\. /),
  ])
  expect(archives()).toHaveLength(1)
})

test('a running server has the new streets without a restart', async () => {
  await prepareFolder(folder.path)
  const server = await startServer({ COHESION_DATA: folder.path, COHESION_DEMO: 'off' })
  const tileSets = async (): Promise<TileSet[]> => {
    const page = await (await fetch(`${server.url}/login`)).text()
    return JSON.parse(/id="cohesion-config">(.*?)<\/script>/.exec(page)?.[1] ?? '{}').basemap.tileSets
  }
  expect(await tileSets()).toEqual([])
  expect(await run(...haifa)).toMatchObject({ code: 0 })
  expect(await tileSets()).toMatchObject([{ kind: 'streets', maxZoom: 15 }])
  await server.stop()
})

test.each(['SIGINT', 'SIGKILL'] as const)(
  '%s leaves the old map, and the same command completes the download',
  async (signal) => {
    await run(...haifa)
    const old = bytesOf()
    const whole = source.sent
    // The map of the next day, of about the same size.
    Object.assign(source, { bytes: makePlanet(), etag: '"2"', sent: 0 })
    const held = holdAfter(6)
    const command = begin(...haifa)
    await held
    command.child.kill(signal)
    const { code, said } = await command.ended
    if (signal === 'SIGINT')
      expect([code, said]).toEqual([130, expect.stringContaining('Stopped. The map is unchanged')])
    expect(bytesOf().equals(old)).toBe(true)
    const before = source.sent
    expect(before).toBeGreaterThan(0)

    source.trick = undefined
    source.sent = 0
    expect(await run(...haifa)).toMatchObject({ code: 0 })
    expect(streets()).toHaveLength(1)
    expect(bytesOf().equals(old)).toBe(false)
    // Data received before Ctrl-C is not fetched again.
    if (signal === 'SIGINT') expect(source.sent).toBeLessThan(whole * 0.98)
  },
)

test.each<[string, string[], RegExp]>([
  ['a place that nobody knows', ['--around', 'Xyzzyqq'], /No place is called “Xyzzyqq”/],
  ['a box with a corner missing', ['--box', '1,2,3'], /west,south,east,north/],
  ['an unknown option', ['--arround', 'Haifa'], /--arround/],
  ['a zoom without streets', [...haifa, '--zoom', '9'], /11 to 15/],
  ['a file that is not there', [...haifa, '--from', '/nowhere.pmtiles'], /There is no file/],
  ['an area that the source lacks', ['--box', '2,48,3,49'], /no tiles for this area/],
])('%s gets one clear sentence', async (_, args, sentence) => {
  const { code, said } = await run(...args)
  expect([code, said]).toEqual([1, expect.stringMatching(sentence)])
  expect([said.includes('    at '), archives()]).toEqual([false, []])
})

/** Tiles of San Francisco in an archive that stands for the planet's. */
const sanFrancisco = tileArchive(
  tilesIn([-122.5, 37.72, -122.4, 37.8], [10, 11, 12, 13, 14, 15], () => randomTile(300)),
  {
    box: [-123, 37, -122, 38],
  },
)
const startDemo = async (more: Record<string, string> = {}) => {
  if (!existsSync(folder.path)) await prepareFolder(folder.path)
  return startServer({
    COHESION_DATA: folder.path,
    COHESION_DEMO: 'on',
    COHESION_DEMO_STREETS: 'on',
    STREETS_URL: streetsUrl,
    ...more,
  })
}
const announcement = /streets of the demo \(15 MB\) are now downloaded/

test('the first start of the demo downloads its streets in the background', async () => {
  source.bytes = sanFrancisco
  const server = await startDemo()
  try {
    await vi.waitFor(() => expect(archives()).toEqual([expect.stringMatching(/^san-francisco-and-oakland-/)]), {
      timeout: 60_000,
    })
    expect(server.said().match(new RegExp(announcement, 'g'))).toHaveLength(1)
    // A page opened now contains the bounds of the new streets.
    await vi.waitFor(async () =>
      expect(await (await fetch(server.url)).text()).toContain('[-122.52,37.7,-122.2,37.83]'),
    )
  } finally {
    await server.stop()
  }
  const requests = source.requests
  const again = await startDemo()
  const { said, complaints } = await again.stop()
  expect(said).not.toMatch(announcement)
  expect([complaints, source.requests]).toEqual(['', requests])
})

test('without a network the demo starts and the owner reads why the map is empty', async () => {
  const gone = await startRangeServer(Buffer.alloc(0))
  await gone.stop()
  streetsUrl = gone.url
  const server = await startDemo({ LOG_LEVEL: 'warn' })
  const headers = { 'x-api-key': 'cohesion-web', 'content-type': 'application/json' }
  const body = JSON.stringify({ username: 'technician', password: 'cohesion-demo' })
  const signIn = await fetch(`${server.url}/api/cohesion/auth/login`, { method: 'POST', headers, body })
  const { accessToken } = (await signIn.json()) as { accessToken: string }
  const job = async () => {
    const answer = await fetch(`${server.url}/api/cohesion/streets`, {
      headers: { ...headers, authorization: `Bearer ${accessToken}` },
    })
    return ((await answer.json()) as Streets).job
  }
  await vi.waitFor(async () => expect(await job()).toMatchObject({ state: 'failed', problem: 'unreachable' }), {
    timeout: 60_000,
  })
  expect((await server.stop()).complaints).toBe('')
})

test('COHESION_DEMO_STREETS=off contacts no host', async () => {
  const server = await startDemo({ COHESION_DEMO_STREETS: 'off' })
  expect((await server.stop()).said).not.toMatch(announcement)
  expect(source.requests).toBe(0)
})
