import { expect, signIn, test } from './support.ts'

test('whoever opens the address is asked to sign in, and then sees the map', { tag: '@map' }, async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, 'operator')
  await expect(page).toHaveURL(/\/(\?|$)/)
  await expect(page.locator('canvas').first()).toBeVisible()
})

test('a page that does not exist says so, with its status', async ({ page, watch }) => {
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('404 Not Found')).toBeVisible()
  // The browser logs the status of the page.
  watch.complaints.splice(0)
})
