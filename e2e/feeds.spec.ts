import type { Page } from '@playwright/test'
import { AT_ONCE_MS, expect, openAs, test } from './support.ts'

const linkIn = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true }).inputValue()

test('an admin gives a list to Google Earth, and revokes it in the settings', async ({ page }) => {
  await openAs(page, 'admin', '/?filter=new')
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('menuitem', { name: 'Feed…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Feed for map programs' })
  await expect(dialog.getByText('Events · New')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('New in the city')
  await dialog.getByRole('combobox', { name: 'Period' }).selectOption('Last 30 days')
  await dialog.getByRole('button', { name: 'Create feed' }).click()
  const link = await linkIn(page, 'Private address')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download for Google Earth' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('New in the city.kml')
  // Programs have no session. server/src/exchange/feed/routes.test.ts tests the contents of the feed.
  expect(await (await fetch(link)).text()).toContain('<name>New in the city</name>')
  await page.keyboard.press('Escape')

  await page.goto('/?panel=settings')
  await page.getByRole('button', { name: /^Feeds/ }).click()
  const feeds = page.getByRole('dialog', { name: 'Feeds for map programs' })
  await expect(feeds.getByText(/Events · New · Last 30 days · KML · Last used/)).toBeVisible({ timeout: AT_ONCE_MS })
  await feeds.getByRole('button', { name: /^Revoke .New in the city/ }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(feeds.getByText('New in the city')).toBeHidden()
  expect((await fetch(link)).status).toBe(404)
})

test.describe('on a phone in Hebrew', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a feed of activities for QGIS is created', async ({ page, baseURL }) => {
    await page.context().addCookies([{ name: 'locale', value: 'he', url: baseURL ?? '' }])
    await openAs(page, 'admin', '/?panel=activities')
    await page.getByRole('button', { name: 'אפשרויות הרשימה' }).click()
    await page.getByRole('menuitem', { name: 'הזנה…' }).click()
    await page.getByRole('textbox', { name: 'שם', exact: true }).fill('פעילויות לעירייה')
    await page.getByRole('combobox', { name: 'תוכנה' }).selectOption('QGIS, מפות באינטרנט (GeoJSON)')
    await page.getByRole('button', { name: 'יצירת הזנה' }).click()
    const { type } = await (await fetch(await linkIn(page, 'כתובת פרטית'))).json()
    expect(type).toBe('FeatureCollection')
    await page.getByRole('button', { name: /^ביטול: .פעילויות לעירייה/ }).click()
    await page.getByRole('button', { name: 'ביטול ההזנה' }).click()
    await expect(page.getByRole('button', { name: 'יצירת הזנה' })).toBeVisible()
  })
})
