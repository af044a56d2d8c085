import type { Locator, Page } from '@playwright/test'
import { apiAs, uniqueName } from './api.ts'
import { expect, openAs, test } from './support.ts'

const MOST_STOPS = 80

/** Goes there as a hand without a mouse does. */
const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target, 'the key comes by').toBeFocused()
}

const press = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

test('find the nearest, open, log, share and archive without a mouse or a map', async ({ page, context, request }) => {
  // Somewhere in the ocean, where no other story puts anything.
  const [lng, lat] = [-40 + Math.random() * 10, 30 + Math.random() * 10]
  const word = uniqueName('Adrift')
  const api = await apiAs(request, 'operator')
  const report = (part: string, dLng: number, dLat: number) =>
    api.report(`${word} ${part}`, { startCoordinates: JSON.stringify([lng + dLng, lat + dLat, 1]) })
  await report('near', 0, 0.01)
  await report('far', -1, 0)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ longitude: lng, latitude: lat })
  await openAs(page, 'operator')

  await press(page, page.getByRole('button', { name: 'Sort', exact: true }))
  const nearest = page.getByRole('menuitem', { name: 'Nearest first' })
  await expect(nearest).toBeVisible()
  for (let stop = 0; stop < 4 && !(await nearest.evaluate((item) => item === document.activeElement)); stop++)
    await page.keyboard.press('ArrowDown')
  await expect(nearest).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sort=nearest/)
  const list = page.getByRole('list', { name: 'Events' })
  const first = list.getByRole('button').first()
  await expect(first).toContainText(`${word} near`)
  await expect(first).toContainText('1.1 km N')
  await expect(list.getByRole('button').nth(1)).toContainText(/ km W/)
  await expect(page.getByRole('button', { name: 'Sort', exact: true }), 'the menu gives the focus back').toBeFocused()

  await press(page, page.getByRole('searchbox'))
  await page.keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  const card = page.getByRole('article', { name: `${word} near` })
  await tabTo(page, card.getByLabel('Log entry'))
  await page.keyboard.type('Towed to the harbour')
  await press(page, card.getByRole('button', { name: 'Add to the log' }))
  await expect(card.getByRole('list', { name: 'Log' }).getByText('Towed to the harbour')).toBeVisible()

  await press(page, card.getByRole('button', { name: 'Share', exact: true }), 'Shift+Tab')
  await tabTo(page, page.getByRole('checkbox').first(), 'Shift+Tab')
  await page.keyboard.press('Space')
  await press(page, page.getByRole('region', { name: 'Panel' }).getByRole('button', { name: 'Share', exact: true }))
  await expect(page.getByRole('status').filter({ hasText: 'Event shared' })).toBeVisible()
  await press(page, card.getByRole('button', { name: 'Archive', exact: true }))
  await expect(card.getByLabel('Log entry')).toBeDisabled()
})
