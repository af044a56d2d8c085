import type { Locator, Page } from '@playwright/test'
import { apiAs, uniqueName } from './api.ts'
import { setMoment } from './events.ts'
import { expect, openAs, test } from './support.ts'

const dayOf = (day: number): string => `2027-03-${String(day).padStart(2, '0')}`
const at = (day: number, time: string): string => String(new Date(`${dayOf(day)}T${time}`).getTime())
const cell = (page: Page, day: number): Locator => page.locator(`[role=cell][data-date="${dayOf(day)}"]`)
const march = `day=${dayOf(10)}`

const dragTo = async (page: Page, what: Locator, where: Locator) => {
  await what.hover()
  await page.mouse.down()
  const to = await where.boundingBox()
  if (!to) throw new Error('there is nothing to drag to')
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 })
  await page.mouse.up()
}

test('an activity is shown on its day, moved by mouse and keyboard, and moved back', async ({ page, request }) => {
  const name = uniqueName('Dune')
  const api = await apiAs(request, 'admin')
  const planned = await api.plan(name, { startTime: at(10, '16:00'), plannedTime: at(10, '18:00') })
  const startOf = async () => {
    const { properties } = await api.get<typeof planned>(`/aoi/nonce-pro/${planned.properties.nonce}`)
    return properties.activity?.startTime
  }
  const start = (day: number) => new Date(`${dayOf(day)}T16:00`).toISOString()
  await openAs(page, 'admin', `/calendar?${march}&find=${name}`)
  await expect(cell(page, 10).getByText(name)).toBeVisible()

  await dragTo(page, cell(page, 10).getByText(name), cell(page, 18))
  await expect(cell(page, 18).getByText(name)).toBeVisible()
  await expect.poll(startOf).toBe(start(18))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cell(page, 10).getByText(name)).toBeVisible()
  await expect.poll(startOf).toBe(start(10))

  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`16:00.*${name}`) })
    .focus()
  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog', { name })
  await expect(card).toContainText('16:00 – 18:00')
  await card.getByRole('button', { name: 'Move…' }).click()
  const dialog = page.getByRole('dialog', { name: `Move “${name}”` })
  await setMoment(page, 'Starts', dayOf(12), '1600')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(cell(page, 12).getByText(name)).toBeVisible()
  await expect.poll(startOf).toBe(start(12))

  await cell(page, 12).getByText(name).click()
  await card.getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(new RegExp(`selected=aoi.${planned.properties.nonce}`))
})

test('the calendar lies over the map, shows events too, and a day of it plans an activity', async ({
  page,
  request,
}) => {
  const word = uniqueName('Shown')
  await (await apiAs(request, 'admin')).report(word, { creationTime: String(new Date('2026-02-10T12:00').getTime()) })
  await openAs(page, 'operator', `/?find=${word}&day=2026-02-10`)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Calendar view' }).click()
  await expect(page).toHaveURL(/view=calendar/)
  await expect(page.getByRole('heading', { name: 'Activities' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'February 2026' })).toBeVisible()
  const day = page.locator('[role=cell][data-date="2026-02-10"]')
  await expect(day).toBeVisible()
  await expect(day.getByText(word)).toBeHidden()
  await page.getByRole('switch', { name: 'Show events' }).click()
  await day.getByText(word).click()
  await page.getByRole('dialog', { name: word }).getByRole('button', { name: 'Open' }).click()
  await expect(page, 'what is selected is looked at on the map').not.toHaveURL(/view=calendar/)

  await page.goBack()
  await page.locator('[role=cell][data-date="2026-02-18"]').click()
  await expect(page.getByRole('heading', { name: 'New activity' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Start', exact: true })).toHaveValue('18 Feb 2026')
  await expect(page.getByRole('spinbutton', { name: 'Start: hour' })).toHaveValue('09')
})

test('in Hebrew the week starts on Sunday at the right, and a phone starts with the agenda', async ({
  page,
  request,
  baseURL,
}) => {
  const name = uniqueName('ניקוי חוף')
  const admin = await apiAs(request, 'admin')
  for (const words of [name, `${name} ב׳`])
    await admin.plan(words, { startTime: at(10, '16:00'), plannedTime: at(10, '18:00') })
  await page.context().addCookies([{ name: 'locale', value: 'he', url: baseURL ?? '' }])
  await openAs(page, 'operator', `/calendar?${march}&find=${encodeURIComponent(name)}`)
  await expect(page.getByRole('heading', { name: 'מרץ 2027' })).toBeVisible()
  await expect(cell(page, 10).getByText(name).first()).toBeVisible()
  const [sunday, saturday] = await Promise.all([cell(page, 7).boundingBox(), cell(page, 13).boundingBox()])
  expect(sunday?.x ?? 0).toBeGreaterThan(saturday?.x ?? 0)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('radio', { name: 'סדר יום' })).toBeChecked()
  await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
  await page.getByText('שבוע', { exact: true }).click()
  await expect(page.getByRole('columnheader').filter({ hasText: '10' })).toBeVisible()
  const shown = page.getByTitle(name).and(page.locator('[data-hours]'))
  await expect(shown.getByText(name), 'the other one is counted').toBeVisible()
  await expect(shown.getByText('16:00', { exact: true }), 'rather nothing than half an hour').toBeHidden()
  await expect(page.getByRole('main').getByRole('button', { name: '+1' })).toBeVisible()
  await page.getByText('סדר יום', { exact: true }).click()
  await page.getByRole('button', { name: 'החודש הבא' }).click()
  await expect(page.getByRole('heading', { name: 'אפריל 2027' })).toBeVisible()
  await expect(page.getByText('אין פעילויות מתוכננות החודש.'), 'a search finds nobody on duty').toBeVisible()
})

test('a private link for other calendar programs is made and revoked', async ({ page }) => {
  await openAs(page, 'viewer', '/calendar')
  await page.getByRole('button', { name: 'Calendar options' }).click()
  await page.getByRole('menuitem', { name: 'Subscribe in another calendar…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe in another calendar' })
  await dialog.getByRole('button', { name: 'Create private link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Private link', exact: true }).inputValue()
  // Programs have no session. server/src/exchange/calendar/routes.test.ts tests the contents of the feed.
  expect((await fetch(link)).status).toBe(200)
  await dialog.getByRole('button', { name: 'Revoke link' }).first().click()
  await expect(dialog.getByRole('button', { name: 'Create private link' })).toBeVisible()
  expect((await fetch(link)).status).toBe(404)
})
