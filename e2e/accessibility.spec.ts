import { demoFollow } from '../server/src/demo/visitors.ts'
import { apiAs, posterOf } from './api.ts'
import { barriers } from './barriers.ts'
import { expect, openAs, phone, test } from './support.ts'

test.use({ colorScheme: 'light' })

/** sign-in.spec.ts draws the map, so it checks the workspace. */
test.describe('no serious barrier', () => {
  test('sign-in, public report and follow page', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(await posterOf(await apiAs(page.request, 'operator'), 'Fire or smoke'))
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText('Required.').first()).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await page.goto(`/invite?follow=${demoFollow}`)
    await expect(page.getByRole('button', { name: 'Report something else' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })

  test('profile, dates and menu', async ({ page }) => {
    await openAs(page, 'technician', '/?panel=edituser')
    await expect(page.getByLabel('First name')).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Last 10 years' }).click()
    const dates = page.getByRole('dialog', { name: 'Date range' })
    await expect(dates).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dates).toHaveCount(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('menuitem', { name: 'About' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })

  test('calendar and dashboard', async ({ page }) => {
    await openAs(page, 'technician', '/calendar?span=week&also=events')
    const entries = page.getByRole('main').getByRole('listitem').getByRole('button')
    // An entry of a rota opens the list of rotas instead of a card.
    const first = entries.filter({ hasNot: page.getByRole('img', { name: 'On duty' }) }).first()
    await expect(async () => {
      await first.click()
      await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeVisible({ timeout: 3_000 })
    }).toPass()
    expect(await barriers(page)).toEqual([])
    await page.goto('/?view=dashboard')
    await expect(page.getByRole('region', { name: 'Reports by region' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })

  test.describe('on a phone', () => {
    test.use(phone)
    test('in Hebrew', async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: 'locale', value: 'he', url: baseURL ?? '' }])
      await openAs(page, 'operator')
      await page.getByRole('tab', { name: 'אירועים' }).click()
      await expect(page.getByRole('button', { name: /^חדשים/ })).toBeVisible()
      expect(await barriers(page)).toEqual([])
    })
  })
})
