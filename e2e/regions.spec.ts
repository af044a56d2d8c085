import type { Page } from '@playwright/test'
import { type LocalMap, planMiddle } from '#contract'
import { uniqueName } from './api.ts'
import { chooseType } from './events.ts'
import { expect, openAs, test } from './support.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

const remove = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`${name} deleted`)).toBeVisible()
}

const chooseFile = async (page: Page, text: string) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page
      .getByRole('dialog')
      .getByRole('button', { name: /Choose file|\.geojson/ })
      .click(),
  ])
  await chooser.setFiles({ name: 'districts.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(text) })
}

test('an admin draws a region, sees its area, places a plan, and puts an event on it', {
  tag: '@map',
}, async ({ page }) => {
  const name = uniqueName('Fishing ground')
  const plan = uniqueName('Depot')
  const event = uniqueName('Leaking tap')
  await openAs(page, 'admin', '/?panel=regions')
  await page.waitForFunction(() => performance.getEntriesByName('map.usable').length > 0)
  await page.getByRole('button', { name: 'Draw region' }).click()
  await page.getByRole('textbox', { name: 'Name (English)' }).fill(name)
  const outline = page.getByRole('region', { name: 'Outline' })
  await expect(page.locator('.maplibregl-canvas')).toHaveCSS('cursor', 'crosshair')
  const corners = [
    [400, 500],
    [470, 500],
    [440, 580],
    [480, 590],
  ] as const
  for (const [x, y] of corners) {
    await page.mouse.move(x - 4, y - 4)
    await page.mouse.move(x, y)
    await page.mouse.click(x, y)
  }
  await expect(outline.getByText('Press the first corner again')).toBeVisible()
  await outline.getByRole('button', { name: 'Undo last corner' }).click()
  await expect(outline.getByRole('status')).toHaveText(/\d (acres|hectares|sq mi|km²)/)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Region ${name} created`)).toBeVisible()
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(outline.getByText('Drag a corner to move it'), 'saving closed the outline').toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(row(page, name)).toBeVisible()
  await remove(page, name)

  await page.getByRole('button', { name: 'New local map' }).click()
  await page.getByRole('textbox', { name: 'Name (English)' }).fill(plan)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^Choose image/ }).click(),
  ])
  await chooser.setFiles({ name: 'plan.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByRole('button', { name: 'Centre of the plan' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Find an address' }).fill('Sacramento')
  await page
    .getByRole('option', { name: /^Sacramento/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Width' }).fill('250')
  await page.getByRole('textbox', { name: 'Rotation' }).fill('30')
  const saving = page.waitForResponse((response) => response.url().endsWith('/service/local-map'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Local map ${plan} created`)).toBeVisible()
  const [lng, lat] = planMiddle(((await (await saving).json()) as LocalMap).position)
  expect([Math.round(lng), Math.round(lat)], 'the plan is where the address is').toEqual([-121, 39])

  await row(page, plan).click()
  const view = page.getByRole('region', { name: 'Plan', exact: true })
  await expect(view.getByText('0 events on this plan')).toBeVisible()
  await view.getByRole('button', { name: 'New event' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(event)
  await chooseType(page, 'Suspicious activity')
  await page.getByLabel('What did you see?').fill('Water on the floor')
  await page
    .getByRole('button', { name: new RegExp(`${plan}`) })
    .last()
    .click()
  await page.getByRole('button', { name: 'Create event' }).click()
  await expect(view.getByRole('button', { name: `${event}, New` })).toBeVisible()
  await expect(page.getByRole('article', { name: event }).getByText('Water on the floor')).toBeVisible()

  await view.getByRole('button', { name: 'Close plan' }).click()
  await page.getByRole('button', { name: `Show on plan ${plan}` }).click()
  await expect(view.getByText('1 event on this plan')).toBeVisible()
})

test('an admin imports regions from a file, and errors in the file are explained', async ({ page }) => {
  const name = uniqueName('District')
  const file = (ring: number[][]) =>
    JSON.stringify({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: [ring] } }],
    })
  const corners = [
    [-150, 20],
    [-149, 20],
    [-149, 21],
    [-150, 21],
  ]
  await openAs(page, 'admin', '/?panel=regions')
  await page.getByRole('button', { name: 'Import GeoJSON' }).click()
  await chooseFile(page, '{"type": "Topology"}')
  await expect(page.getByText('The file isn’t GeoJSON.')).toBeVisible()
  await chooseFile(page, file([0, 2, 1, 3, 0].map((index) => corners[index] ?? [])))
  await expect(page.getByText(`Feature 1 (${name}): The outline crosses itself.`)).toBeVisible()
  await chooseFile(page, file([...corners, corners[0] ?? []]))
  await expect(page.getByText('1 region found.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('1 region imported')).toBeVisible()
  await expect(row(page, name)).toBeVisible()
  await remove(page, name)
})
