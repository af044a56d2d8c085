import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startRangeServer } from '../server/src/testing/range-server.ts'
import { tileArchive, tilesIn, vectorTile } from '../server/src/testing/tile-archive.ts'
import { startServer } from '../tests/start/server-process.ts'
import { onDevice } from './device.ts'
import { expect, openAs, test as shared } from './support.ts'

/** Out in the Pacific, so that nothing of the bundled world has a name there. */
const island = { lng: -140, lat: 10 }
const around: [number, number, number, number] = [-141, 9, -139, 11]

/** Land with one street in every tile; its letters are in no other name. */
const tile = vectorTile({
  earth: [{ type: 'area', at: [[0, 0], [4096, 0], [4096, 4096], [0, 4096]], properties: { kind: 'earth' } }], // biome-ignore format: a square
  roads: [
    {
      type: 'line',
      at: [[100, 2000], [4000, 2100]], // biome-ignore format: a line
      properties: { kind: 'major_road', kind_detail: 'primary', name: 'Жζع', 'name:en': 'Quartz', 'name:he': 'ץקף', min_zoom: 5 }, // biome-ignore format: one line
    },
  ],
})

/** Streets are the whole server's, so this story has a server of its own, and a planet on loopback to cut them from. */
const test = shared.extend<object, { ownServer: string }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const planet = await startRangeServer(
        tileArchive(
          tilesIn(around, [5, 11, 12, 13], () => tile),
          { box: around },
        ),
      )
      const folder = join(tmpdir(), `cohesion-e2e-${randomBytes(6).toString('hex')}`)
      const server = await startServer({
        COHESION_DATA: folder,
        COHESION_DEMO: 'on',
        LOG_LEVEL: 'error',
        STREETS_URL: planet.url,
      })
      await use(server.url)
      await server.stop()
      await planet.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ ownServer }, use) => use(ownServer),
})

test.use({ serviceWorkers: 'allow' })

/** MapLibre draws every letter of a name once, on a canvas beside the page; Arabic ones in the form of their place. */
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

const lookAt = (page: Page, { lng, lat }: typeof island) =>
  page.addInitScript(
    (view) => {
      localStorage.setItem('cohesion.map.view', JSON.stringify(view))
    },
    { lng, lat, zoom: 13 },
  )

test('the owner frames an area, watches its streets come, saves them, and reads them in both languages without a connection', {
  tag: '@map',
}, async ({ page, context, baseURL, watch }) => {
  const hosts = new Set<string>()
  context.on('request', (request) => {
    if (request.url().startsWith('http')) hosts.add(new URL(request.url()).host)
  })
  await noteLetters(page)
  await lookAt(page, island)
  await openAs(page, 'technician', '/')
  await page.getByRole('button', { name: 'Get streets', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Get streets' })
  await expect(dialog.getByRole('status')).toHaveText(/MB\u2069, about \d+ second/)
  await dialog.getByRole('button', { name: 'Get streets', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  // The page that was open draws them without being loaded again, with the local name beside the English one.
  await expectLetters(page, 'QzЖζع')
  await expect(page.getByText('© OpenStreetMap')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get streets', exact: true })).toHaveCount(0)

  await page.goto('/?panel=edituser')
  const offline = page.getByRole('group', { name: 'Offline map' })
  await offline.getByRole('combobox', { name: 'Area' }).click()
  await page.getByRole('option', { name: 'Current map view' }).click()
  await offline.getByRole('button', { name: 'Save the map', exact: true }).click()
  await expect(offline.getByText(/^Saved on .* of at most/)).toBeVisible()

  await onDevice(page)
  await context.addCookies([{ name: 'locale', value: 'he', url: baseURL ?? '' }])
  await context.setOffline(true)
  await page.reload()
  await expectLetters(page, 'ץקףЖζع')
  await context.setOffline(false)
  // The browser logs what was asked for without a connection.
  watch.complaints = watch.complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))
  await context.addCookies([{ name: 'locale', value: 'en', url: baseURL ?? '' }])

  await page.goto('/?panel=serversettings')
  // The home area of another service is framed in the same way.
  await page.getByRole('button', { name: 'New service', exact: true }).click()
  const service = page.getByRole('form', { name: 'New service' })
  await service.getByRole('button', { name: 'Frame on a map', exact: true }).click()
  await page.getByRole('button', { name: 'Use this area', exact: true }).click()
  await expect(service.getByText('Not set', { exact: false })).toHaveCount(0)
  await service.getByRole('button', { name: 'Cancel', exact: true }).click()

  const section = page.getByRole('region', { name: 'Streets on the map' })
  await expect(section.getByText(/data of 14 Feb 2026/)).toBeVisible()
  await expect(section.getByText(/^Addresses · streets: /)).toBeVisible()
  await section.getByRole('button', { name: /^Delete / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(section.getByText('No streets yet', { exact: false })).toBeVisible()
  await expect(page.getByText('© OpenStreetMap')).toHaveCount(0)
  expect([...hosts]).toEqual([new URL(baseURL ?? '').host])
})
