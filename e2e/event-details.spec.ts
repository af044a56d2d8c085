import { apiAs, uniqueName } from './api.ts'
import { expect, openAs, phone, test } from './support.ts'

const cardOf = (page: import('@playwright/test').Page, name: string) => page.getByRole('article', { name })

test('a card shows the report, takes entries, and keeps typed text during live updates', async ({ page, request }) => {
  const api = await apiAs(request, 'operator')
  const { role } = await api.profile()
  const action = role?.actions.find(({ setOfValuesEnabled }) => setOfValuesEnabled)
  if (!action) throw new Error('the demo gives the operator no action with a list of values')
  const name = uniqueName('Tree on the tracks')
  const aoi = await (await apiAs(request, 'admin')).report(name, { description: '<h2>Big one</h2><p>Both lines</p>' })
  await openAs(page, 'operator', `/?selected=aoi.${aoi.properties.nonce}`)
  const card = cardOf(page, name)
  await expect(card.getByRole('heading', { name })).toBeVisible()
  await expect(card.getByRole('heading', { name: 'Big one' })).toBeVisible()
  await expect(card.getByText('as seen').or(card.getByText('yes')).first()).toBeVisible()

  await card.getByLabel('Log entry').fill('Crew is on site')
  await card.getByRole('button', { name: 'Add entry' }).click()
  const log = card.getByRole('list', { name: 'Log' })
  await expect(log.getByText('Crew is on site')).toBeVisible()
  await expect(card.getByLabel('Log entry')).toHaveValue('')
  await expect(log.getByRole('img', { name: 'Members only' })).toBeVisible()
  await expect(card.getByRole('img', { name: 'In progress' })).toBeVisible()

  await card.getByLabel('Log entry').fill(action.label)
  await card.getByRole('button', { name: 'Add entry' }).click()
  const dialog = page.getByRole('dialog', { name: action.label })
  await expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled()
  await dialog.getByLabel('Value').selectOption(action.values[0] ?? '')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(log.getByText(action.label)).toBeVisible()

  await card.getByLabel('Log entry').fill('half a sentence')
  await (await apiAs(request, 'admin')).post(`/aoi/${aoi.number}/add-log`, { text: 'Divers are coming' })
  await expect(card.getByText('Divers are coming')).toBeVisible()
  await expect(card.getByLabel('Log entry')).toHaveValue('half a sentence')
})

test('at 1440×900 the log of an event without a photo is visible without scrolling', async ({ page, request }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const name = uniqueName('Leaking roof')
  const api = await apiAs(request, 'admin')
  const aoi = await api.report(name, { description: '<p>Water drips on the beds.</p><p>Two rooms are closed.</p>' })
  await api.post(`/aoi/${aoi._id}/share`, { usersId: [await api.memberId('operator')] })
  await api.post(`/aoi/${aoi.number}/add-log`, { text: 'A roofer is on the way' })
  await openAs(page, 'admin', `/?selected=aoi.${aoi.properties.nonce}`)
  await expect(cardOf(page, name).getByText('A roofer is on the way')).toBeInViewport({ ratio: 1 })
})

test('an event is deleted, restored, shared, archived, unarchived and assigned', async ({ page, request }) => {
  const name = uniqueName('Help needed at the shelter')
  const api = await apiAs(request, 'operator')
  const aoi = await api.report(name)
  await openAs(page, 'operator', `/?selected=aoi.${aoi.properties.nonce}&find=${encodeURIComponent(name)}`)
  const card = cardOf(page, name)
  await card.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Delete' }).click()
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('list', { name: 'Events' }).getByText(name).click()
  await page.getByRole('button', { name: 'Clear search' }).click()

  await card.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('checkbox').first().click()
  await page.getByRole('region', { name: 'Panel' }).getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('Event shared')).toBeVisible()
  await expect(card.getByRole('heading', { name: 'Shared with' })).toBeVisible()

  await card.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(card.getByLabel('Log entry')).toBeDisabled()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card.getByLabel('Log entry')).toBeEnabled()

  await page.goto(`/?panel=users&selected=user.${await api.memberId('viewer')}`)
  await page.getByRole('button', { name: 'Assign events' }).click()
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('checkbox', { name }).click()
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click()
  await expect(page.getByText('Events assigned')).toBeVisible()
})

test('a viewer can read and has no controls to write', async ({ page, request }) => {
  const name = uniqueName('Only to be read')
  const aoi = await (await apiAs(request, 'operator')).report(name)
  await openAs(page, 'viewer', `/?selected=aoi.${aoi.properties.nonce}`)
  const card = cardOf(page, name)
  await expect(card.getByLabel('Log entry')).toBeDisabled()
  for (const action of ['Edit', 'Delete', 'Archive', 'Share'])
    await expect(card.getByRole('button', { name: action, exact: true })).toHaveCount(0)
  await page.goto('/?form=new')
  await expect(page.getByText('You can view events, but not report or edit them.')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the card fills the screen, in Hebrew from right to left', async ({ page, request, context, baseURL }) => {
    const name = uniqueName('עץ שנפל')
    const aoi = await (await apiAs(request, 'operator')).report(name)
    await context.addCookies([{ name: 'locale', value: 'he', url: baseURL ?? '' }])
    await openAs(page, 'operator', `/?selected=aoi.${aoi.properties.nonce}`)
    const card = cardOf(page, name)
    await expect(card).toBeVisible()
    expect((await card.boundingBox())?.width).toBe(390)
    await card.getByLabel('רשומה ביומן').fill('בדרך')
    await card.getByRole('button', { name: 'הוספת רשומה' }).click()
    await expect(card.getByRole('list', { name: 'יומן' }).getByText('בדרך')).toBeVisible()
  })
})
