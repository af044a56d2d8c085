import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Box } from '#contract'
import { type RangeServer, startRangeServer } from '../server/src/testing/range-server.ts'
import { tileArchive, tilesIn, vectorTile } from '../server/src/testing/tile-archive.ts'
import { prepareFolder } from '../tests/start/prepared-folder.ts'
import { startServer } from '../tests/start/server-process.ts'
import { apiAs, uniqueName } from './api.ts'
import { onDevice } from './device.ts'
import { expect, openAs, test as shared } from './support.ts'

/** In the Pacific, where the bundled world has no names. */
const island = { lng: -140, lat: 10 }
const around: Box = [-141, 9, -139, 11]

/** A tile of land with one street, whose name has letters that no other name has. */
const tileWith = (names: Record<string, string>) =>
  vectorTile({
    earth: [{ type: 'area', at: [[0, 0], [4096, 0], [4096, 4096], [0, 4096]], properties: { kind: 'earth' } }], // biome-ignore format: a square
    roads: [
      {
        type: 'line',
        at: [[0, 2040], [4096, 2050]], // biome-ignore format: a line
        properties: { kind: 'major_road', kind_detail: 'primary', min_zoom: 5, ...names },
      },
    ],
  })
/** Different bytes per tile, so that a download has several parts. */
const tileOf = (z: number, x: number, y: number) =>
  tileWith({
    name: 'Жζع',
    'name:en': 'Quartz',
    'name:he': 'ץקף',
    note: `${z}/${x}/${y} ${randomBytes(5000).toString('base64')}`,
  })

type OwnServer = { url: string; folder: string; planet: RangeServer }

/**
 * Streets belong to the whole server, so these stories run a server of their own. Its source is an archive on loopback.
 */
const test = shared.extend<object, { ownServer: OwnServer }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const planet = await startRangeServer(tileArchive(tilesIn(around, [5, 11, 12, 13], tileOf), { box: around }))
      const folder = join(tmpdir(), `cohesion-e2e-${randomBytes(6).toString('hex')}`)
      await prepareFolder(folder)
      const server = await startServer({
        COHESION_DATA: folder,
        COHESION_DEMO: 'on',
        LOG_LEVEL: 'error',
        STREETS_URL: planet.url,
      })
      await use({ url: server.url, folder, planet })
      await server.stop()
      await planet.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ ownServer }, use) => use(ownServer.url),
})

test.use({ serviceWorkers: 'allow' })

/**
 * Records the letters that MapLibre draws, each once, on a canvas beside the page. Arabic letters are drawn in the form
 * for their position in the word.
 */
const noteLetters = (page: Page) =>
  page.addInitScript(() => {
    const drawn = new Set<string>()
    Object.assign(window, { drawn })
    const { fillText } = OffscreenCanvasRenderingContext2D.prototype
    OffscreenCanvasRenderingContext2D.prototype.fillText = function (text, ...more) {
      drawn.add(text)
      return fillText.call(this, text, ...more)
    }
  })
const expectLetters = (page: Page, letters: string) =>
  expect
    .poll(() =>
      page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn].join('').normalize('NFKC')),
    )
    .toMatch(new RegExp([...letters].map((letter) => `(?=.*${letter})`).join('')))

const lookAt = (page: Page, view: typeof island & { zoom: number }) =>
  page.addInitScript((first) => {
    if (!localStorage.getItem('cohesion.map.view')) localStorage.setItem('cohesion.map.view', JSON.stringify(first))
  }, view)

/**
 * Holds the tile requests of a download, but not those for directories. Resolves with a function that releases the
 * tiles.
 */
const holdTiles = (planet: RangeServer) => {
  const tilesBegin = Number(planet.bytes.readBigUInt64LE(56))
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  planet.trick = (response, { headers: { range = '' } }) => {
    const [from = 0, to = 0] = (/=(\d+)-(\d+)/.exec(range) ?? []).slice(1).map(Number)
    if (from < tilesBegin) return false
    const headers = { etag: planet.etag, 'content-range': `bytes ${from}-${to}/${planet.bytes.length}` }
    void released.then(() => response.writeHead(206, headers).end(planet.bytes.subarray(from, to + 1)))
    return true
  }
  return () => {
    planet.trick = undefined
    release()
  }
}

test('the owner downloads streets of an area, and they work offline in both languages', {
  tag: '@map',
}, async ({ page, context, baseURL, watch, ownServer: { planet } }) => {
  const hosts = new Set<string>()
  context.on('request', (request) => {
    if (request.url().startsWith('http')) hosts.add(new URL(request.url()).host)
  })
  await noteLetters(page)
  await lookAt(page, { ...island, zoom: 10 })
  await openAs(page, 'technician', '/')
  await page.getByRole('button', { name: 'Download streets', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Download streets' })
  await expect(dialog.getByRole('status')).toHaveText(/MB\u2069, about \d+ second/)
  const release = holdTiles(planet)
  await dialog.getByRole('button', { name: 'Download streets', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/^Downloading streets: \d+%$/)).toBeVisible()
  await page.goto('/?panel=serversettings')
  const section = page.getByRole('region', { name: 'Streets on the map' })
  const stopped = page.waitForResponse('**/streets/cancel')
  await section.getByRole('button', { name: 'Stop', exact: true }).click()
  await stopped
  release()
  await section.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(section.getByText(/data of 14 Feb 2026/)).toBeVisible()
  // Street names appear at the third step. The open page draws them without a reload.
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Zoom in', exact: true }).click()
  // A street shows its local name beside the English name.
  await expectLetters(page, 'QzЖζع')
  await expect(page.getByText('© OpenStreetMap')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download streets', exact: true })).toHaveCount(0)

  await page.goto('/?panel=edituser')
  const offline = page.getByRole('group', { name: 'Offline map' })
  await offline.getByRole('combobox', { name: 'Area' }).click()
  await page.getByRole('option', { name: 'Current map view' }).click()
  await offline.getByRole('button', { name: 'Save the map', exact: true }).click()
  await expect(offline.getByText(/^Saved on .* of at most/)).toBeVisible()

  await onDevice(page)
  await context.addCookies([{ name: 'locale', value: 'he', url: baseURL ?? '' }])
  await page.reload()
  await expectLetters(page, 'ץקףЖζع')
  await context.setOffline(true)
  await page.reload()
  await expectLetters(page, 'ץקףЖζع')
  await context.setOffline(false)
  await context.addCookies([{ name: 'locale', value: 'en', url: baseURL ?? '' }])

  await page.goto('/?panel=serversettings')
  // The form of a new service frames its home area in the same way.
  await page.getByRole('button', { name: 'New service', exact: true }).click()
  const service = page.getByRole('form', { name: 'New service' })
  await service.getByRole('button', { name: 'Frame on a map', exact: true }).click()
  await page.getByRole('button', { name: 'Use this area', exact: true }).click()
  await expect(service.getByText('Not set', { exact: false })).toHaveCount(0)
  // The browser logs requests that failed without a connection, some of them late.
  watch.complaints = watch.complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED|status of 404/.test(text))
  await service.getByRole('button', { name: 'Cancel', exact: true }).click()

  await expect(section.getByText(/data of 14 Feb 2026/)).toBeVisible()
  await expect(section.getByText(/^Addresses · streets: /)).toBeVisible()
  await section.getByRole('button', { name: /^Delete / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(section.getByText('No streets yet', { exact: false })).toBeVisible()
  await expect(page.getByText('© OpenStreetMap')).toHaveCount(0)
  expect([...hosts]).toEqual([new URL(baseURL ?? '').host])
})

test('where an area up to zoom 12 meets one up to zoom 15, the streets of both are shown', {
  tag: '@map',
}, async ({ page, watch, ownServer: { folder } }) => {
  const lng = (700 / 4096) * 360 - 180
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * 1900.5) / 4096))) * 180) / Math.PI
  const south = lat - 0.2
  const north = lat + 0.2
  const west: Box = [lng - 0.3, south, lng - 1e-6, north]
  const east: Box = [lng + 1e-6, south, lng + 0.3, north]
  mkdirSync(join(folder, 'streets'), { recursive: true })
  for (const [name, box, zooms, letter] of [
    ['west', west, [11, 12], 'Ћ'],
    ['east', east, [11, 12, 13, 14, 15], 'Џ'],
  ] as const) {
    const bytes = tileWith({ name: letter })
    const archive = tileArchive(tilesIn(box, zooms, () => bytes), { box }) // biome-ignore format: one line
    writeFileSync(join(folder, 'streets', `${name}.pmtiles`), archive)
  }
  const answers = new Map<string, number>()
  page.on('response', (response) => {
    const [, set, tile] = /\/streets\/tiles\/\w+\/(\w+)\/(.*)$/.exec(response.url()) ?? []
    if (set && tile) answers.set(`${set}/${tile}`, response.status())
  })
  await noteLetters(page)
  await lookAt(page, { lng, lat, zoom: 15 })
  await openAs(page, 'technician', '/')
  await expectLetters(page, 'ЋЏ')
  // All tiles have one source. West of the edge, tiles of zoom 15 are missing, and tiles of zoom 12 replace them.
  expect(new Set([...answers.keys()].map((key) => key.split('/')[0]))).toEqual(new Set(['streets']))
  const columns = (status: number, zoom: number) =>
    [...answers].filter(([key, answered]) => answered === status && key.startsWith(`streets/${zoom}/`)).map(([key]) => Number(key.split('/')[2])) // biome-ignore format: one line
  expect(columns(200, 15).every((column) => column >= 700 * 8)).toBe(true)
  expect(columns(404, 15).every((column) => column < 700 * 8)).toBe(true)
  expect([columns(200, 15).length > 0, columns(404, 15).length > 0, columns(200, 12).includes(699)]).toEqual([
    true,
    true,
    true,
  ])
  // The browser logs missing tiles.
  watch.complaints = watch.complaints.filter((text) => !text.includes('status of 404'))
  for (const name of ['west', 'east']) rmSync(join(folder, 'streets', `${name}.pmtiles`))
})

shared(
  'between two panels the hint about missing streets keeps its buttons inside',
  { tag: '@map' },
  async ({ page }) => {
    await page.setViewportSize({ width: 901, height: 800 })
    const { properties } = await (await apiAs(page.request, 'technician')).report(uniqueName('Flooded road'))
    await openAs(page, 'technician', `/?selected=aoi.${properties.nonce}`)
    const hint = page.getByRole('status').filter({ hasText: 'The map has no streets here yet.' })
    await expect(hint).toBeVisible()
    for (const name of ['Not now', 'Download streets']) {
      const card = await hint.boundingBox()
      const button = await hint.getByRole('button', { name }).boundingBox()
      expect(button?.x, name).toBeGreaterThanOrEqual(card?.x ?? Number.NaN)
      expect((button?.x ?? 0) + (button?.width ?? 0), name).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0))
    }
  },
)
