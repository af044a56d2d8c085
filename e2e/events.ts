import type { Browser, Page } from '@playwright/test'
import { type DemoAccount, openAs } from './support.ts'

export const eventsOf = (page: Page) => page.getByRole('list', { name: /^(Events|אירועים)$/ })
export const rows = (page: Page) => eventsOf(page).locator('bdi[title]')
export const row = (page: Page, name: string) => eventsOf(page).getByRole('button', { name }).first()
export const searchFor = (word: string, more = '') => `/?find=${encodeURIComponent(word)}${more}`

/** Another person at another computer. */
export const colleague = async (browser: Browser, account: DemoAccount): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  await openAs(page, account)
  return page
}
