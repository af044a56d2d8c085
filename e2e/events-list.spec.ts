import { readFile } from 'node:fs/promises'
import { apiAs, uniqueName } from './api.ts'
import { colleague, eventsOf, row, rows, searchFor } from './events.ts'
import { expect, openAs, test } from './support.ts'

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
  await expect(page.getByText('No events match “no such words anywhere”.')).toBeVisible()
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
  await page.getByRole('button', { name: 'Download CSV' }).click()
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

test('a thumbs-up, by mouse or by key, takes what was shared with me off my list', async ({ page, request }) => {
  const word = uniqueName('Bring')
  const [blankets, water] = [`${word} blankets`, `${word} water`]
  const admin = await apiAs(request, 'admin')
  const operator = await admin.memberId('operator')
  for (const name of [blankets, water]) {
    const aoi = await admin.report(name)
    await admin.post(`/aoi/${aoi._id}/share`, { usersId: [operator] })
  }
  await openAs(page, 'operator', `/?filter=shared&find=${encodeURIComponent(word)}`)
  await row(page, blankets).hover()
  await page.getByRole('button', { name: `Done: ${blankets}` }).click()
  await expect(row(page, blankets)).toBeHidden()
  await row(page, water).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Done: ${water}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, water)).toBeHidden()
  await expect(page.getByText(`No events match “${word}”.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sort' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download CSV' }), 'an operator may not take lists along').toHaveCount(
    0,
  )
})

test('charts count the events of the list, and say the same as a table', async ({ page, request }) => {
  const word = uniqueName('Counted')
  const api = await apiAs(request, 'operator')
  for (const part of ['one', 'two']) await api.report(`${word} ${part}`)
  await openAs(page, 'operator', searchFor(word))
  await page.getByRole('button', { name: 'Chart' }).click()
  const chart = page.getByRole('region', { name: 'Event chart' })
  await expect(chart.getByText('2 events')).toBeVisible()
  await chart.getByRole('button', { name: 'Table' }).click()
  await expect(chart.getByRole('table', { name: 'By day' }).getByRole('row')).toHaveCount(2)
  await expect(chart.getByRole('table', { name: 'By type' }).getByRole('cell', { name: '2' })).toBeVisible()
  await chart.getByRole('button', { name: 'Close chart' }).click()
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
  await page.getByRole('button', { name: 'הורדת CSV' }).click()
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
  await page.getByRole('button', { name: 'Expand list' }).tap()
  await expect(row(page, name)).toBeVisible()
  await page.getByRole('button', { name: `Done: ${name}` }).tap()
  await expect(row(page, name)).toBeHidden()
  await context.close()
})
