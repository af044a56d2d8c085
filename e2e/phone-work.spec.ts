import type { Locator, Page } from '@playwright/test'
import type { Community } from '#contract'
import { apiAs, uniqueName } from './api.ts'
import { chooseType, setMoment } from './events.ts'
import { expect, openAs, test } from './support.ts'

/**
 * Stories tap options, because a tap fails on an element that is covered, off the screen or not reachable by scrolling.
 */
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).first()

const choose = async (field: Locator, choice: Locator) => {
  await field.tap()
  await choice.tap()
}

const openList = async (page: Page) => {
  const taller = page.getByRole('button', { name: 'Expand list' })
  while ((await page.getByRole('region', { name: 'Lists' }).getAttribute('data-height')) !== 'full') await taller.tap()
}

// The smallest phone. No animations, so that a measured position is still right when the tap comes.
test.use({
  viewport: { width: 320, height: 568 },
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: 'reduce' },
})

test('with a finger, an event is reported, logged, edited, archived and deleted', async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ longitude: -122.42, latitude: 37.77 })
  const name = uniqueName('Mud on the path')
  await openAs(page, 'operator')
  await page.getByRole('button', { name: 'New event' }).first().tap()
  await chooseType(page, 'Road hazard', { press: (target) => target.tap() })
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(/San Francisco/)
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue(/^Road hazard, .*San Francisco/)
  await page.getByRole('textbox', { name: /^Name/ }).fill(name)
  await page.getByLabel('What is on the road?').fill('Mud')
  await page.getByRole('radio', { name: 'Yes' }).tap()
  await page.getByRole('button', { name: 'Create event' }).tap()

  const card = page.getByRole('dialog', { name: 'Event' })
  await card.getByLabel('Log entry').tap()
  await expect(card.getByRole('group', { name: 'Actions' })).toBeVisible()
  expect(await page.evaluate(() => innerWidth), 'nothing is wider than the screen').toBe(320)
  await card.getByLabel('Log entry').fill('Two of us are there')
  await card.getByRole('button', { name: 'Add entry' }).tap()
  await expect(card.getByRole('list', { name: 'Log' }).getByText('Two of us are there')).toBeVisible()
  await card.getByRole('button', { name: 'Edit', exact: true }).tap()
  await page.getByRole('textbox', { name: /^Name/ }).fill(`${name}, cleared`)
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(card.getByRole('heading', { name: `${name}, cleared` })).toBeVisible()
  await card.getByRole('button', { name: 'Archive', exact: true }).tap()
  await expect(card.getByLabel('Log entry')).toBeDisabled()
  await card.getByRole('button', { name: 'Unarchive' }).tap()
  await expect(card.getByLabel('Log entry')).toBeEnabled()
  await card.getByRole('button', { name: 'Delete', exact: true }).tap()
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Delete' }).tap()
  await expect(card).toHaveCount(0)
  await expect(page.getByText('Event deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByText('Event restored')).toBeVisible()
})

test('with a finger, an activity is planned, and settings are changed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const api = await apiAs(page.request, 'admin')
  const title = uniqueName('Finger club')
  const name = uniqueName('Walk')
  const action = uniqueName('Wave')
  await api.post<Community>('/community-servers/communities', { title })
  await openAs(page, 'admin')
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('menuitem', { name: 'Activities' }).tap()
  await openList(page)
  await page.getByRole('button', { name: 'New activity' }).tap()
  await page.getByRole('textbox', { name: /^Name/ }).fill(name)
  await choose(page.getByRole('combobox', { name: 'Community' }), option(page, title))
  await setMoment(page, 'Start', '01 May 2030', '1000')
  await page.getByRole('combobox', { name: 'Location' }).fill('37.7749, -122.4194')
  await option(page, /San Francisco/).tap()
  await page.getByRole('button', { name: 'Create activity' }).tap()
  const card = page.getByRole('dialog').getByRole('article', { name })
  await card.getByRole('tab', { name: /^Subscribers/ }).tap()
  await expect(card.getByText('No subscribers yet.').or(card.getByText('no one can subscribe'))).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().tap()

  await page.getByRole('tab', { name: 'Team' }).tap()
  await page.getByRole('button', { name: 'List options' }).tap()
  await page.getByRole('menuitem', { name: 'Settings' }).tap()
  await page.getByRole('tab', { name: 'Actions' }).tap()
  await page.getByRole('button', { name: 'New action' }).tap()
  await page.getByRole('textbox', { name: 'Name (English)' }).fill(action)
  await page.getByRole('textbox', { name: 'Value' }).fill('1')
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByText(`Action ${action} created`)).toBeVisible()
  await page.getByRole('button', { name: `Delete ${action}` }).tap()
  await page.getByRole('dialog', { name: action }).getByRole('button', { name: 'Delete' }).tap()
  await expect(page.getByText(`Action ${action} deleted`)).toBeVisible()

  // The hint must not cut off the button beside it. It is longest before the first corner is drawn.
  await page.goto('/?panel=regions&form=region.new')
  await page.getByRole('button', { name: 'Draw on map' }).tap()
  const done = page.getByRole('button', { name: 'Done' })
  const isCut = (button: Element) =>
    [...button.querySelectorAll('*')].some((part) => part.scrollWidth > part.clientWidth)
  await expect(done).toBeVisible()
  expect(await done.evaluate(isCut)).toBe(false)
})
