import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import type { Rule, WarningFeed, WarningList } from '#contract'
import { apiAs, uniqueName } from './api.ts'
import { addWarning, cancelWarning, letWarningExpire } from './database.ts'
import { AT_ONCE_MS, expect, middleOfMap, openAs, test } from './support.ts'

/**
 * The tested server fetches only public addresses and cannot reach this feed. Stories store warnings as a check of the
 * feed would.
 */
const url = 'https://warnings.example.org/cap.atom'

const square = (west: number, south: number, size: number) => {
  const east = west + size
  const north = south + size
  return [[[[west, south], [east, south], [east, north], [west, north], [west, south]]]] // biome-ignore format: one ring
}

const flood = (headline: string) => ({
  identifier: randomUUID(),
  severity: 'severe' as const,
  texts: [
    {
      language: 'en-US',
      event: 'Flood',
      headline,
      areas: 'Western shore',
      instruction: 'Stay on upper floors.',
      description: 'Heavy rain until the evening.',
    },
    {
      language: 'he',
      event: 'הצפה',
      headline: `הצפה: ${headline}`,
      areas: 'החוף המערבי',
      instruction: 'הישארו בקומות העליונות.',
      description: 'גשם כבד עד הערב.',
    },
  ],
  outlines: square(-122.51, 37.74, 0.08),
})

const createFeed = async (request: APIRequestContext, name: string) =>
  (await apiAs(request, 'admin')).post<WarningFeed>('/warning-feeds', { name, url })

test('a warning from a new feed raises an alarm, becomes one event, and expires', async ({ page, request }) => {
  const api = await apiAs(request, 'admin')
  const name = uniqueName('Weather')
  const headline = uniqueName('Flood at the coast')
  const ruleName = uniqueName('Severe')
  await openAs(page, 'admin', '/?panel=settings')
  await page.getByRole('button', { name: /^Warning feeds/ }).click()
  await page.getByRole('button', { name: 'Add warning feed' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Address (https)' }).fill(url)
  await page.getByRole('button', { name: 'Add feed' }).click()
  const card = page.getByRole('article', { name })
  await expect(card.getByRole('alert')).toContainText('warnings.example.org', { timeout: AT_ONCE_MS })
  const feed = (await api.get<WarningFeed[]>('/warning-feeds')).find((one) => one.name === name)
  if (!feed) throw new Error('the feed was not stored')

  await page.goto('/?panel=rules&form=rule.new')
  await page.getByRole('textbox', { name: 'Name' }).fill(ruleName)
  await page.getByRole('combobox', { name: 'Watch' }).click()
  await page.getByRole('option', { name: 'Public warnings' }).click()
  await expect(page.getByText('a severe or extreme warning affects the home area')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Rule ${ruleName} created`)).toBeVisible()

  await page.goto('/?panel=warnings')
  await expect(page.getByRole('region', { name: 'In effect' })).toBeVisible()
  const id = await addWarning(feed, flood(headline))
  const row = page.getByRole('button', { name: headline })
  await row.click({ timeout: AT_ONCE_MS })
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details.getByText('Stay on upper floors.')).toBeVisible()
  await details.getByRole('button', { name: 'Create event' }).click()
  await details.getByRole('combobox', { name: 'Event type' }).click()
  await page.getByRole('option').first().click()
  await details.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(details.getByRole('article', { name: headline })).toBeVisible({ timeout: AT_ONCE_MS })
  const events = () => api.get<WarningList>('/warnings').then((list) => list.warnings.find(({ _id }) => _id === id))
  const created = (await events())?.event
  await row.click()
  await details.getByRole('button', { name: /^Open event/ }).click()
  await expect(details.getByRole('article', { name: headline })).toBeVisible()
  expect((await events())?.event).toEqual(created)

  await page.goto('/?panel=alarms')
  const alarm = page.getByRole('listitem').filter({ hasText: ruleName }).filter({ hasText: headline })
  await alarm.getByRole('button', { name: headline }).click({ timeout: AT_ONCE_MS })
  await expect(details.getByText('Stay on upper floors.')).toBeVisible()
  await letWarningExpire(id)
  await expect(details.getByText('This warning is over')).toBeVisible({ timeout: AT_ONCE_MS })
  await expect(alarm).toHaveCount(0, { timeout: AT_ONCE_MS })

  const rule = (await api.get<Rule[]>('/rules')).find((one) => one.name === ruleName)
  await api.delete(`/rules/${rule?._id}`)
  await api.delete(`/warning-feeds/${feed._id}`)
  await api.delete(`/aoi/${created?._id}`)
})

test('a press on the area of a warning opens it, and the layer can be hidden', { tag: '@map' }, async ({
  page,
  request,
}) => {
  const headline = uniqueName('Rough sea')
  const feed = await createFeed(request, uniqueName('Sea weather'))
  // A place in the ocean, where no event covers the warning.
  const id = await addWarning(feed, { ...flood(headline), outlines: square(-150, 20, 2) })
  await openAs(page, 'admin', `/?panel=closed&selected=warning.${id}`)
  const details = page.getByRole('region', { name: 'Details' })
  await details.getByRole('button', { name: 'Show on the map' }).click()
  await details.getByRole('button', { name: 'Close' }).click()
  const { middle, under } = await middleOfMap(page)
  await expect.poll(under, { timeout: AT_ONCE_MS }).toContain(`Severe · ${headline}`)
  await page.mouse.click(middle.x, middle.y)
  await expect(details.getByRole('heading', { name: headline })).toBeVisible()
  await details.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Show warnings on the map' }).click()
  await expect.poll(under, { timeout: AT_ONCE_MS }).toBe('')
  await (await apiAs(request, 'admin')).delete(`/warning-feeds/${feed._id}`)
})

test.describe('on a phone in Hebrew', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a member reads a warning in Hebrew until it is cancelled', async ({ page, request, baseURL }) => {
    await page.context().addCookies([{ name: 'locale', value: 'he', url: baseURL ?? '' }])
    const headline = uniqueName('Coast')
    const feed = await createFeed(request, uniqueName('Rain'))
    const id = await addWarning(feed, flood(headline))
    await openAs(page, 'operator')
    await page.getByRole('button', { name: 'תפריט' }).click()
    await page.getByRole('menuitem', { name: 'אזהרות' }).click()
    const row = page.getByRole('button', { name: `הצפה: ${headline}` })
    await expect(row).toContainText('חמורה')
    await row.click()
    await expect(page.getByText('הישארו בקומות העליונות.')).toHaveAttribute('lang', 'he')
    await cancelWarning(id)
    await expect(page.getByText('האזהרה כבר לא בתוקף')).toBeVisible({ timeout: AT_ONCE_MS })
    await page.getByRole('button', { name: 'הצגת האזהרות' }).click()
    await expect(page.getByRole('region', { name: 'בתוקף' })).toBeVisible()
    await expect(row).toHaveCount(0)
    await (await apiAs(request, 'admin')).delete(`/warning-feeds/${feed._id}`)
  })
})
