import { apiAs, apiWith, newTechnician, posterOf, tokenOf, uniqueName } from './api.ts'
import { expect, openAs, openWith, phone, test } from './support.ts'
import { budgets, mostRequests, weighBoard, weighFirstView, weighLogin, weighPublic, weighTiles } from './weigh.ts'

test('an unknown address is a 404, and an unknown invitation is reported as invalid', async ({ page, watch }) => {
  const response = await page.goto('/nowhere')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible()
  await expect(page.getByText('This page could not be found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
  watch.complaints.length = 0
  await page.goto('/invite?token=nobody-sent-this')
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
})

test('new terms are accepted at the map without interrupting open work', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const token = await newTechnician(request, uniqueName('Lakeside'))
  const api = apiWith(request, token)
  await api.post('/settings/terms', { en: '<p>Be careful.</p>', he: '' })
  await api.post('/user/update-terms')
  const someone = await api.newcomer('Dov')
  const theirs = await (await browser.newContext({ baseURL })).newPage()
  await openWith(theirs, someone.token, '/calendar')
  await expect(theirs.getByRole('button', { name: 'Next month' })).toBeVisible()

  await openWith(page, token, '/?panel=servicesettings&tab=general')
  await page.getByRole('button', { name: 'Terms of use' }).click()
  const dialog = page.getByRole('dialog', { name: 'Terms of use' })
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'English' }).fill('Be kind.')
  await dialog.getByRole('button', { name: 'Translate: Terms of use' }).click()
  await dialog.getByRole('textbox', { name: 'עברית' }).fill('היו נחמדים.')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog', { name: 'Publish new terms?' }).getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('New terms published')).toBeVisible()
  await expect(page, 'who published them goes on too').toHaveURL(/panel=servicesettings/)

  await expect(theirs).toHaveURL(/calendar/)
  await theirs.getByRole('button', { name: 'Menu' }).click()
  await theirs.getByRole('menuitem', { name: 'Events' }).click()
  await theirs.waitForURL('**/terms')
  await expect(theirs.getByText('Be kind.')).toBeVisible()
  await theirs.getByRole('button', { name: 'I agree' }).click()
  await theirs.waitForURL((url) => url.pathname === '/')
  await page.goto('/')
  await page.waitForURL('**/terms')
})

test('dates, counters and panels are in the address, and Back undoes them', async ({ page }) => {
  await openAs(page, 'operator')
  await page.getByRole('button', { name: 'Last 10 years' }).click()
  const dialog = page.getByRole('dialog', { name: 'Date range' })
  const days = dialog.locator('table').first().getByRole('button')
  await days.nth(9).click()
  await expect(days.nth(8), 'the last day is not before the first').toBeDisabled()
  await days.nth(11).click()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/from=\d+-\d+-10&to=\d+-\d+-12/)
  await page.getByRole('button', { name: /10 \w+ \d+ – 12 \w+ \d+/ }).click()
  await dialog.getByRole('button', { name: 'All' }).click()
  await expect(page.getByRole('button', { name: 'Last 10 years' })).toBeVisible()

  await page.getByRole('button', { name: /^In progress/ }).click()
  await page.waitForURL('**/?filter=inProgress')
  await expect(page.getByRole('button', { name: /^In progress/ })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Choose counters' }).click()
  await expect(page.getByRole('heading', { name: 'Metrics', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Back to Events' }).click()
  await expect(page.getByRole('heading', { name: 'Events' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Metrics', exact: true })).toBeVisible()
})

for (const locale of ['en', 'he'])
  test(`the pages without sign-in stay within their weight budgets on a phone (${locale})`, async ({
    page,
    context,
    browser,
    baseURL,
  }) => {
    const operator = await apiAs(page.request, 'operator')
    const poster = await posterOf(operator, 'Road hazard')
    const cookie = { name: 'locale', value: locale, url: baseURL ?? '' }
    await context.addCookies([cookie])
    expect((await weighPublic(page, poster)).jsKb).toBeLessThanOrEqual(budgets.visitor)
    const visitor = await browser.newContext({ ...phone, locale, baseURL })
    await visitor.addCookies([cookie])
    const tiles = await weighTiles(await visitor.newPage(), await posterOf(operator))
    expect(tiles.jsKb, 'all types as tiles').toBeLessThanOrEqual(budgets.visitor)
    await visitor.close()
    const { link } = await (await apiAs(page.request, 'admin')).get<{ link: string }>('/board')
    const { pathname, search } = new URL(link)
    const reader = await browser.newContext({ ...phone, locale, baseURL })
    expect((await weighBoard(await reader.newPage(), pathname + search)).jsKb).toBeLessThanOrEqual(budgets.board)
    expect(await reader.cookies(), 'the public board sets no cookie').toEqual([])
    await reader.close()
    const fresh = await browser.newContext()
    await fresh.addCookies([cookie])
    expect((await weighLogin(await fresh.newPage())).jsKb).toBeLessThanOrEqual(budgets.login)
    await fresh.close()
  })

const screens = [
  { name: 'a phone that never saw the map', ...phone },
  { name: 'a desk', viewport: { width: 1440, height: 900 }, mapView: { lng: -122.3, lat: 37.75, zoom: 10.4 } },
]

for (const { name, mapView, ...device } of screens)
  test(`the first view of a member on ${name} stays within its budgets of scripts and requests`, {
    tag: '@map',
  }, async ({ browser, baseURL, request }) => {
    const token = await tokenOf(request, 'operator')
    const visit = async () => {
      const context = await browser.newContext({ ...device, baseURL })
      const page = await context.newPage()
      // Disables the timeout after which the page loads later parts, because drawing the map in software may take
      // longer on a busy machine.
      await page.addInitScript(
        ([patienceMs, stored]) => {
          if (stored) localStorage.setItem('cohesion.map.view', stored)
          const wait = window.setTimeout.bind(window)
          const patient = (run: () => void, ms?: number) => (ms === patienceMs ? 0 : wait(run, ms))
          window.setTimeout = patient as typeof window.setTimeout
        },
        [10_000, mapView && JSON.stringify(mapView)] as const,
      )
      const weight = await weighFirstView(page, () => openWith(page, token))
      await context.close()
      return weight
    }
    // Another story's report during the visit causes more requests, so the visit is repeated.
    await expect(async () => {
      const weight = await visit()
      const scripts = weight.scripts.map(({ name, kb }) => `${kb} ${name}`).join()
      expect(weight.jsKb, scripts).toBeLessThanOrEqual(budgets.map)
      expect(weight.requests, 'until list and map are usable').toBeLessThanOrEqual(mostRequests.untilUsable)
      expect(weight.requestsInAll).toBeLessThanOrEqual(mostRequests.inAll)
    }).toPass({ timeout: 240_000 })
  })
