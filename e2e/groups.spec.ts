import type { Community } from '#contract'
import { apiAs, uniqueName } from './api.ts'
import { expect, openAs, test } from './support.ts'

test('an admin plans an activity: without a time it is refused in the words of the specification', async ({ page }) => {
  const api = await apiAs(page.request, 'admin')
  const title = uniqueName('Story community')
  await api.post<Community>('/community-servers/communities', { title })
  const name = uniqueName('Story run')
  await openAs(page, 'admin', '/?panel=activities&form=activity.new')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('combobox', { name: 'Community' }).click()
  await page.getByRole('option', { name: title }).click()
  const place = page.getByRole('combobox', { name: 'Place' }).or(page.getByRole('textbox', { name: 'Place' }))
  await place.first().fill('37.7749, -122.4194')
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Create activity' }).click()
  await expect(page.getByText('Start time and end time are required for activity')).toBeVisible()
  await page.getByLabel('Start', { exact: true }).fill('2030-05-01T10:00')
  await page.getByRole('button', { name: 'Create activity' }).click()
  await expect(page.getByRole('article', { name })).toBeVisible()
  await expect(page.getByRole('tab', { name: /Subscribers/ })).toBeVisible()
})

test('a community gets its first group, and the group is on the list with who leads it', async ({ page }) => {
  const api = await apiAs(page.request, 'admin')
  const community = await api.post<Community>('/community-servers/communities', {
    title: uniqueName('Story community'),
  })
  const name = uniqueName('Story group')
  await openAs(page, 'admin', '/?panel=groups')
  await api.post('/community-servers/groups', {
    communityId: community._id,
    name,
    description: 'They meet',
    location: 'Pier 7',
  })
  const row = page.getByRole('button', { name: new RegExp(name) })
  await expect(row).toContainText('Naomi Feldman')
  await row.click()
  await page.getByRole('button', { name: 'Add a criterion' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Calls')
  await page.getByRole('combobox', { name: 'Counts' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(12)
})
