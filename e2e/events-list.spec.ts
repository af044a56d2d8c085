import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { apiAs, uniqueName } from './api.ts'
import { type DemoAccount, expect, openAs, test } from './support.ts'

const eventsOf = (page: Page) => page.getByRole('list', { name: /^(Events|אירועים)$/ })
const rows = (page: Page) => eventsOf(page).locator('bdi[title]')
const row = (page: Page, name: string) => eventsOf(page).getByRole('button', { name }).first()
const searchFor = (word: string, more = '') => `/?find=${encodeURIComponent(word)}${more}`

/** Another person at another machine. */
const colleague = async (browser: Browser, account: DemoAccount): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  await openAs(page, account)
  return page
}

test('the list shows what was reported, and a search narrows it', async ({ page, request }) => {
  const name = uniqueName('Fallen lamp post')
  await (await apiAs(request, 'admin')).report(name)
  await openAs(page, 'operator')
  await expect(row(page, name)).toBeVisible()
  await expect(row(page, name).getByRole('img', { name: 'Unread' })).toBeVisible()
  await expect(row(page, name).getByRole('img', { name: 'New' })).toBeVisible()

  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await expect(page).toHaveURL(/find=Fallen/)
  await expect(rows(page)).toHaveText([name])
  await page.getByRole('searchbox').fill('no such words anywhere')
  await expect(page.getByText('No event says “no such words anywhere”.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all events' }).click()
  await expect(row(page, name)).toBeVisible()
})

test('keys move through the list, open, and close', async ({ page, request }) => {
  const word = uniqueName('Key')
  const api = await apiAs(request, 'operator')
  for (const part of ['one', 'two', 'three']) await api.report(`${word} ${part}`)
  await openAs(page, 'operator', searchFor(word))
  await expect(rows(page)).toHaveText([`${word} three`, `${word} two`, `${word} one`])
  await page.getByRole('searchbox').press('ArrowDown')
  await expect(row(page, `${word} three`)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, `${word} two`)).toBeFocused()
  await page.keyboard.press('End')
  await expect(row(page, `${word} one`)).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/selected=aoi\.\d+/)
  await expect(row(page, `${word} three`)).toHaveAttribute('aria-pressed', 'true')
  await row(page, `${word} three`).press('Escape')
  await expect(page).not.toHaveURL(/selected=/)

  await row(page, `${word} two`).click()
  await expect(page).toHaveURL(/selected=aoi/)
  await row(page, `${word} two`).click()
  await expect(page, 'the same again deselects').not.toHaveURL(/selected=/)
})

test('names and dates sort both ways', async ({ page, request }) => {
  const word = uniqueName('Sorted')
  const api = await apiAs(request, 'operator')
  for (const part of ['b', 'c', 'a']) await api.report(`${word} ${part}`)
  const inOrder = (...parts: string[]) => expect(rows(page)).toHaveText(parts.map((part) => `${word} ${part}`))
  const sortBy = async (field: string) => {
    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    await page.getByRole('menuitem', { name: field }).click()
  }
  await openAs(page, 'operator', searchFor(word))
  await inOrder('a', 'c', 'b')
  await sortBy('Name')
  await inOrder('a', 'b', 'c')
  await sortBy('Name')
  await inOrder('c', 'b', 'a')
  await expect(page).toHaveURL(/sort=name&order=desc|order=desc&.*sort=name/)
  await sortBy('Creation date')
  await inOrder('a', 'c', 'b')
})

test('tabs group by creator and by type, with numbers', async ({ page, request }) => {
  const word = uniqueName('Grouped')
  const [admin, operator] = [await apiAs(request, 'admin'), await apiAs(request, 'operator')]
  await admin.report(`${word} one`)
  await admin.report(`${word} two`)
  const third = await operator.report(`${word} three`)
  const { firstName, lastName } = await admin.profile()
  await openAs(page, 'viewer', searchFor(word))
  await page.getByRole('tab', { name: 'By creator' }).click()
  const group = page.getByRole('button', { name: `${firstName} ${lastName} 2` })
  await expect(group).toBeVisible()
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
  await expect(row(page, `${word} one`)).toBeVisible()
  await expect(row(page, `${word} three`), 'one group is open at a time').toBeHidden()
  await group.click()
  await expect(row(page, `${word} one`)).toBeHidden()

  await page.getByRole('tab', { name: 'By type' }).click()
  await expect(page).toHaveURL(/tab=type/)
  await expect(page.getByRole('button', { name: `${third.properties.publicAction?.name} 3` })).toBeVisible()
  await expect(row(page, `${word} three`), 'the first group stands open').toBeVisible()
})

test('a copied link shows the same filter, dates and search to a colleague', async ({ page, request, browser }) => {
  const word = uniqueName('Linked')
  const api = await apiAs(request, 'operator')
  const at = (day: string) => String(new Date(`${day}T12:00:00`).getTime())
  await api.report(`${word} early`, { creationTime: at('2026-01-10') })
  const within = await api.report(`${word} within`, { creationTime: at('2026-02-10') })
  const done = await api.report(`${word} done`, { creationTime: at('2026-02-11') })
  await api.patch(`/aoi/archive/${done._id}`)

  await openAs(page, 'operator', searchFor(word, '&from=2026-02-01&to=2026-02-28'))
  await expect(rows(page)).toHaveText([`${word} done`, `${word} within`])
  await page.getByRole('button', { name: /^New \d/ }).click()
  await expect(rows(page)).toHaveText([`${word} within`])
  await row(page, `${word} within`).click()
  await expect(page).toHaveURL(/selected=/)

  const other = await colleague(browser, 'admin')
  await other.goto(page.url())
  await expect(rows(other)).toHaveText([`${word} within`])
  await expect(row(other, `${word} within`)).toHaveAttribute('aria-pressed', 'true')
  expect(other.url()).toContain(within.properties.nonce)
  await other.context().close()
})

test('those who may take the list with them as CSV, with the answers, and harmless', async ({ page, request }) => {
  const word = uniqueName('Exported')
  const api = await apiAs(request, 'operator')
  await api.report(`=${word}, "quoted"`)
  const plain = await api.report(`${word} plain`)
  await openAs(page, 'admin', searchFor(word))
  await expect(rows(page)).toHaveCount(2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^Events export \d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text.charCodeAt(0)).toBe(0xfeff)
  const [header, first, second, end] = text.slice(1).split('\r\n')
  expect(header).toMatch(/^Name,Created date,Creator phone,Creator name,Address,/)
  for (const { name } of plain.properties.publicAction?.fields ?? []) expect(header).toContain(name)
  expect(first).toContain(`${word} plain,`)
  expect(first).toContain(plain.properties.publicAction?.fields[0]?.value ?? '?')
  expect(second?.startsWith(`"'=${word}, ""quoted""",`)).toBe(true)
  expect(end).toBe('')
})

test('without that right there is no CSV', async ({ page }) => {
  await openAs(page, 'operator')
  await expect(page.getByRole('button', { name: 'Sort' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download as CSV' })).toHaveCount(0)
})

test('a colleague’s report, change and archiving appear by themselves', async ({ page, request, browser }) => {
  const word = uniqueName('Live')
  await openAs(page, 'operator', searchFor(word))
  await expect(page.getByText(`No event says “${word}”.`)).toBeVisible()
  const other = await colleague(browser, 'admin')
  await other.goto(searchFor(word))

  const aoi = await (await apiAs(request, 'technician')).report(`${word} street`)
  for (const screen of [page, other]) await expect(row(screen, `${word} street`)).toBeVisible()
  await row(other, `${word} street`).click()
  await other.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(row(page, `${word} street`).getByRole('img', { name: 'Archived' })).toBeVisible()
  expect(aoi.state).toBe('new')
  await other.context().close()
})

test('what arrives leaves alone what is read, typed and selected', async ({ page, request }) => {
  const word = uniqueName('Still')
  const api = await apiAs(request, 'operator')
  const start = Date.now() - 60_000
  const report = (number: number) => api.report(`${word} ${number}.`, { creationTime: String(start + number * 1000) })
  await Promise.all(Array.from({ length: 20 }, (_, index) => report(index + 1)))
  await openAs(page, 'operator', searchFor(word))
  await row(page, `${word} 12.`).click()
  const read = row(page, `${word} 5.`)
  await read.scrollIntoViewIfNeeded()
  const before = await read.boundingBox()
  await page.getByRole('searchbox').focus()
  await (await apiAs(request, 'admin')).report(`${word} new one`)
  // Its arrival shows in how many there are.
  await expect(eventsOf(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', '21')
  expect(await read.boundingBox()).toEqual(before)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(page.getByRole('searchbox')).toHaveValue(word)
  await expect(page).toHaveURL(/selected=aoi/)

  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Creation date' }).click()
  await expect(row(page, `${word} 1.`), 'another order is read from its beginning').toBeInViewport()
})

test('a thumbs-up takes what was shared with me off my list', async ({ page, request }) => {
  const name = uniqueName('Bring blankets')
  const admin = await apiAs(request, 'admin')
  const aoi = await admin.report(name)
  await admin.post(`/aoi/${aoi._id}/share`, { usersId: [await admin.memberId('operator')] })
  await openAs(page, 'operator', `/?filter=shared&find=${encodeURIComponent(name)}`)
  await row(page, name).hover()
  await page.getByRole('button', { name: `Done: ${name}` }).click()
  await expect(row(page, name)).toBeHidden()
  await expect(page.getByText(`No event says “${name}”.`)).toBeVisible()
})

test('thumbs-up by keyboard alone', async ({ page, request }) => {
  const name = uniqueName('Bring water')
  const admin = await apiAs(request, 'admin')
  const aoi = await admin.report(name)
  await admin.post(`/aoi/${aoi._id}/share`, { usersId: [await admin.memberId('operator')] })
  await openAs(page, 'operator', `/?filter=shared&find=${encodeURIComponent(name)}`)
  await row(page, name).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Done: ${name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, name)).toBeHidden()
})

test('a marker selects its event, and the map stays where it is when others change it', { tag: '@map' }, async ({
  page,
  request,
}) => {
  const name = uniqueName('Buoy adrift')
  // Somewhere in the ocean, where no other story puts anything.
  const [lng, lat] = [-150 + Math.random() * 10, 20 + Math.random() * 10]
  const aoi = await (await apiAs(request, 'operator')).report(name, { startCoordinates: JSON.stringify([lng, lat, 1]) })
  await page.addInitScript((view) => localStorage.setItem('cohesion.map.view', JSON.stringify(view)), {
    lng,
    lat,
    zoom: 13,
  })
  await openAs(page, 'operator')
  const canvas = page.locator('canvas.maplibregl-canvas')
  const box = await canvas.boundingBox()
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  const under = async () => {
    await page.mouse.move(middle.x + 1, middle.y)
    await page.mouse.move(middle.x, middle.y)
    return canvas.getAttribute('title')
  }
  await expect.poll(under, 'the badge is there, and names its event').toBe(name)
  await page.mouse.click(middle.x, middle.y)
  await expect(page).toHaveURL(new RegExp(`selected=aoi.${aoi.properties.nonce}`))
  await expect(page.getByRole('article', { name })).toBeVisible()
  await (await apiAs(request, 'admin')).post(`/aoi/${aoi.number}/add-log`, { text: 'Seen it too' })
  await expect(page.getByText('Seen it too')).toBeVisible()
  await expect.poll(under).toBe(name)
})

test('charts count the events of the list, and say the same as a table', async ({ page, request }) => {
  const word = uniqueName('Counted')
  const api = await apiAs(request, 'operator')
  for (const part of ['one', 'two']) await api.report(`${word} ${part}`)
  await openAs(page, 'operator', searchFor(word))
  await page.getByRole('button', { name: 'Chart' }).click()
  const chart = page.getByRole('region', { name: 'Chart of events' })
  await expect(chart.getByText('2 events')).toBeVisible()
  await chart.getByRole('button', { name: 'Table' }).click()
  await expect(chart.getByRole('table', { name: 'By day' }).getByRole('row')).toHaveCount(2)
  await expect(chart.getByRole('table', { name: 'By type' }).getByRole('cell', { name: '2' })).toBeVisible()
  await chart.getByRole('button', { name: 'Close the chart' }).click()
  await expect(chart).toBeHidden()
})

test('in Hebrew, from right to left', async ({ page, request, context, baseURL }) => {
  const word = uniqueName('מפגע')
  const api = await apiAs(request, 'operator')
  for (const part of ['א', 'ב']) await api.report(`${word} ${part}`)
  await context.addCookies([{ name: 'locale', value: 'he', url: baseURL ?? '' }])
  await openAs(page, 'admin')
  await page.getByRole('searchbox', { name: 'חיפוש אירועים' }).fill(word)
  await expect(rows(page)).toHaveText([`${word} ב`, `${word} א`])
  const panel = await eventsOf(page).boundingBox()
  expect((panel?.x ?? 0) + (panel?.width ?? 0), 'the list is at the right').toBeGreaterThan(1400)
  await page.getByRole('button', { name: 'מיון' }).click()
  await page.getByRole('menuitem', { name: 'שם' }).click()
  await expect(rows(page)).toHaveText([`${word} א`, `${word} ב`])
  await page.getByRole('tab', { name: 'לפי סוג' }).click()
  await expect(rows(page).filter({ hasText: word })).toHaveCount(2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'הורדה כקובץ CSV' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text).toContain('שם,תאריך יצירה')
  expect(text).toContain(`${word} א`)
})

test('on a phone the list slides over the map, and a touch marks done', async ({ browser, request, baseURL }) => {
  const name = uniqueName('Bring a ladder')
  const admin = await apiAs(request, 'admin')
  const aoi = await admin.report(name)
  await admin.post(`/aoi/${aoi._id}/share`, { usersId: [await admin.memberId('operator')] })
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await openAs(page, 'operator', `/?filter=shared&find=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: 'Make the list taller' }).tap()
  await expect(row(page, name)).toBeVisible()
  await page.getByRole('button', { name: `Done: ${name}` }).tap()
  await expect(row(page, name)).toBeHidden()
  await context.close()
})
