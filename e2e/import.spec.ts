import type { Page } from '@playwright/test'
import type { AoiPage } from '#contract'
import { apiAs, uniqueName } from './api.ts'
import { AT_ONCE_MS, expect, openAs, test } from './support.ts'

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const choose = async (page: Page, button: string, chosen: ReturnType<typeof file>) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ])
  await chooser.setFiles(chosen)
}

const rowsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const place = `37.${7000 + (index % 900)},-122.${4000 + (index % 900)}`
    return `${name}-${index},${name} ${index},Road hazard,${place},03/25/2026,Mud,Yes`
  }).join('\n')
const header = 'ID,Title,Type,Lat,Lon,Reported,What is on the road?,Is a lane blocked?'

test('an admin imports 2,000 road defects, undoes it, and imports them again', async ({ page, request }) => {
  const name = uniqueName('Hole')
  const text = `${header}\n${rowsOf(name, 2000)}\n${name}-bad,Nowhere,Road hazard,95,190,03/25/2026,Mud,Yes\n`
  const api = await apiAs(request, 'admin')
  const found = async () =>
    (await api.get<AoiPage>(`/aoi/filtered?type=all&limit=1&search=${encodeURIComponent(name)}`)).byUsers.reduce(
      (sum, { count }) => sum + count,
      0,
    )
  await openAs(page, 'admin', '/?panel=settings')
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('spreadsheet')
  await page.getByRole('button', { name: /^Import/ }).click()
  for (const round of ['first', 'second']) {
    await choose(page, 'Choose a file', file('defects.csv', text))
    await expect(page.getByRole('combobox', { name: 'Field for column Title' })).toHaveValue('name')
    await expect(page.getByText('New 200')).toBeVisible({ timeout: AT_ONCE_MS })
    if (round === 'second') await expect(page.getByText('The columns are used as in the last import')).toBeVisible()
    await page.getByRole('button', { name: 'Import 2001 rows' }).click()
    await expect(page.getByText('2000 items imported')).toBeVisible()
    expect(await found()).toBe(2000)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download rejected rows' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('defects - rejected.csv')
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible()
    expect(await found()).toBe(0)
    await page.getByRole('button', { name: 'All imports' }).click()
  }
})

test.describe('on a phone in Hebrew', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a broken file shows its faulty line, a good one its rejected rows', async ({ page, baseURL, watch }) => {
    await page.context().addCookies([{ name: 'locale', value: 'he', url: baseURL ?? '' }])
    await openAs(page, 'admin', '/?panel=imports')
    await choose(page, 'בחירת קובץ', file('תקלות.csv', 'שם,קו רוחב,קו אורך\n"פתוח,37,-122\n'))
    await expect(page.getByText(/שורה 2: מירכאות נפתחו ולא נסגרו/)).toBeVisible()
    await page.getByRole('button', { name: 'ביטול' }).click()
    await choose(page, 'בחירת קובץ', file('תקלות.csv', 'שם,קו רוחב,קו אורך\nבור,37.77,-122.42\nבור,95,-122\n'))
    await expect(page.getByText(/קו רוחב אינו על המפה/)).toBeVisible()
    await page.getByRole('button', { name: 'ביטול' }).click()
    await expect(page.getByRole('button', { name: 'בחירת קובץ' })).toBeVisible()
    // A pending request about the discarded file may fail, which the browser logs.
    watch.complaints.length = 0
  })
})
