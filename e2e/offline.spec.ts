import type { Page } from '@playwright/test'
import type { Aoi, AoiPage } from '#contract'
import { apiAs, newSession, uniqueName } from './api.ts'
import { onDevice } from './device.ts'
import { chooseType } from './events.ts'
import { expect, openAs, openWith, test } from './support.ts'

test.use({
  serviceWorkers: 'allow',
  permissions: ['geolocation'],
  geolocation: { longitude: -122.42, latitude: 37.77 },
})

/** web/src/api/device/outgoing.test.ts tests the order of many requests. */
const EVENTS = 3
const ENTRIES = 6

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const list = ['"rows"', '"eventTypes"', '"ownRole"', '["service","one"']

const report = async (page: Page, name: string, hasPhoto: boolean) => {
  await page.getByRole('button', { name: 'New event' }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill(name)
  await chooseType(page, 'Road hazard')
  await page.getByLabel('What is on the road?').fill('A tree')
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByRole('button', { name: 'Use my location' }).click()
  if (hasPhoto) {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: /^Choose image/ }).click(),
    ])
    await chooser.setFiles({ name: 'road.png', mimeType: 'image/png', buffer: png })
  }
  await page.getByRole('button', { name: 'Create event' }).click()
  await expect(page.getByRole('button', { name: 'New event' })).toBeVisible()
}

test('offline, the app opens, and events and entries are sent once when reconnected', async ({
  page,
  context,
  watch,
  request,
}) => {
  const api = await apiAs(request, 'operator')
  const words = uniqueName('Offline')
  const target = await api.report(`${words} target`)
  await openAs(page, 'operator', `/?selected=aoi.${target.properties.nonce}`)
  const card = page.getByRole('article', { name: target.properties.name })
  await expect(card).toBeVisible()
  await onDevice(page, ...list, '["aoi","one"')

  await context.setOffline(true)
  await page.reload()
  await expect(card).toBeVisible()
  await expect(page.getByText('Showing saved data')).toBeVisible()

  for (let count = 0; count < EVENTS; count++) await report(page, `${words} event ${count}`, count === 0)
  const unsent = page.getByRole('tabpanel', { name: 'All' }).getByRole('region', { name: 'Not sent yet' })
  await expect(unsent.getByRole('listitem')).toHaveCount(EVENTS)

  await page.goto(`/?selected=aoi.${target.properties.nonce}`)
  const entry = card.getByLabel('Log entry')
  for (let count = 0; count < ENTRIES; count++) {
    await entry.fill(`${words} entry ${count}`)
    await entry.press('Enter')
    await expect(entry).toHaveValue('')
  }
  const entries = card.getByRole('region', { name: 'Not sent yet' })
  await expect(entries.getByRole('listitem')).toHaveCount(ENTRIES)
  await expect(entries.getByText('Saved on this device').first()).toBeVisible()

  await page.reload()
  await expect(unsent.getByRole('listitem')).toHaveCount(EVENTS)
  await expect(entries.getByRole('listitem')).toHaveCount(ENTRIES)

  await context.setOffline(false)
  await expect(page.getByText(/not sent yet/)).toBeHidden({ timeout: 120_000 })

  const arrivedNames = async () => {
    const { total } = await api.get<AoiPage>(`/aoi/filtered?search=${encodeURIComponent(`${words} event`)}&limit=100`)
    return total.map(({ properties }) => properties.name).filter((name) => name.startsWith(`${words} event`))
  }
  const names = Array.from({ length: EVENTS }, (_, count) => `${words} event ${count}`)
  await expect.poll(async () => (await arrivedNames()).sort()).toEqual(names)
  const { properties } = await api.get<Aoi>(`/aoi/nonce-pro/${target.properties.nonce}`)
  const texts = properties.logs.filter(({ isSystem }) => !isSystem).map(({ text }) => text)
  expect(texts.reverse()).toEqual(Array.from({ length: ENTRIES }, (_, count) => `${words} entry ${count}`))
  // The browser logs the requests that failed offline.
  watch.complaints.length = 0
})

test('while the server is slow the app shows stored data, and updates when replies arrive', async ({
  page,
  context,
  request,
}) => {
  const api = await apiAs(request, 'operator')
  const before = uniqueName('Before')
  await api.report(before)
  await openAs(page, 'operator')
  const rows = page.getByRole('tabpanel', { name: 'All' })
  await expect(rows.getByText(before)).toBeVisible()
  await onDevice(page, ...list)
  const later = uniqueName('Meanwhile')
  const held = Promise.withResolvers<void>()
  await context.route('**/api/cohesion/**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload()
  await expect(rows.getByText(before)).toBeVisible()
  await expect(page.getByText('Slow connection. Showing saved data', { exact: false })).toBeVisible()
  await api.report(later)
  held.resolve()
  await expect(rows.getByText(later)).toBeVisible()
  await expect(page.getByText('Slow connection', { exact: false })).toBeHidden()
})

const storedOn = (page: Page) =>
  page.evaluate(async () => {
    const open = indexedDB.open('cohesion')
    await new Promise((done) => open.addEventListener('success', done))
    const count = async (name: string) => {
      const request = open.result.transaction(name).objectStore(name).count()
      await new Promise((done) => request.addEventListener('success', done))
      return request.result
    }
    const stored = { answers: await count('answers'), holder: await count('holder'), work: await count('work') }
    open.result.close()
    return stored
  })

test('rejected work shows its reason, and signing out keeps unsent work only', async ({
  page,
  context,
  watch,
  request,
}) => {
  const api = await apiAs(request, 'operator')
  const target = await api.report(uniqueName('Refused'))
  await openWith(page, await newSession(request, 'operator'), `/?selected=aoi.${target.properties.nonce}`)
  const card = page.getByRole('article', { name: target.properties.name })
  await expect(card).toBeVisible()
  await onDevice(page, ...list, '["aoi","one"')
  await context.setOffline(true)
  await card.getByLabel('Log entry').fill('Too late')
  await card.getByLabel('Log entry').press('Enter')
  await expect(card.getByText('Saved on this device')).toBeVisible()
  const archive = card.getByRole('button', { name: 'Archive', exact: true })
  await expect(archive).toHaveAttribute('aria-disabled', 'true')
  await expect(archive).toHaveAttribute('title', 'Archive: Needs a connection')

  const name = uniqueName('Alone')
  await report(page, name, false)
  await page.getByRole('button', { name, exact: true }).click()
  const unsent = page.getByRole('article', { name })
  await unsent.getByLabel('Log entry').fill('First on site')
  await unsent.getByLabel('Log entry').press('Enter')
  await expect(unsent.getByText('First on site')).toBeVisible()
  await page.goto(`/?selected=aoi.${target.properties.nonce}`)

  await api.patch(`/aoi/archive/${target._id}`)
  await context.setOffline(false)
  await expect(card.getByText('Needs attention')).toBeVisible()
  await expect(card.getByRole('region', { name: 'Not sent yet' }).getByText(/archived/i)).toBeVisible()
  await expect.poll(() => storedOn(page)).toMatchObject({ holder: 1, work: 1 })
  const [arrived] = (await api.get<AoiPage>(`/aoi/filtered?search=${encodeURIComponent(name)}`)).total
  const { properties } = await api.get<Aoi>(`/aoi/nonce-pro/${arrived?.properties.nonce}`)
  expect(properties.logs.filter(({ isSystem }) => !isSystem).map(({ text }) => text)).toEqual(['First on site'])

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL(/\/login/)
  await expect.poll(() => storedOn(page)).toEqual({ answers: 0, holder: 0, work: 1 })
  watch.complaints.length = 0
})

test.describe('with one thumb', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a report takes four presses, with and without a connection', async ({ page, context, watch }) => {
    const api = await apiAs(page.request, 'admin')
    const type = uniqueName('Pothole')
    await api.post('/public-actions', { name: type, guide: '<p>Slow down.</p>', unit: 'Number', value: '1' })
    await page.addInitScript(() => {
      addEventListener('pointerdown', () => sessionStorage.setItem('presses', `${presses() + 1}`), true)
      const presses = () => Number(sessionStorage.getItem('presses') ?? 0)
    })
    await openAs(page, 'admin')
    const report = async (line: string) => {
      await expect(page.getByRole('button', { name: 'New event' }).first()).toBeVisible()
      await page.evaluate(() => sessionStorage.removeItem('presses'))
      const begun = Date.now()
      await page.getByRole('button', { name: 'New event' }).first().tap()
      await page.getByRole('button', { name: type, exact: true }).tap()
      const [camera] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Take a photo' }).tap(),
      ])
      await camera.setFiles({ name: 'road.png', mimeType: 'image/png', buffer: png })
      await expect(page.getByAltText('Image of this event')).toBeVisible()
      await page.getByRole('button', { name: 'Create event' }).tap()
      await expect(page.getByText(line)).toBeVisible()
      const presses = Number(await page.evaluate(() => sessionStorage.getItem('presses')))
      const seconds = ((Date.now() - begun) / 1000).toFixed(1)
      test.info().annotations.push({ type: 'measured', description: `${presses} presses, ${seconds} s: ${line}` })
      expect(presses).toBeLessThanOrEqual(4)
    }
    await report('Event created')
    await page.getByRole('button', { name: 'Close' }).first().tap()
    await page.getByRole('button', { name: 'Collapse list' }).tap()
    await onDevice(page, ...list)
    await context.setOffline(true)
    await report('The report is saved on this device')
    await context.setOffline(false)
    await expect
      .poll(async () => (await api.get<{ total: Aoi[] }>(`/aoi/filtered?search=${type}`)).total)
      .toHaveLength(2)
    // The browser logs the requests that failed offline.
    watch.complaints.splice(0)
  })
})
