import type { Page } from '@playwright/test'
import { expect, openAs, test } from './support.ts'

/** The server's settings as this page hears them, with a change that other tests must not feel. */
const pretend = (page: Page, change: Record<string, unknown>) =>
  page.route('**/api/cohesion/settings', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...change } })
  })

test('an unknown address is a 404 with a way home', async ({ page, watch }) => {
  const response = await page.goto('/nowhere')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible()
  await expect(page.getByText('This page could not be found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Home page' })).toHaveAttribute('href', '/')
  watch.complaints.length = 0
})

test('an invitation that nobody sent is said to be invalid, on a dark page', async ({ page }) => {
  await page.goto('/invite?token=nobody-sent-this')
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
})

test('new terms wait at the map until they are agreed to', async ({ page }) => {
  await openAs(page, 'admin')
  const now = new Date().toISOString()
  await pretend(page, { termsOfUseUpdateTime: now, terms: { en: 'Be kind.', he: 'היו נחמדים.' } })
  await page.goto('/calendar')
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
  await page.goto('/')
  await page.waitForURL('**/terms')
  await expect(page.getByText('Be kind.')).toBeVisible()
  await page.getByRole('button', { name: 'I agree' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('offline mode leads everyone to the sensor page, and panels open there', async ({ page }) => {
  await openAs(page, 'technician')
  await pretend(page, { offlineMode: true, termsOfUseUpdateTime: new Date(Date.now() + 86_400_000).toISOString() })
  for (const path of ['/', '/calendar', '/terms']) {
    await page.goto(path)
    await page.waitForURL('**/sensors')
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Activities' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Team' }).click()
  await page.waitForURL('**/sensors?panel=users')
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible()
})

test('counters, panels and dates are in the address, and Back undoes them', async ({ page }) => {
  await openAs(page, 'operator')
  await page.getByRole('button', { name: /^In progress/ }).click()
  await page.waitForURL('**/?filter=inProgress')
  await expect(page.getByRole('button', { name: /^In progress/ })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Choose counters' }).click()
  await expect(page.getByRole('heading', { name: 'Metrics' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to Events' }).click()
  await expect(page.getByRole('heading', { name: 'Events' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Metrics' })).toBeVisible()
})

test('a range of dates is picked, from the first day on and never after today', async ({ page }) => {
  await openAs(page, 'operator')
  await page.getByRole('button', { name: 'Last 10 years' }).click()
  const dialog = page.getByRole('dialog', { name: 'Date range' })
  const days = dialog.locator('table').first().getByRole('button')
  await days.nth(9).click()
  await expect(days.nth(8)).toBeDisabled()
  await days.nth(11).click()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toHaveCount(0)
  const url = new URL(page.url())
  expect(url.searchParams.get('from')).toMatch(/-10$/)
  expect(url.searchParams.get('to')).toMatch(/-12$/)
  await page.getByRole('button', { name: /10 \w+ \d+ – 12 \w+ \d+/ }).click()
  await dialog.getByRole('button', { name: 'All' }).click()
  await expect(page.getByRole('button', { name: 'Last 10 years' })).toBeVisible()
})
