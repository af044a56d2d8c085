import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Box } from '#contract'
import { temporaryFolder } from '../../testing/folder.ts'
import { randomTile, tileArchive, tilesIn } from '../../testing/tile-archive.ts'
import type { RangeFetch } from './extract/http-source.ts'
import { openJobs } from './jobs.ts'
import { openLibrary } from './library.ts'

/** A stand-in for the host of the daily planet builds: their list and their bytes. */
const country: Box = [34, 31, 36, 33.5]
const haifa: Box = [34.95, 32.75, 35.1, 32.85]
const build = () =>
  tileArchive(
    tilesIn([34.8, 32.6, 35.3, 33], [0, 5, 10, 11, 12, 13, 14], (z, x, y) =>
      z > 8 && (x + y) % 11 === 0 ? undefined : randomTile(600),
    ),
    { box: country, depth: 1, leafEntries: 64 },
  )
const planet = {
  builds: new Map<string, Buffer>(),
  asked: [] as string[],
  sent: 0,
  left: Number.POSITIVE_INFINITY,
}
const fetch: RangeFetch = async (address, { headers, signal }) => {
  const { host, pathname } = new URL(address)
  planet.asked.push(address)
  const answer = (status: number, body: Buffer, more = {}) => ({ status, body, headers: more, url: address })
  if (host === 'build-metadata.protomaps.dev')
    return answer(
      200,
      Buffer.from(JSON.stringify([...planet.builds.keys()].map((key) => ({ key, version: '4.14.0' })))),
    )
  const bytes = planet.builds.get(pathname.slice(1))
  if (host !== 'build.protomaps.com' || !bytes) return answer(404, Buffer.alloc(0))
  if (planet.left-- <= 0)
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const [from = 0, to = 0] = (/=(\d+)-(\d+)/.exec(headers?.range ?? '') ?? []).slice(1).map(Number)
  planet.sent += to - from + 1
  const range = `bytes ${from}-${to}/${bytes.length}`
  return answer(206, bytes.subarray(from, to + 1), { etag: pathname, 'content-range': range })
}

let folder = ''
beforeEach(async () => {
  Object.assign(planet, { builds: new Map([['20261116.pmtiles', build()]]), asked: [], sent: 0, left: Infinity })
  folder = await temporaryFolder()
})

const log = { warn: () => {} }
const start = () => {
  const library = openLibrary({ dataFolder: folder, log })
  const jobs = openJobs({ library, fetch, sourceUrl: undefined, log, onChange: async () => {} })
  const run = async () => {
    jobs.start({ box: haifa, maxZoom: 14, name: 'Haifa' })
    await jobs.ended()
    return jobs.current()
  }
  return { library, jobs, run }
}
const files = () => readdir(join(folder, 'streets'))
const lists = () => planet.asked.filter((address) => address.endsWith('.json')).length

test('without another source the newest planet build is used, and its list is cached', async () => {
  planet.builds.set('20261115.pmtiles', build())
  const { jobs, run } = start()
  expect(jobs.sourceHost).toBe('build.protomaps.com')
  expect(await jobs.estimate(haifa, 14)).toMatchObject({ problem: null })
  expect(await run()).toMatchObject({ state: 'done', problem: null })
  expect(lists()).toBe(1)
  expect(new Set(planet.asked.filter((address) => address.endsWith('.pmtiles')))).toEqual(
    new Set(['https://build.protomaps.com/20261116.pmtiles']),
  )
  expect(await files()).toEqual([expect.stringMatching(/^haifa.*\.pmtiles$/)])
})

/** Starts a download and interrupts it after some ranges. */
const cut = async () => {
  const { jobs, run } = start()
  await jobs.estimate(haifa, 14)
  const directories = planet.asked.length - 1
  planet.left = directories + 6
  const ended = run()
  await expect.poll(() => planet.left).toBeLessThan(0)
  await jobs.cancel()
  expect(await ended).toMatchObject({ state: 'failed', problem: 'cancelled' })
  Object.assign(planet, { left: Infinity, sent: 0, asked: [] })
  planet.builds.set('20261117.pmtiles', build())
}

test('an interrupted download is listed after a restart and resumes with its own build', async () => {
  await cut()
  const { jobs, run } = start()
  const [left, ...more] = await jobs.unfinished()
  expect(more).toEqual([])
  expect(left).toMatchObject({
    order: { name: 'Haifa', box: haifa, maxZoom: 14 },
    source: 'https://build.protomaps.com/20261116.pmtiles',
  })
  const { bytes = 0, doneBytes = 0 } = left ?? {}
  expect(doneBytes).toBeGreaterThan(0)
  expect(doneBytes).toBeLessThan(bytes)
  expect(await jobs.nameOfUnfinished(haifa, 14)).toBe('Haifa')
  expect(await jobs.nameOfUnfinished(haifa, 13)).toBeUndefined()
  expect(await run()).toMatchObject({ state: 'done' })
  expect(planet.asked.some((address) => address.includes('20261117'))).toBe(false)
  // The rest of the traffic is the directories, which are read again, and the missing tiles.
  const tilesBegin = Number(planet.builds.get('20261116.pmtiles')?.readBigUInt64LE(56))
  expect(planet.sent - (bytes - doneBytes)).toBeLessThanOrEqual(tilesBegin * 2)
  expect([await jobs.unfinished(), await files()]).toEqual([[], [expect.stringMatching(/\.pmtiles$/)]])
})

test('if the build of an unfinished download is gone, the newest one is used', async () => {
  await cut()
  planet.builds.delete('20261116.pmtiles')
  expect(await start().run()).toMatchObject({ state: 'done' })
  expect(planet.asked.at(-1)).toBe('https://build.protomaps.com/20261117.pmtiles')
})

test('an unfinished download is removed on request, or after two weeks', async () => {
  await cut()
  const [left] = await start().jobs.unfinished()
  await start().jobs.discard(left?.id ?? '')
  expect([await start().jobs.unfinished(), await files()]).toEqual([[], []])

  await cut()
  const part = (await files()).find((name) => name.endsWith('.part')) ?? ''
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await utimes(join(folder, 'streets', part), daysAgo(13), daysAgo(13))
  expect(await start().jobs.unfinished()).toHaveLength(1)
  await utimes(join(folder, 'streets', part), daysAgo(15), daysAgo(15))
  expect([await start().jobs.unfinished(), await files()]).toEqual([[], []])
})
