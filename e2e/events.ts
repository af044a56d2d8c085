import type { Browser, Page } from '@playwright/test'
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

export const fillRoadHazard = async (page: Page, name: string) => {
  await page.getByRole('textbox', { name: /^Name/ }).fill(name)
  await page.getByRole('list', { name: 'Event type' }).getByRole('button', { name: 'Road hazard' }).click()
  await page.getByLabel('What is on the road?').fill('A tree')
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByRole('combobox', { name: 'Location' }).fill('Sacram')
  await page
    .getByRole('option', { name: /^Sacramento/ })
    .first()
    .click()
}

/** `time`: four digits. */
export const setMoment = async (page: Page, label: string, day: string, time: string) => {
  const field = page.getByRole('group', { name: label, exact: true })
  await field.getByRole('textbox', { name: label, exact: true }).fill(day)
  await field.getByRole('spinbutton', { name: `${label}: hour` }).focus()
  await page.keyboard.type(time)
}
