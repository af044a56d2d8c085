import type { Page } from '@playwright/test'
import type { WarningList } from '#contract'
import { apiAs } from './api.ts'

export const openWarning = async (page: Page) => {
  const { warnings } = await (await apiAs(page.request, 'operator')).get<WarningList>('/warnings')
  await page.goto(`/?panel=warnings&selected=warning.${warnings[0]?._id}`)
  await page.getByRole('button', { name: /^(Create event|יצירת אירוע)$/ }).waitFor()
}

export const openNewWarningFeed = (page: Page) =>
  page.getByRole('button', { name: /^(Add warning feed|הוספת הזנת אזהרות)$/ }).click()

export const watchWarnings = async (page: Page) => {
  await page.getByRole('combobox', { name: /^(Watch|מעקב אחרי)$/ }).click()
  await page.getByRole('option', { name: /^(Public warnings|אזהרות לציבור)$/ }).click()
}
