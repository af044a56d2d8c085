import type { Locator, Page } from '@playwright/test'
import { apiAs, uniqueName } from './api.ts'
import { expect, openAs, test } from './support.ts'

const MOST_STOPS = 80

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

const downTo = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible()
  const isThere = () =>
    target.evaluate((one) => one === document.activeElement || one.hasAttribute('data-combobox-selected'))
  for (let stop = 0; stop < MOST_STOPS && !(await isThere()); stop++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

const reportHere = async (page: Page, name: string) => {
  await press(page, page.getByRole('button', { name: 'New event' }))
  await expect(page.getByRole('textbox', { name: /^Name/ }), 'the form begins with the name').toBeFocused()
  await page.keyboard.type(name)
  // A form with many types, which other stories add, has a search field instead of tiles.
  const tile = page.getByRole('button', { name: 'Road hazard' })
  const field = page.getByRole('combobox', { name: 'Event type' })
  await tile.or(field).first().waitFor()
  if (await tile.isVisible()) await press(page, tile)
  else {
    await tabTo(page, field)
    await page.keyboard.press('ArrowDown')
    await downTo(page, page.getByRole('option', { name: 'Road hazard' }))
  }
  await tabTo(page, page.getByLabel('What is on the road?'))
  await page.keyboard.type('A raft')
  await tabTo(page, page.getByRole('radio', { name: 'Yes' }))
  await page.keyboard.press('Space')
  await press(page, page.getByRole('button', { name: 'Use my location' }))
  await press(page, page.getByRole('button', { name: 'Create event' }))
  await expect(page.getByRole('article', { name })).toBeVisible()
}

const closeCard = async (page: Page) => {
  const details = page.getByRole('region', { name: 'Details' })
  await press(page, details.getByRole('button', { name: 'Close' }), 'Shift+Tab')
  await expect(details).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Panel' }).locator(':focus'), 'the focus goes back').toHaveCount(1)
}

test('report, find the nearest, open, log, share, archive and list the keys without a mouse or a map', async ({
  page,
  context,
  request,
}) => {
  // A place in the ocean, where no other story reports.
  const lng = -40 + Math.random() * 10
  const lat = 30 + Math.random() * 10
  const word = uniqueName('Adrift')
  const api = await apiAs(request, 'operator')
  const report = (part: string, dLng: number, dLat: number) =>
    api.report(`${word} ${part}`, { startCoordinates: JSON.stringify([lng + dLng, lat + dLat, 1]) })
  await report('near', 0, 0.01)
  await report('far', -1, 0)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ longitude: lng, latitude: lat })
  await openAs(page, 'operator')

  await reportHere(page, `${word} here`)
  await closeCard(page)

  await press(page, page.getByRole('button', { name: 'Sort', exact: true }))
  await downTo(page, page.getByRole('menuitem', { name: 'Nearest first' }))
  await expect(page).toHaveURL(/sort=nearest/)
  const list = page.getByRole('list', { name: 'Events' })
  const first = list.getByRole('button').first()
  await expect(first).toContainText(`${word} here`)
  await expect(list.getByRole('button').nth(1)).toContainText(`${word} near`)
  await expect(list.getByRole('button').nth(1)).toContainText('1.1 km N')
  await expect(list.getByRole('button').nth(2)).toContainText(/ km W/)
  await expect(page.getByRole('button', { name: 'Sort', exact: true }), 'the menu gives the focus back').toBeFocused()

  await press(page, page.getByRole('searchbox'))
  await page.keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const card = page.getByRole('article', { name: `${word} near` })
  await tabTo(page, card.getByLabel('Log entry'))
  await page.keyboard.type('Towed to the harbour')
  await press(page, card.getByRole('button', { name: 'Add entry' }))
  await expect(card.getByRole('list', { name: 'Log' }).getByText('Towed to the harbour')).toBeVisible()

  await press(page, card.getByRole('button', { name: 'Share', exact: true }), 'Shift+Tab')
  await tabTo(page, page.getByRole('checkbox').first(), 'Shift+Tab')
  await page.keyboard.press('Space')
  await press(page, page.getByRole('region', { name: 'Panel' }).getByRole('button', { name: 'Share', exact: true }))
  await expect(page.getByRole('status').filter({ hasText: 'Event shared' })).toBeVisible()
  await press(page, card.getByRole('button', { name: 'Archive', exact: true }))
  await expect(card.getByLabel('Log entry')).toBeDisabled()

  await closeCard(page)

  const search = page.getByRole('searchbox')
  await search.fill('')
  await search.press('?')
  await expect(search, 'types while typing').toHaveValue('?')
  await search.press('Escape')
  await search.press('Escape')
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toContainText('Search list')
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
})
