import { apiAs, uniqueName } from './api.ts'
import { expect, openAs, test } from './support.ts'
import { navigate, workScreens } from './work-screens.ts'

// No animations, so that a measured position is still right when the tap comes.
test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: 'reduce' },
})

test('on a phone, lists slide over the map and the profile fills the screen', async ({ page }) => {
  await openAs(page, 'operator')
  const panel = page.getByRole('region', { name: 'Lists' })
  const swipe = async (dx: number, dy: number) => {
    const head = await page.getByRole('tablist', { name: 'Lists' }).boundingBox()
    const x = (head?.x ?? 0) + 150
    const y = (head?.y ?? 0) + 10
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + dx, y + dy, { steps: 4 })
    await page.mouse.up()
  }
  await expect(panel).toHaveAttribute('data-height', 'low')
  await swipe(0, -120)
  await expect(panel).toHaveAttribute('data-height', 'half')
  await swipe(-100, 0)
  await expect(page.getByRole('tab', { name: 'Team' })).toHaveAttribute('aria-selected', 'true')
  await swipe(0, 120)
  await expect(panel).toHaveAttribute('data-height', 'low')
  for (const filter of ['done', 'shared']) {
    await page.goto(`/?filter=${filter}`)
    await expect(panel, 'a list that is asked for comes up').toHaveAttribute('data-height', 'half')
    await swipe(-100, 0)
    await swipe(0, -120)
    await expect(panel).toHaveAttribute('data-height', 'full')
    await expect(page.getByRole('tab', { name: 'Events' }), 'of events alone').toHaveAttribute('aria-selected', 'true')
  }

  await page.goto('/')
  await expect(panel).toHaveAttribute('data-height', 'low')
  await page.getByRole('button', { name: 'Expand list' }).click()
  await expect(panel).toHaveAttribute('data-height', 'half')
  await page.getByRole('button', { name: 'Expand list' }).click()
  await expect(panel).toHaveAttribute('data-height', 'full')
  // Swipes on the list itself: sideways changes the tab, up and down scrolls.
  const touch = await page.context().newCDPSession(page)
  const swipeList = async (dx: number, dy: number) => {
    const [x, y] = [195, 500]
    const move = (type: 'touchStart' | 'touchMove', step: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: x + dx * step, y: y + dy * step }] })
    await move('touchStart', 0)
    for (const step of [0.25, 0.5, 0.75, 1]) await move('touchMove', step)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await swipeList(20, -150)
  await expect(tab('Events'), 'a vertical swipe scrolls').toHaveAttribute('aria-selected', 'true')
  await swipeList(-120, 20)
  await expect(tab('Team')).toHaveAttribute('aria-selected', 'true')
  await swipeList(120, 20)
  await expect(tab('Events')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Collapse list' }).click()
  await page.getByRole('tab', { name: 'Team' }).click()
  await page.waitForURL('**/?panel=users')
  await expect(page.getByRole('tab', { name: 'Team' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Collapse list' }).click()
  await expect(panel).toHaveAttribute('data-height', 'low')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Activities' }).click()
  await expect(panel, 'who asks for a list sees it').toHaveAttribute('data-height', 'half')

  await page.getByRole('button', { name: /^My profile:/ }).click()
  const popup = page.getByRole('dialog', { name: 'My profile' })
  await expect(popup.getByLabel('First name')).toBeVisible()
  await expect.poll(() => popup.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(popup).toHaveCount(0)
})

test('on a phone the list opens from the menu, shows four rows and remembers its tab', async ({ page }) => {
  await openAs(page, 'admin')
  const panel = page.getByRole('region', { name: 'Lists' })
  await expect(panel).toHaveAttribute('data-height', 'low')
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('menuitem', { name: 'Events' }).tap()
  await expect(panel, 'the list that is already selected').toHaveAttribute('data-height', 'half')

  const list = page.getByRole('list', { name: 'Events' })
  const wholeRows = async () => {
    const end = (await page.getByRole('button', { name: 'New event' }).boundingBox())?.y ?? 0
    const boxes = await Promise.all((await list.getByRole('listitem').all()).map((row) => row.boundingBox()))
    return boxes.filter((box) => box && box.y + box.height <= end).length
  }
  await expect.poll(wholeRows).toBeGreaterThanOrEqual(4)
  await expect(panel.getByRole('button', { name: /settings|Choose counters/i }), 'one settings icon').toHaveCount(1)
  const title = page.getByRole('heading', { level: 1 })
  expect(await title.evaluate((name) => [name.scrollWidth <= name.clientWidth, name.scrollHeight <= name.clientHeight])).toEqual([true, true]) // biome-ignore format: two directions

  const touch = await page.context().newCDPSession(page)
  const swipe = async (y: number, dx: number, dy: number) => {
    const move = (type: 'touchStart' | 'touchMove', step: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: 195 + dx * step, y: y + dy * step }] })
    await move('touchStart', 0)
    for (const step of [0.25, 0.5, 0.75, 1]) await move('touchMove', step)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await swipe(560, 5, 150)
  await expect(panel, 'down from the top of the list').toHaveAttribute('data-height', 'low')
  await page.getByRole('button', { name: 'Expand list' }).tap()
  await page.getByRole('button', { name: 'Expand list' }).tap()
  await expect.poll(wholeRows).toBeGreaterThanOrEqual(5)
  await swipe(600, 5, -200)
  await expect.poll(() => page.locator('#slide-list').evaluate((scrolled) => scrolled.scrollTop)).toBeGreaterThan(0)
  await swipe(400, 5, 60)
  await expect(panel, 'down inside the list scrolls').toHaveAttribute('data-height', 'full')

  // A tap on a list that is still scrolling only stops the list.
  const activities = page.getByRole('menuitem', { name: 'Activities' })
  await expect(async () => {
    await page.getByRole('button', { name: 'Menu' }).tap()
    await expect(activities).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await activities.tap()
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await expect(tab('Activities')).toHaveAttribute('aria-selected', 'true')
  await swipe(600, -140, 5)
  await expect(tab('Team')).toHaveAttribute('aria-selected', 'true')
  await expect(tab('Activities'), 'stays beside the team').toBeVisible()
  await swipe(600, 140, 5)
  await expect(tab('Activities')).toHaveAttribute('aria-selected', 'true')

  const search = page.getByRole('searchbox', { name: 'Search activities' })
  expect((await search.boundingBox())?.width).toBeLessThan(60)
  await search.focus()
  await expect
    .poll(async () => (await search.boundingBox())?.width ?? 0, 'the search takes the line')
    .toBeGreaterThan(300)

  await navigate(page, '/?panel=rules')
  const toasts = { start: 80 }
  for (const name of ['New rule', 'Mute all alarms']) {
    const button = page.getByRole('button', { name })
    await expect(button).toBeVisible()
    expect(844 - ((await button.boundingBox())?.y ?? 0), `${name} is lower than toasts`).toBeLessThan(toasts.start)
  }
})

test('on a phone a card has the order of the specification, and its log is one tap away', async ({ page, request }) => {
  const api = await apiAs(request, 'admin')
  const aoi = await api.report(uniqueName('Long report'), {
    description: `<p>${'Water in the cellar. '.repeat(120)}</p>`,
  })
  await openAs(page, 'admin', `/?selected=aoi.${aoi.properties.nonce}`)
  const card = page.getByRole('dialog').getByRole('article')
  const log = card.getByRole('region', { name: 'Log' })
  await expect(log).not.toBeInViewport()
  const top = async (name: string) => (await card.locator(name).first().boundingBox())?.y ?? Number.NaN
  const time = await top('time[datetime]')
  const heading = await top('h3')
  const toolbar = await top('[role=toolbar]')
  expect([time, heading, toolbar]).toEqual([time, heading, toolbar].toSorted((one, other) => one - other))
  await card.getByRole('button', { name: /^Log/ }).tap()
  await expect(log).toBeInViewport()
})

test('on a phone what was shared with me is found, shared on, and marked done', async ({ page, request }) => {
  const name = uniqueName('Bring sandbags')
  const admin = await apiAs(request, 'admin')
  const aoi = await admin.report(name)
  await admin.post(`/aoi/${aoi._id}/share`, { usersId: [await admin.memberId('operator')] })
  await openAs(page, 'operator')
  await page.getByRole('button', { name: /shared with you$/ }).click()
  await page.getByRole('searchbox', { name: 'Search events' }).fill(name)
  await page.getByRole('button', { name: new RegExp(`^Unread ${name}`) }).click()
  const card = page.getByRole('dialog', { name: 'Event' })
  await card.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(card, 'out of the way while one chooses').toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search team' }).fill('Luis')
  await page.getByRole('checkbox', { name: 'Luis Herrera' }).click()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(card.getByText('Shared with Luis Herrera'), 'and back afterwards').toBeVisible()
  await card.getByRole('button', { name: 'Close' }).first().tap()
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: /shared with you$/ }).click()
  await page.getByRole('searchbox', { name: 'Search events' }).fill(name)
  await page.getByRole('button', { name: `My part done: ${name}` }).tap()
  await expect(page.getByRole('list', { name: 'Events' }).getByRole('button', { name })).toHaveCount(0)
})

for (const [words, locale, viewport] of [
  ['on the smallest phone, in Hebrew,', 'he', { width: 320, height: 568 }],
  ['on a desk that shows everything twice as large', 'en', { width: 720, height: 450 }],
] as const)
  test(`${words} no screen is wider than the display`, async ({ page, context, baseURL }) => {
    await page.setViewportSize(viewport)
    await context.addCookies([{ name: 'locale', value: locale, url: baseURL ?? '' }])
    const admin = await apiAs(page.request, 'admin')
    const { properties } = await admin.report(uniqueName('Averyverylongnamewithoutanyspaceatallthatsomebodypasted'))
    const member = await admin.memberId('luis.herrera')
    await openAs(page, 'admin')
    const wide: string[] = []
    for await (const path of workScreens(page, { aoi: properties.nonce, member })) {
      const excess = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth)
      if (excess > 0) wide.push(`${path}: ${excess} px`)
    }
    expect(wide).toEqual([])
  })
