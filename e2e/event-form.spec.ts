import type { BrowserContext, Page } from '@playwright/test'
import { chooseType, fillRoadHazard } from './events.ts'
import { expect, openAs, test } from './support.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const unique = (name: string) => `${name} ${Date.now()}-${Math.floor(Math.random() * 1e6)}`

const name = (page: Page) => page.getByRole('textbox', { name: /^(Name|שם)/ })
const panel = (page: Page) => page.getByRole('region', { name: /^(Panel|לוח)/ })
const pin = (page: Page) => page.getByRole('button', { name: /^(Event location|מיקום האירוע)/ })

const pressMap = async (page: Page, x: number, y: number) => {
  const canvas = page.locator('.maplibregl-canvas')
  await expect(canvas).toHaveCSS('cursor', 'crosshair')
  const box = await canvas.boundingBox()
  await page.mouse.click((box?.x ?? 0) + x, (box?.y ?? 0) + y)
}

const standAt = async (context: BrowserContext) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ longitude: -122.42, latitude: 37.77 })
}

const chooseImage = async (page: Page, buffer: Buffer) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^(Choose image|Replace image|בחירת תמונה)/ }).click(),
  ])
  await chooser.setFiles({ name: 'road.png', mimeType: 'image/png', buffer })
}

const report = async (page: Page, title: string) => {
  await page.goto('/?form=new')
  await fillRoadHazard(page, title)
  await page.getByRole('button', { name: 'Create event' }).click()
  await page.waitForURL(/selected=aoi\./)
}

test('a member reports what happened, with answers, a photo and a pin on the map', { tag: '@map' }, async ({
  page,
}) => {
  await openAs(page, 'operator')
  const title = unique('Tree on the road')
  await page.getByRole('button', { name: 'New event' }).click()
  await name(page).fill(title)
  await chooseType(page, 'Road hazard')
  await expect(page.getByText('Stay off the road.')).toBeVisible()
  await page.getByLabel('What is on the road?').fill('A tree, across both lanes')
  await page.getByRole('radio', { name: 'Yes' }).check()

  await pressMap(page, 900, 300)
  await expect(pin(page)).toBeVisible()
  const place = page.getByRole('combobox', { name: 'Location' })
  await expect(place).toHaveValue(/United States/)
  const latLong = page.getByText(/^Lat\/Long/)
  const before = await latLong.textContent()
  for (let step = 0; step < 3; step++) await pin(page).press('Shift+ArrowRight')
  await expect(latLong).not.toHaveText(before ?? '')

  await place.fill('Sacram')
  await page
    .getByRole('option', { name: /^Sacramento/ })
    .first()
    .click()
  await expect(place).toHaveValue(/^Sacramento/)
  await expect(pin(page)).toBeInViewport()
  await place.fill('Nowhere at all')
  await name(page).focus()
  await expect(place).toHaveValue(/^Sacramento/)
  for (let step = 0; step < 12; step++) await pin(page).press('Shift+ArrowUp')
  await expect(place).toHaveValue(/^near /)

  await page.getByRole('textbox', { name: 'Description' }).click()
  await page.getByRole('button', { name: 'Formatting' }).click()
  await page.getByRole('button', { name: 'Heading 2' }).click()
  await page.keyboard.type('What we saw')
  await chooseImage(page, png)
  await page.getByRole('button', { name: 'Create event' }).click()

  await expect(page.getByText('Event created')).toBeVisible()
  await page.waitForURL(/selected=aoi\.\d+/)
  const card = page.getByRole('article', { name: title })
  await expect(card.getByText('A tree, across both lanes')).toBeVisible()
  await expect(card.getByRole('heading', { name: 'What we saw' })).toBeVisible()
  await expect(card.getByRole('img', { name: /Image of/ })).toBeVisible()
  await expect(pin(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'New event' }).click()
  await expect(name(page)).toHaveValue('')
})

test('an edit sends touched fields only and shows concurrent changes', async ({ page }) => {
  await openAs(page, 'operator')
  const title = unique('Oil on the road')
  await report(page, title)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(name(page)).toHaveValue(title)
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await name(page).fill(`${title}, cleaned`)
  const [change] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PATCH'),
    page.getByRole('button', { name: 'Save' }).click(),
  ])
  expect([...(change.postData() ?? '').matchAll(/name="(\w+)"/g)].map(([, part]) => part)).toEqual(['name'])
  await expect(page.getByText('Event updated')).toBeVisible()
  await expect(page.getByRole('article', { name: `${title}, cleaned` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New event' })).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  await name(page).fill(`${title} on the road`)
  const number = (
    await page
      .getByText(/^#\d+$/)
      .first()
      .textContent()
  )?.slice(1)
  const status = await page.evaluate(async (one) => {
    const { apiKey } = JSON.parse(document.getElementById('cohesion-config')?.textContent ?? '{}')
    const body = new FormData()
    body.append('description', '<p>The lane is free again.</p>')
    const authorization = `Bearer ${localStorage.getItem('cohesion.token')}`
    const headers = { 'x-api-key': apiKey, authorization }
    return (await fetch(`/api/cohesion/aoi/${one}`, { method: 'PATCH', headers, body })).status
  }, number)
  expect(status).toBe(200)
  await expect(page.getByText('Someone else changed this event while you were editing.')).toBeVisible()
  await expect(name(page)).toHaveValue(`${title} on the road`)
  await page.getByRole('button', { name: 'Show changes' }).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveText('The lane is free again.')
  await expect(name(page)).toHaveValue(`${title} on the road`)
})

test('missing values are reported below their fields, and a draft survives a reload', async ({ page, context }) => {
  await standAt(context)
  await openAs(page, 'operator', '/?form=new')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/aoi')) sent.push(request.url())
  })
  const placeholderColour = () => name(page).evaluate((field) => getComputedStyle(field, '::placeholder').color)
  const before = await placeholderColour()
  await page.getByRole('button', { name: 'Create event' }).click()
  await expect(page.getByText('Required.')).toHaveCount(3)
  await expect(name(page)).toBeFocused()
  expect(await placeholderColour(), 'a placeholder is not red, as if it were typed').toBe(before)
  await chooseType(page, 'Medical help')
  await page.getByRole('textbox', { name: 'How many people need help?' }).fill('a few')
  await page.getByRole('button', { name: 'Create event' }).click()
  await expect(page.getByText('This value isn’t valid.')).toBeVisible()

  await chooseImage(page, Buffer.alloc(2_000_001))
  await expect(page.getByText('File size should be less than 2 MB!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove image' })).toHaveCount(0)
  await chooseImage(page, png)
  await expect(page.getByText('File size should be less than 2 MB!')).toHaveCount(0)
  await expect(page.getByAltText('Image of this event')).toBeVisible()
  await page.getByRole('button', { name: 'Remove image' }).click()
  await expect(page.getByAltText('Image of this event')).toHaveCount(0)

  await name(page).fill('Half a report')
  await chooseType(page, 'Road hazard')
  await page.getByLabel('What is on the road?').fill('Sand')
  await chooseImage(page, png)
  await page.getByRole('button', { name: 'Use my location' }).click()
  const place = page.getByRole('combobox', { name: 'Location' })
  await expect(place).toHaveValue(/United States/)

  await panel(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Open panel' }).click()
  await expect(name(page)).toHaveValue('Half a report')
  await page.reload()
  await expect(name(page)).toHaveValue('Half a report')
  await expect(page.getByLabel('What is on the road?')).toHaveValue('Sand')
  await expect(page.getByAltText('Image of this event')).toBeVisible()
  await expect(place).toHaveValue(/United States/)

  await page.getByRole('button', { name: 'Back to Events' }).click()
  await page.getByRole('button', { name: 'New event' }).click()
  await expect(name(page)).toHaveValue('Half a report')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'New event' }).click()
  await expect(name(page)).toHaveValue('')
  await expect(page.getByAltText('Image of this event')).toHaveCount(0)
  expect(sent, 'nothing was sent').toEqual([])
})

test('the same report in Hebrew, from right to left', async ({ page, context, baseURL }) => {
  await standAt(context)
  await context.addCookies([{ name: 'locale', value: 'he', url: baseURL ?? '' }])
  await openAs(page, 'operator')
  const title = unique('עץ על הכביש')
  await page.getByRole('button', { name: 'אירוע חדש' }).click()
  await page.getByRole('button', { name: 'יצירת אירוע' }).click()
  await expect(page.getByText('שדה חובה.')).toHaveCount(3)
  await name(page).fill(title)
  await chooseType(page, 'אש או עשן', { label: 'סוג האירוע' })
  await page.getByRole('combobox', { name: 'מה בוער?' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('radio', { name: 'כן' }).check()
  await page.getByRole('button', { name: 'המיקום שלי' }).click()
  await expect(page.getByRole('combobox', { name: 'מיקום' })).toHaveValue(/ארצות הברית/)
  await chooseImage(page, png)
  await page.getByRole('button', { name: 'יצירת אירוע' }).click()
  await expect(page.getByText('האירוע נוצר')).toBeVisible()
  await expect(page.getByRole('article', { name: title })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the form fills the screen, and hides while the place is set on the map', { tag: '@map' }, async ({ page }) => {
    await openAs(page, 'operator', '/?form=new')
    const popup = page.getByRole('dialog', { name: 'New event' })
    await popup.getByRole('button', { name: 'Road hazard' }).tap()
    await name(page).fill('Half a report')
    await popup.getByRole('button', { name: 'Set on map' }).tap()
    await expect(popup).toBeHidden()
    await pressMap(page, 200, 300)
    await expect(pin(page)).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).tap()
    await expect(name(page)).toHaveValue('Half a report')
    await expect(popup.getByRole('combobox', { name: 'Location' })).toHaveValue(/United States/)
    await popup.getByRole('button', { name: 'Close' }).tap()
    await expect(popup).toHaveCount(0)
  })
})
