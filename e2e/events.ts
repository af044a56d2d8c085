import type { Browser, Locator, Page } from '@playwright/test'
import { type DemoAccount, openAs } from './support.ts'

export const eventsOf = (page: Page) => page.getByRole('list', { name: /^(Events|אירועים)$/ })
export const rows = (page: Page) => eventsOf(page).locator('bdi[title]')
export const row = (page: Page, name: string) => eventsOf(page).getByRole('button', { name }).first()
export const searchFor = (word: string, more = '') => `/?find=${encodeURIComponent(word)}${more}`

export const colleague = async (browser: Browser, account: DemoAccount): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  await openAs(page, account)
  return page
}

/**
 * Chooses or changes the event type in a form. Other stories add types to the same service, and a form with many types
 * has a search field instead of tiles.
 */
export const chooseType = async (
  page: Page,
  type: string,
  { label = 'Event type', press = (target: Locator) => target.click() } = {},
) => {
  const tile = page.getByRole('list', { name: label }).getByRole('button', { name: type })
  const field = page.getByRole('combobox', { name: label })
  const change = page.getByRole('button', { name: 'Change', exact: true })
  await tile.or(field).or(change).first().waitFor()
  if (await change.isVisible()) await press(change)
  if (await tile.isVisible()) return press(tile)
  await press(field)
  await press(page.getByRole('option', { name: type }))
}

export const fillRoadHazard = async (page: Page, name: string) => {
  await page.getByRole('textbox', { name: /^Name/ }).fill(name)
  await chooseType(page, 'Road hazard')
  await page.getByLabel('What is on the road?').fill('A tree')
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByRole('combobox', { name: 'Location' }).fill('Sacram')
  await page
    .getByRole('option', { name: /^Sacramento/ })
    .first()
    .click()
}

/** `time`: four digits, hours and minutes. */
export const setMoment = async (page: Page, label: string, day: string, time: string) => {
  const field = page.getByRole('group', { name: label, exact: true })
  await field.getByRole('textbox', { name: label, exact: true }).fill(day)
  await field.getByRole('spinbutton', { name: `${label}: hour` }).focus()
  await page.keyboard.type(time)
}
