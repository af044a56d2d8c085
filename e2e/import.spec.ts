import type { Page } from '@playwright/test'
import type { AoiPage } from '#contract'
import { apiAs, uniqueName } from './api.ts'
import { AT_ONCE_MS, expect, openAs, phone, test } from './support.ts'

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const choose = async (page: Page, button: string, chosen: ReturnType<typeof file>) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ])
  await chooser.setFiles(chosen)
}

const foundBy = async (api: Awaited<ReturnType<typeof apiAs>>, name: string): Promise<number> => {
  const { byUsers } = await api.get<AoiPage>(`/aoi/filtered?type=all&limit=1&search=${encodeURIComponent(name)}`)
  return byUsers.reduce((sum, { count }) => sum + count, 0)
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
  await openAs(page, 'admin', '/?panel=settings')
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('spreadsheet')
  await page.getByRole('button', { name: /^Import/ }).click()
  for (const round of ['first', 'second']) {
    await choose(page, 'Choose a file', file('defects.csv', text))
    await expect(page.getByRole('combobox', { name: 'Field for column Title' })).toHaveValue('name')
    await expect(page.getByText('New 200')).toBeVisible({ timeout: AT_ONCE_MS })
    if (round === 'second') await expect(page.getByText('Columns were matched as in your last import')).toBeVisible()
    await page.getByRole('button', { name: 'Import 2001 rows' }).click()
    await expect(page.getByText('2000 items imported')).toBeVisible()
    expect(await foundBy(api, name)).toBe(2000)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download rejected rows' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('defects - rejected.csv')
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible()
    expect(await foundBy(api, name)).toBe(0)
    await page.getByRole('button', { name: 'All imports' }).click()
  }
})

test.describe('on a phone in Hebrew', () => {
  test.use(phone)

  test('an admin imports road defects, and undoes it', async ({ page, baseURL, request, watch }) => {
    await page.context().addCookies([{ name: 'locale', value: 'he', url: baseURL ?? '' }])
    await openAs(page, 'admin', '/?panel=imports')
    await choose(page, 'בחירת קובץ', file('תקלות.csv', 'שם,קו רוחב,קו אורך\n"פתוח,37,-122\n'))
    await expect(page.getByText(/שורה 2: מירכאות נפתחו כאן ולא נסגרו/)).toBeVisible()
    await page.getByRole('button', { name: 'ביטול' }).click()

    const name = uniqueName('בור')
    const rows = [
      `${name} 1,Road hazard,37.77,-122.42,Mud,Yes`,
      `${name} 2,Road hazard,37.78,-122.43,Mud,Yes`,
      'רחוק,Road hazard,95,-122,Mud,Yes',
    ]
    const headings = 'שם,סוג,קו רוחב,קו אורך,What is on the road?,Is a lane blocked?'
    await choose(page, 'בחירת קובץ', file('תקלות.csv', `${headings}\n${rows.join('\n')}\n`))
    await expect(page.getByText('חדש 2')).toBeVisible()
    await expect(page.getByText(/המיקום אינו על המפה/)).toBeVisible()
    await page.getByRole('button', { name: 'ייבוא 3 שורות' }).click()
    await expect(page.getByText('יובאו שני פריטים')).toBeVisible()
    const api = await apiAs(request, 'admin')
    expect(await foundBy(api, name)).toBe(2)
    await page.getByRole('button', { name: 'ביטול הייבוא' }).click()
    await page.getByRole('dialog', { name: 'לבטל את הייבוא?' }).getByRole('button', { name: 'ביטול הייבוא' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'הייבוא בוטל' })).toBeVisible()
    expect(await foundBy(api, name)).toBe(0)
    // A request about the discarded file may still have been under way.
    watch.complaints.length = 0
  })
})
