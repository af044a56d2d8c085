import { apiAs, uniqueName } from './api.ts'
import { expect, openAs, test } from './support.ts'

const cardOf = (page: import('@playwright/test').Page, name: string) => page.getByRole('article', { name })

test('a card shows what was reported, by whom, and takes entries', async ({ page, request }) => {
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
  await expect(log.getByRole('img', { name: 'Members only' })).toBeVisible()
  await expect(card.getByRole('img', { name: 'In progress' })).toBeVisible()
})

test('an action with a list of values asks for one of them', async ({ page, request }) => {
  const api = await apiAs(request, 'operator')
  const { role } = await api.profile()
  const action = role?.actions.find(({ setOfValuesEnabled }) => setOfValuesEnabled)
  if (!action) throw new Error('the demo gives the operator no action with a list of values')
  const name = uniqueName('Water in the cellar')
  const aoi = await api.report(name)
  await openAs(page, 'operator', `/?selected=aoi.${aoi.properties.nonce}`)
  const card = cardOf(page, name)
  await card.getByLabel('Log entry').fill(action.label)
  await card.getByRole('button', { name: 'Add entry' }).click()
  const dialog = page.getByRole('dialog', { name: action.label })
  await expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled()
  await dialog.getByLabel('Value').selectOption(action.values[0] ?? '')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(card.getByRole('list', { name: 'Log' }).getByText(action.label)).toBeVisible()
})

test('archived events take no entries, and come back', async ({ page, request }) => {
  const name = uniqueName('Gas smell')
  const aoi = await (await apiAs(request, 'operator')).report(name)
  await openAs(page, 'operator', `/?selected=aoi.${aoi.properties.nonce}`)
  const card = cardOf(page, name)
  await card.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(card.getByLabel('Log entry')).toBeDisabled()
  await card.getByRole('button', { name: 'Unarchive' }).click()
  await expect(card.getByLabel('Log entry')).toBeEnabled()
})

test('a deleted event is gone, and undone it is back', async ({ page, request }) => {
  const name = uniqueName('Reported by mistake')
  const aoi = await (await apiAs(request, 'operator')).report(name)
  await openAs(page, 'operator', `/?selected=aoi.${aoi.properties.nonce}&find=${encodeURIComponent(name)}`)
  await cardOf(page, name).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(cardOf(page, name)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('list', { name: 'Events' }).getByText(name)).toBeVisible()
})

test('an event is shared with colleagues chosen from the team', async ({ page, request }) => {
  const name = uniqueName('Help needed at the shelter')
  const aoi = await (await apiAs(request, 'operator')).report(name)
  await openAs(page, 'operator', `/?selected=aoi.${aoi.properties.nonce}`)
  await cardOf(page, name).getByRole('button', { name: 'Share' }).click()
  await page.getByRole('checkbox').first().click()
  await page.getByRole('region', { name: 'Panel' }).getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('Event shared')).toBeVisible()
  await expect(cardOf(page, name).getByRole('heading', { name: 'Shared with' })).toBeVisible()
})

test('events are assigned from a member’s card', async ({ page, request }) => {
  const name = uniqueName('Patrol the pier')
  const api = await apiAs(request, 'operator')
  await api.report(name)
  const memberId = await api.memberId('viewer')
  await openAs(page, 'operator', `/?panel=users&selected=user.${memberId}`)
  await page.getByRole('button', { name: 'Assign events' }).click()
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('checkbox', { name }).click()
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click()
  await expect(page.getByText('Events assigned')).toBeVisible()
})

test('another member’s entry appears while the card is open, and leaves what is typed alone', async ({
  page,
  request,
}) => {
  const name = uniqueName('Bridge closed')
  const aoi = await (await apiAs(request, 'operator')).report(name)
  await openAs(page, 'operator', `/?selected=aoi.${aoi.properties.nonce}`)
  const card = cardOf(page, name)
  await card.getByLabel('Log entry').fill('half a sentence')
  await (await apiAs(request, 'admin')).post(`/aoi/${aoi.number}/add-log`, { text: 'Divers are coming' })
  await expect(card.getByText('Divers are coming')).toBeVisible()
  await expect(card.getByLabel('Log entry')).toHaveValue('half a sentence')
})

test('a viewer reads, and finds nothing to write with', async ({ page, request }) => {
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

test('on a phone the card fills the screen, in Hebrew from right to left', async ({
  page,
  request,
  context,
  baseURL,
}) => {
  const name = uniqueName('עץ שנפל')
  const aoi = await (await apiAs(request, 'operator')).report(name)
  await context.addCookies([{ name: 'locale', value: 'he', url: baseURL ?? '' }])
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'operator', `/?selected=aoi.${aoi.properties.nonce}`)
  const card = cardOf(page, name)
  await expect(card).toBeVisible()
  expect((await card.boundingBox())?.width).toBe(390)
  await card.getByLabel('רשומה ביומן').fill('בדרך')
  await card.getByRole('button', { name: 'הוספת רשומה' }).click()
  await expect(card.getByRole('list', { name: 'יומן' }).getByText('בדרך')).toBeVisible()
})
