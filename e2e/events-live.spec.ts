import { apiAs, uniqueName } from './api.ts'
import { colleague, eventsOf, row, searchFor } from './events.ts'
import { expect, middleOfMap, openAs, test } from './support.ts'

test('a colleague’s report, change and archiving appear without a reload', async ({ page, request, browser }) => {
  const word = uniqueName('Live')
  await openAs(page, 'operator', searchFor(word))
  await expect(page.getByText(`No events match “${word}”.`)).toBeVisible()
  const other = await colleague(browser, 'admin')
  await other.goto(searchFor(word))

  const aoi = await (await apiAs(request, 'technician')).report(`${word} street`)
  for (const screen of [page, other]) await expect(row(screen, `${word} street`)).toBeVisible()
  await row(other, `${word} street`).click()
  await other.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(row(page, `${word} street`).getByRole('img', { name: 'Archived' })).toBeVisible()
  expect(aoi.state).toBe('new')
  await other.context().close()
})

test('live changes keep scroll position, typed text and selection', async ({ page, request }) => {
  const word = uniqueName('Still')
  const api = await apiAs(request, 'operator')
  const start = Date.now() - 60_000
  const report = (number: number) => api.report(`${word} ${number}.`, { creationTime: String(start + number * 1000) })
  await Promise.all(Array.from({ length: 20 }, (_, index) => report(index + 1)))
  await openAs(page, 'operator', searchFor(word))
  await row(page, `${word} 12.`).click()
  const read = row(page, `${word} 5.`)
  await read.scrollIntoViewIfNeeded()
  const before = await read.boundingBox()
  await page.getByRole('searchbox').focus()
  await (await apiAs(request, 'admin')).report(`${word} new one`)
  // The count shows that the message has arrived.
  await expect(eventsOf(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', '21')
  expect(await read.boundingBox()).toEqual(before)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(page.getByRole('searchbox')).toHaveValue(word)
  await expect(page).toHaveURL(/selected=aoi/)

  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Creation date' }).click()
  await expect(row(page, `${word} 1.`), 'another order is read from its beginning').toBeInViewport()
})

test('a marker selects its event, and changes by others do not move the map', { tag: '@map' }, async ({
  page,
  request,
}) => {
  const name = uniqueName('Buoy adrift')
  const lng = -150 + Math.random() * 10
  const lat = 20 + Math.random() * 10
  const aoi = await (await apiAs(request, 'operator')).report(name, { startCoordinates: JSON.stringify([lng, lat, 1]) })
  await page.addInitScript((view) => localStorage.setItem('cohesion.map.view', JSON.stringify(view)), {
    lng,
    lat,
    zoom: 13,
  })
  await openAs(page, 'operator')
  const { middle, under } = await middleOfMap(page)
  await expect.poll(under, 'the badge is there, and names its event').toBe(name)
  await page.mouse.click(middle.x, middle.y)
  await expect(page).toHaveURL(new RegExp(`selected=aoi.${aoi.properties.nonce}`))
  await expect(page.getByRole('article', { name })).toBeVisible()
  await (await apiAs(request, 'admin')).post(`/aoi/${aoi.number}/add-log`, { text: 'Seen it too' })
  await expect(page.getByText('Seen it too')).toBeVisible()
  await expect.poll(under).toBe(name)

  // Zooms out to the whole list first, so that selecting the event must zoom in and break up the cluster.
  const neighbour = JSON.stringify([lng + 0.002, lat, 1])
  await (await apiAs(request, 'operator')).report(uniqueName('Another buoy'), { startCoordinates: neighbour })
  await page.getByRole('button', { name: 'Show the whole list on the map' }).click()
  await expect.poll(under).not.toBe(name)
  await page.getByRole('button', { name: 'Show on the map' }).click()
  await expect.poll(under).toBe(name)
})
