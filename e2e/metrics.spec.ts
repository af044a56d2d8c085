import type { Page } from '@playwright/test'
import type { EventType, Metric, Profile } from '#contract'
import { apiAs, uniqueName } from './api.ts'
import { expect, openAs, test } from './support.ts'

const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field, exact: true }).last().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const counter = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('button', { name })

test('an admin creates a metric that counts live, filters the list and replaces the oldest', async ({
  page,
  request,
  watch,
}) => {
  const api = await apiAs(request, 'admin')
  const { service } = await api.get<Profile>('/user/profile')
  const types = await api.get<EventType[]>(`/aoi-type/service/${service._id}`)
  const road = types.find(({ name }) => name === 'Road hazard')
  const answer = uniqueName('fallen sign')
  const publicAction = JSON.stringify({
    publicActionId: road?._id,
    fields: road?.fields.map(({ _id, kind }) => ({ _id, value: kind === 'text' ? answer : 'yes' })),
  })
  const event = uniqueName('Sign on the road')
  await api.report(event, { publicAction })

  await openAs(page, 'admin')
  await page.getByRole('button', { name: 'Choose counters' }).click()
  await page.getByRole('button', { name: 'New metric' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Required.')).toHaveCount(4)

  const name = uniqueName('Signs')
  await page.getByRole('textbox', { name: 'Name (English)', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Short name (English)' }).fill(name)
  await choose(page, 'Metric type', 'By events')
  const unitWarning = page.getByText('These event types have different units.')
  await expect(unitWarning).toHaveCount(0)
  await choose(page, 'Count type', 'Sum of values')
  await expect(unitWarning).toBeVisible()
  await choose(page, 'Count type', 'Count events')
  await expect(unitWarning).toHaveCount(0)
  const add = page.getByRole('button', { name: 'Add condition' })
  await add.click()
  await page.getByRole('combobox', { name: 'Condition', exact: true }).click()
  await expect(page.getByRole('option', { name: 'Answer to a question' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Event type' }).click()
  await page.getByRole('combobox', { name: 'Event types' }).click()
  await page.getByRole('option', { name: 'Road hazard' }).click()
  await page.keyboard.press('Escape')
  await add.click()
  await choose(page, 'Condition', 'Answer to a question')
  await choose(page, 'Question', 'What is on the road?')
  await page.getByRole('textbox', { name: 'Answer' }).fill(answer.toUpperCase())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`Metric ${name} created`)).toBeVisible()

  await expect(counter(page, 'Damage')).toBeVisible()
  await page.getByRole('checkbox', { name }).check()
  await expect(counter(page, 'Damage')).toHaveCount(0)
  await expect(counter(page, name)).toContainText('1')
  await expect(counter(page, name).getByRole('img', { name: /^12-month trend: 1 this month/ })).toBeVisible()

  const second = uniqueName('Another sign')
  await api.report(second, { publicAction })
  await expect(counter(page, name)).toContainText('2')

  await counter(page, name).click()
  await expect(page).toHaveURL(/filter=metric\./)
  await expect(page.getByRole('list', { name: 'Events' }).locator('bdi[title]')).toHaveText([second, event])
  await page.reload()
  await expect(page.getByRole('list', { name: 'Events' }).locator('bdi[title]')).toHaveText([second, event])
  await page.getByRole('button', { name: 'Clear filter' }).click()

  await page.getByRole('button', { name: 'Choose counters' }).click()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Metric ${name} deleted`)).toBeVisible()
  await expect(counter(page, name)).toHaveCount(0)
  // A counter may request the metric after its deletion, and the browser logs the 404.
  watch.complaints.splice(0, Infinity, ...watch.complaints.filter((text) => !text.includes('404')))
})

test('metrics changed by others show at once, and deleting one clears its filter', async ({ page, request, watch }) => {
  const api = await apiAs(request, 'technician')
  const name = uniqueName('Probe')
  const renamed = uniqueName('Renamed')
  const draft = { name, shortName: name, metricType: 'BY_POSTS', metricCountType: 'COUNT_POSTS', conditions: [] }
  await openAs(page, 'admin', '/?panel=metrics')
  await expect(page.getByRole('checkbox', { name: 'Unread' })).toBeVisible()
  const { _id } = await api.post<Metric>('/metrics', draft)
  await expect(page.getByRole('checkbox', { name })).toBeVisible()
  await page.goto(`/?filter=metric.${_id}`)
  const panel = page.getByRole('region', { name: 'Panel' })
  await expect(panel.getByText(name)).toBeVisible()
  await api.patch(`/metrics/${_id}`, { name: renamed })
  await expect(panel.getByText(renamed)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Events' })).toBeVisible()
  const type = await api.post<EventType>('/public-actions', { name, guide: 'Any', unit: 'Number', value: '1' })
  await api.patch(`/metrics/${_id}`, { conditions: [{ type: 'BY_PUBLIC_ACTION', publicActionIds: [type._id] }] })
  await expect(page.getByRole('list', { name: 'Events' })).toHaveCount(0)
  await api.delete(`/metrics/${_id}`)
  await expect(page.getByText(`The metric ${renamed} was deleted.`)).toBeVisible()
  await expect(page).not.toHaveURL(/filter=/)
  // The list may request the metric after its deletion, and the browser logs the 404.
  watch.complaints.length = 0
  await api.delete(`/public-actions/${type._id}`)
  await page.goto('/?panel=metrics')
  await expect(page.getByRole('checkbox', { name: 'Unread' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: renamed })).toHaveCount(0)
})

test('an operator selects Unread and cannot create metrics', async ({ page }) => {
  await openAs(page, 'operator', '/?panel=metrics')
  await page.getByRole('checkbox', { name: 'Unread' }).check()
  await expect(page.getByRole('button', { name: 'New metric' })).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'Reported losses' })).toHaveCount(0)
  await counter(page, 'Unread').click()
  await expect(page).toHaveURL(/filter=unread/)
})
