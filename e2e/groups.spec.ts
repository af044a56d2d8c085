import type { Community } from '#contract'
import { apiAs, uniqueName } from './api.ts'
import { expect, openAs, test } from './support.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('a community gets a group with photo, criteria and members', async ({ page }) => {
  const api = await apiAs(page.request, 'admin')
  const title = uniqueName('Story community')
  await api.post<Community>('/community-servers/communities', { title })
  const name = uniqueName('Story group')
  await openAs(page, 'admin')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Groups' }).click()
  await page.getByRole('button', { name: 'New group' }).click()
  const form = page.getByRole('form', { name: 'New group' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Required.').first()).toBeVisible()
  await form.getByRole('textbox', { name: 'Name (English)' }).fill(name)
  await form.getByRole('combobox', { name: 'Community' }).click()
  await page.getByRole('option', { name: title }).click()
  await form.getByRole('textbox', { name: 'Description (English)' }).fill('They meet on Mondays')
  await form.getByRole('combobox', { name: 'Location' }).fill('37.7749, -122.4194')
  await page.getByRole('option').first().click()
  await form.locator('input[type=file]').setInputFiles({ name: 'us.png', mimeType: 'image/png', buffer: png })
  await form.getByRole('button', { name: 'Save' }).click()

  const card = page.getByRole('article', { name })
  await expect(card).toContainText('They meet on Mondays')
  await expect(card).toContainText('Naomi Feldman')
  const row = page.getByRole('button', { name: new RegExp(`${name}.*Naomi Feldman`) })
  await expect(row.locator('img'), 'its photo').toBeVisible()

  await card.getByRole('button', { name: 'Edit' }).click()
  const edited = page.getByRole('form', { name: 'Edit group' })
  await edited.getByRole('textbox', { name: 'Name (English)' }).fill(`${name} renamed`)
  await edited.getByRole('button', { name: 'Save' }).click()
  const renamed = page.getByRole('article', { name: `${name} renamed` })
  await expect(renamed).toContainText('They meet on Mondays')

  await renamed.getByRole('button', { name: 'Add criterion' }).click()
  await page.getByRole('textbox', { name: 'Name (English)' }).fill('Calls')
  await page.getByRole('combobox', { name: 'Counts' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(12)

  await renamed.getByRole('button', { name: 'Add member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add member' })
  await dialog.getByRole('searchbox').fill('Naomi')
  await dialog.getByRole('button', { name: 'Add Naomi Feldman' }).click()
  await expect(dialog.getByRole('button', { name: 'Add Naomi Feldman' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(renamed).toContainText('1 member')
  await renamed.getByRole('button', { name: 'Remove Naomi Feldman from the group' }).click()
  await expect(renamed).toContainText('0 members')
})
