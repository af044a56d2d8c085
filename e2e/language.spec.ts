import type { Aoi, MemberGroups } from '#contract'
import { apiAs } from './api.ts'
import { reorderedTexts } from './mixed-texts.ts'
import { expect, openAs, test } from './support.ts'
import { workScreens } from './work-screens.ts'

test('Hebrew mirrors the sign-in page, and language and theme persist', async ({ page, context }) => {
  await page.goto('/login')
  await page.getByLabel('Language').selectOption('עברית')
  await expect(page.getByRole('heading', { name: 'כניסה' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveAttribute('lang', 'he')
  const cookie = (await context.cookies()).find(({ name }) => name === 'locale')
  expect(cookie?.value).toBe('he')
  const daysLeft = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(Math.round(daysLeft)).toBe(365)
  await page.getByLabel('ערכת צבעים').selectOption('dark')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'כניסה' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByLabel('ערכת צבעים')).toHaveValue('dark')
})

test('the sidebar stands where reading starts', async ({ page }) => {
  await openAs(page, 'viewer')
  const sidebar = page.getByRole('region', { name: 'Panel' })
  expect(await sidebar.boundingBox()).toMatchObject({ x: 0, width: 345 })
  await page.goto('/?panel=edituser')
  await page.getByLabel('Language').selectOption('עברית')
  const mirrored = page.getByRole('region', { name: 'חלונית' })
  await expect(mirrored.getByRole('heading', { name: 'הפרופיל שלי' })).toBeVisible()
  expect(await mirrored.boundingBox()).toMatchObject({ x: 1440 - 345, width: 345 })
  await page.getByLabel('שפה').selectOption('English')
  await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible()
})

for (const [texts, locale, account] of [
  ['Hebrew names on English pages', 'en', 'hebrew'],
  ['English names on Hebrew pages', 'he', 'admin'],
] as const)
  test(`${texts} do not reorder numbers, times and other names`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'locale', value: locale, url: baseURL ?? '' }])
    const api = await apiAs(page.request, account)
    const [member] = (await api.get<MemberGroups>('/user/grouped')).total
    const [event] = (await api.get<{ total: Aoi[] }>('/aoi/filtered')).total
    await openAs(page, account)
    const reordered: string[] = []
    for await (const path of workScreens(page, { aoi: event?.properties.nonce ?? '', member: member?._id ?? '' }))
      reordered.push(...(await reorderedTexts(page)).map((text) => `${path}: ${text}`))
    expect(reordered).toEqual([])
  })
