import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { apiWith, newTechnician, posterOf, readAnswer, uniqueName } from './api.ts'
import { holdManyReports } from './database.ts'
import { expect, openWith, test } from './support.ts'

const base = '/api/cohesion'

const newService = async (request: APIRequestContext) => {
  const token = await newTechnician(request, uniqueName('Review'))
  const api = apiWith(request, token)
  const type = await api.post<{ _id: string }>('/public-actions', {
    name: 'Fallen tree',
    guide: '<p>Stay away.</p>',
    unit: 'Number',
    value: '1',
  })
  return { token, api, type }
}

/** Creates a service whose link holds reports for review, and sends reports. The first report has a photo. */
const holdReports = async (request: APIRequestContext, names: readonly string[]) => {
  const { token, api, type } = await newService(request)
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  await api.post('/review/hold', { isOn: true })
  const poster = new URL(await posterOf(api), 'http://localhost')
  const follows: string[] = []
  for (const [place, name] of names.entries()) {
    const report = await readAnswer<{ follow: string }>(
      request.post(`${base}/public/${poster.searchParams.get('token')}/report`, {
        multipart: {
          publicAction: JSON.stringify({ publicActionId: type._id, fields: [] }),
          // Far apart, so that no two reports are possible duplicates.
          startCoordinates: JSON.stringify([-121 + place, 37]),
          description: name,
          // A different name makes a different visitor, although the device is the same.
          firstName: `Pat ${place}`,
          lastName: 'Passer',
          phone: '+1 415 555 0155',
          nonce: String(Date.now() + place),
          key: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
          ...(place === 0 && { file: { name: 'oak.png', mimeType: 'image/png', buffer } }),
        },
      }),
    )
    follows.push(report.follow)
  }
  return { token, follows }
}

/** The page ignores keys while a decision is pending, even if it already shows the next report. */
const pressKey = async (page: Page, key: string) => {
  await expect(page.getByRole('button', { name: 'Skip', exact: true })).toBeEnabled()
  await page.keyboard.press(key)
}

/** Whether the browser itself has a copy of the address; sends no request to the server. */
const isInBrowserCache = (address: string): Promise<boolean> =>
  fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Permanently covers the middle of the photo and a word. */
const coverPhotoAndWord = async (page: Page) => {
  const photo = page.getByRole('tabpanel').getByRole('img', { name: 'Report photo' })
  const before = (await photo.getAttribute('src')) ?? ''
  await expect.poll(() => page.evaluate(isInBrowserCache, before)).toBe(true)
  await page.getByRole('button', { name: 'Cover parts of the photo', exact: true }).click()
  const canvas = page.getByRole('button', { name: 'Photo to paint on' })
  const { x, y, width, height } = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width * 0.3, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.7, y + height / 2, { steps: 5 })
  await page.mouse.up()
  // Keys paint on the canvas and do not act on the page behind the dialog.
  await canvas.press('ArrowDown')
  await canvas.press('a')
  await canvas.press(' ')
  await page.getByRole('button', { name: 'Cover permanently', exact: true }).click()
  await expect(photo).not.toHaveAttribute('src', before)
  expect((await page.request.get(before)).status()).toBe(404)
  for (const address of [before, `${before}?size=thumb`])
    await expect.poll(() => page.evaluate(isInBrowserCache, address)).toBe(false)
  await page.getByRole('button', { name: 'Cover words', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Oak', exact: true }).first().click()
  await page.getByRole('button', { name: 'Cover one word permanently', exact: true }).click()
  await expect(page.getByRole('heading', { name: '███ on the road', exact: true })).toBeVisible()
}

test('reports are redacted and reviewed by keys and by touch, and the reporter reads the reason', async ({
  page,
  request,
  watch,
}) => {
  const names = ['Oak on the road', 'Elm on a car', 'Beech by the school', 'Pine at the pier']
  const { token, follows } = await holdReports(request, names)
  const sheet = (name: string) => page.getByRole('heading', { name, exact: true })
  await openWith(page, token, '/?view=review&panel=closed')

  await expect(sheet('Oak on the road')).toBeVisible()
  await coverPhotoAndWord(page)
  await pressKey(page, 'a')
  await expect(sheet('Elm on a car')).toBeVisible()
  await pressKey(page, 'u')
  await expect(sheet('███ on the road')).toBeVisible()
  await pressKey(page, 'a')
  await expect(sheet('Elm on a car')).toBeVisible()
  await pressKey(page, 'r')
  await page.getByRole('radio', { name: 'The team couldn’t understand the report.' }).check()
  await page.getByLabel('Message to the reporter').fill('Which car?')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(sheet('Beech by the school')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Ask the reporter', exact: true }).click()
  await page.getByLabel('Question for the reporter').fill('Is the gate free?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(sheet('Pine at the pier')).toBeVisible()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('No reports are waiting for review.')).toBeVisible()

  await page.goto(`/invite?follow=${follows[1]}`)
  await expect(page.getByText('Not accepted')).toBeVisible()
  await expect(page.getByText('The team couldn’t understand the report.')).toBeVisible()
  await page.goto(`/invite?follow=${follows[2]}`)
  await expect(page.getByText('Is the gate free?')).toBeVisible()
  // The story looked for evicted copies in the browser's cache, and the browser logs each miss.
  watch.complaints = watch.complaints.filter((text) => !text.includes('ERR_CACHE_MISS'))
})

const startWebsite = async (board: () => string) => {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<iframe src="${board()}" width="800" height="600"></iframe>`),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

test('300 held reports are worked through by keyboard, and only a listed website can embed the public board', async ({
  page,
  request,
  watch,
  baseURL,
}) => {
  test.slow()
  const { token, api, type } = await newService(request)
  await holdManyReports(type._id, 300)
  await openWith(page, token, '/?view=review&panel=closed')
  for (const [at, key] of ['a', 'f', 'a', 's', 'a'].entries()) {
    await expect(page.getByRole('heading', { name: `Report ${at + 1}`, exact: true })).toBeVisible()
    await pressKey(page, key)
  }
  await expect(page.getByRole('heading', { name: 'Report 6', exact: true })).toBeVisible()
  await page.getByRole('tab', { name: /^Waiting/ }).press('Enter')
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).press(' ')
  await page.getByRole('button', { name: 'Select all matching', exact: true }).press('Enter')
  await expect(page.getByText('296 selected', { exact: true })).toBeVisible()
  const bulk = page.getByRole('region', { name: 'Selected reports' })
  await bulk.getByRole('button', { name: 'Accept', exact: true }).press('Enter')
  // The server accepts fifty reports at a time. Each report becomes an event with its messages and possible duplicates.
  await expect(page.getByText('296 reports accepted')).toBeVisible({ timeout: 300_000 })
  await expect(page.getByText('No reports here.')).toBeVisible()

  let board = ''
  const listed = await startWebsite(() => board)
  const other = await startWebsite(() => board)
  const settings = { isOn: true, typeIds: [type._id], states: ['new'], cellMetres: 500, days: 30 }
  const { link } = await api.patch<{ link: string }>('/board', { ...settings, origins: [listed.origin] })
  board = `${baseURL}/board${new URL(link).search}`
  const frame = page.frameLocator('iframe')
  await page.goto(listed.origin)
  await expect(frame.getByRole('heading', { name: 'Already reported' })).toBeVisible()
  await page.goto(other.origin)
  await expect.poll(() => watch.complaints.join()).toContain('frame-ancestors')
  await expect(frame.getByRole('heading', { name: 'Already reported' })).toHaveCount(0)
  listed.stop()
  other.stop()
  // The story serves both websites itself, and the page blocked in the second one is expected.
  watch.complaints = []
  watch.otherHosts = []
})

test('more reports than fit one page are worked through by finger on a phone', async ({ browser, request }) => {
  test.slow()
  const { token, api, type } = await newService(request)
  await holdManyReports(type._id, 220)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await openWith(page, token, '/?view=review&panel=closed')
  const press = (name: string) => page.getByRole('tabpanel').getByRole('button', { name, exact: true }).tap()
  for (const [at, name] of ['Accept', 'Skip', 'Mark as false', 'Accept', 'Accept'].entries()) {
    await expect(page.getByRole('heading', { name: `Report ${at + 1}`, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Skip', exact: true })).toBeEnabled()
    await press(name)
  }
  await expect(page.getByRole('heading', { name: 'Report 6', exact: true })).toBeVisible()
  await press('Undo')
  await expect(page.getByRole('heading', { name: 'Report 5', exact: true })).toBeVisible()
  await page.getByRole('tab', { name: /^Waiting/ }).tap()
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).tap()
  await press('Select all matching')
  await expect(page.getByText('217 selected', { exact: true })).toBeVisible()
  await page
    .getByRole('region', { name: 'Selected reports' })
    .getByRole('button', { name: 'Reject', exact: true })
    .tap()
  await page.getByRole('radio', { name: 'The report doesn’t describe an event.' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).tap()
  await expect(page.getByText('217 reports rejected')).toBeVisible()
  await expect(page.getByText('No reports here.')).toBeVisible()
  const { waiting } = await api.get<{ waiting: number }>('/review/status')
  expect(waiting).toBe(0)
  await context.close()
})
