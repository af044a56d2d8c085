import type { Locator, Page } from '@playwright/test'
import type { Role } from '#contract'
import { apiAs, uniqueName } from './api.ts'
import { chooseType } from './events.ts'
import { expect, openAs, test } from './support.ts'

/** Counts presses. Typing into the focused field is not a press. */
const counter = (page: Page) => {
  let presses = 0
  const press = async (target: Locator) => {
    presses += 1
    await target.click()
  }
  const type = async (target: Locator, text: string) => {
    if (!(await target.evaluate((field) => field.contains(document.activeElement)))) await press(target)
    await page.keyboard.insertText(text)
  }
  return { press, type, presses: () => presses }
}

test('a technician adds a type with two questions for a role in 13 presses', async ({ page, request }) => {
  const name = uniqueName('Gas leak')
  const roleName = uniqueName('Divers')
  const api = await apiAs(request, 'technician')
  const { service } = await api.profile()
  const [other] = await api.get<{ _id: string }[]>(`/aoi-type/service/${service._id}`)
  const role = await api.post<Role>('/roles', { name: roleName, actions: [], publicActions: [other?._id] })
  await openAs(page, 'technician')
  const { press, type, presses } = counter(page)
  await press(page.getByRole('region', { name: 'Panel' }).getByRole('button', { name: 'Settings' }))
  await press(page.getByRole('button', { name: 'New event type' }))
  await type(page.getByRole('textbox', { name: 'Name (English)' }), name)
  for (const question of ['How strong is the smell?', 'Is anyone inside?']) {
    await press(page.getByRole('button', { name: 'Add question' }))
    await expect(page.getByRole('textbox', { name: 'Question (English)' })).toBeFocused()
    await type(page.getByRole('textbox', { name: 'Question (English)' }), question)
  }
  await press(page.getByRole('checkbox', { name: roleName }))
  await type(page.getByRole('textbox', { name: 'Guide (English)' }), 'Keep away from the house.')
  await press(page.getByRole('button', { name: 'Save' }))
  await expect(page.getByText(`Event type ${name} created`)).toBeVisible()
  expect(presses()).toBeLessThanOrEqual(13)
  const types = await api.get<{ _id: string; name: string; fields: unknown[] }[]>(`/aoi-type/service/${service._id}`)
  const made = types.find((one) => one.name === name)
  expect(made?.fields).toHaveLength(2)
  const roles = await api.get<Role[]>(`/roles/user-roles/${service._id}/service`)
  expect(roles.find(({ _id }) => _id === role._id)?.publicActions).toEqual([other?._id, made?._id])
  await api.patch(`/roles/${role._id}`, { publicActions: [], isArchived: true })
  await api.delete(`/public-actions/${made?._id}`)
})

test('a coordinator reports a phone call and shares it in 10 presses', async ({ page }) => {
  const name = uniqueName('Tree across the road')
  await openAs(page, 'admin')
  const { press, type, presses } = counter(page)
  await press(page.getByRole('button', { name: 'New event' }))
  await expect(page.getByRole('textbox', { name: /^Name/ })).toBeFocused()
  await type(page.getByRole('textbox', { name: /^Name/ }), name)
  await chooseType(page, 'Road hazard', { press })
  await type(page.getByLabel('What is on the road?'), 'A tree')
  await press(page.getByRole('radio', { name: 'Yes' }))
  await type(page.getByRole('combobox', { name: 'Location' }), 'Sacram')
  await press(page.getByRole('option', { name: /^Sacramento/ }).first())
  await press(page.getByRole('button', { name: 'Create event' }))
  await press(page.getByRole('article', { name }).getByRole('button', { name: 'Share', exact: true }))
  await press(page.getByRole('checkbox', { name: 'Maya Thompson' }))
  await press(page.getByRole('region', { name: 'Panel' }).getByRole('button', { name: 'Share', exact: true }))
  await expect(page.getByRole('article', { name }).getByText('Maya Thompson').first()).toBeVisible()
  expect(presses()).toBeLessThanOrEqual(10)
})

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    contextOptions: { reducedMotion: 'reduce' },
  })

  test('a volunteer opens what was shared, logs and ends the share in 6 presses', async ({ page, request }) => {
    const name = uniqueName('Carry sandbags')
    const admin = await apiAs(request, 'admin')
    const operator = await apiAs(request, 'operator')
    const aoi = await admin.report(name)
    await admin.post(`/aoi/${aoi._id}/share`, { usersId: [await admin.memberId('operator')] })
    const { role } = await operator.profile()
    const action = role?.actions.find((one) => !one.isCustomValue && !one.setOfValuesEnabled)?.label ?? ''
    await openAs(page, 'operator')
    const { press, presses } = counter(page)
    await press(page.getByRole('button', { name: /shared with you$/ }))
    await press(page.getByRole('list', { name: 'Events' }).getByRole('button', { name: new RegExp(`^Unread ${name}`) }))
    const card = page.getByRole('dialog', { name: 'Event' })
    await press(card.getByLabel('Log entry'))
    await press(card.getByRole('group', { name: 'Actions' }).getByRole('button', { name: action }))
    await press(card.getByRole('button', { name: 'Add entry' }))
    await expect(card.getByRole('list', { name: 'Log' }).getByText(action)).toBeVisible()
    await press(card.getByRole('button', { name: 'My part done', exact: true }))
    await expect(page.getByRole('list', { name: 'Events' }).getByRole('button', { name })).toHaveCount(0)
    expect(presses()).toBeLessThanOrEqual(6)
  })
})
