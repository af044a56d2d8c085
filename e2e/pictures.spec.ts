import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { apiAs, posterOf, uniqueName } from './api.ts'
import { fillRoadHazard } from './events.ts'
import { expect, openAs, test } from './support.ts'

const cameraPicture = async (): Promise<Buffer> => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  return sharp({ create: { width: 640, height: 480, channels: 3, background: 'black', noise } })
    .withExif({
      IFD0: { Make: 'Story Camera' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '37/1 46/1 12/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '122/1 25/1 12/1',
      },
    })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

const watchFiles = (page: Page) =>
  page.addInitScript(() => {
    const sent: Promise<number[]>[] = []
    Object.assign(window, { sentFiles: () => Promise.all(sent) })
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData)
        for (const value of body.values())
          if (value instanceof File) sent.push(value.arrayBuffer().then((bytes) => [...new Uint8Array(bytes)]))
      send.call(this, body)
    }
  })

const filesSentBy = async (page: Page): Promise<Buffer[]> => {
  const files = await page.evaluate(() => (window as unknown as { sentFiles: () => Promise<number[][]> }).sentFiles())
  return files.map((bytes) => Buffer.from(bytes))
}

/** The browser sent exactly one picture: smaller than the original, upright, and without metadata. */
const expectPlainPicture = async (page: Page, original: Buffer) => {
  const [sent, ...others] = await filesSentBy(page)
  expect(others).toEqual([])
  const { exif, xmp, format, width, height } = await sharp(sent).metadata()
  expect({ exif, xmp, format, width, height }).toEqual({ format: 'jpeg', width: 640, height: 480 })
  expect(sent?.includes('Story Camera')).toBe(false)
  expect(sent?.length).toBeLessThan(original.length)
  test.info().annotations.push({ type: 'measured', description: `${original.length} bytes became ${sent?.length}` })
}

test.beforeEach(async ({ page }) => watchFiles(page))

test('a photo is reduced and loses its location before upload', async ({ page }) => {
  const picture = await cameraPicture()
  expect((await sharp(picture).metadata()).exif).toBeDefined()
  await openAs(page, 'operator', '/?form=new')
  const title = uniqueName('Tree on the road')
  await fillRoadHazard(page, title)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'IMG_0001.JPG', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('button', { name: 'Create event' }).click()
  await expect(page.getByText('Event created')).toBeVisible()
  await expectPlainPicture(page, picture)
  await expect(page.getByRole('article', { name: title }).getByRole('img', { name: /Image of/ })).toBeVisible()
})

test('a visitor’s photo is reduced too, and the form shows the symbol of its type', async ({ page }) => {
  const picture = await cameraPicture()
  await page.goto(await posterOf(await apiAs(page.request, 'operator'), 'Road hazard'))
  const heading = page.getByRole('heading', { name: 'Road hazard' })
  await expect(heading.locator('svg'), 'the symbol of the type').toBeVisible()
  await page.getByLabel('What is on the road?').fill('A tree')
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByRole('searchbox').fill('Sacramento')
  await page.getByRole('list', { name: 'Places found' }).getByRole('button').first().click()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'IMG_0002.JPG', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('textbox', { name: 'First name' }).fill('Emily')
  await page.getByRole('textbox', { name: 'Phone number' }).fill('+1 415 555 0170')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Thank you. We received your report.')).toBeVisible()
  await expectPlainPicture(page, picture)
})
