import type { Page } from '@playwright/test'
import type { Role } from '#contract'
import { apiAs, uniqueName } from './api.ts'
import { barriers } from './barriers.ts'
import { expect, signIn, test } from './support.ts'

/** Maximum number of scripts and styles of the workspace, including those loaded after its first view. */
const MOST_FILES = 15

const requestsOf = (page: Page) =>
  page.evaluate(() => {
    const entries = performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime }))
    const isCall = (name: string) => name.includes('/api/cohesion/') && !name.includes('/files/')
    return {
      files: entries.filter(({ name }) => /\.(m?js|css)$/.test(name)).map(({ name }) => name.split('/').at(-1)),
      calls: entries.filter(({ name, startTime }) => isCall(name) && startTime < 30_000).map(({ name }) => name),
    }
  })

test('after sign-in the list and map show without serious barriers', {
  tag: '@map',
}, async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  // Leaves the request for the live stream pending, so that no message arrives.
  await page.route('**/api/cohesion/events', () => {})
  await signIn(page, 'technician')
  await expect(page).toHaveURL(/\/(\?|$)/)
  await expect(page.getByRole('banner').getByText('Bay Area Response')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Events' })).toBeVisible()
  await page.waitForFunction(() => performance.getEntriesByName('map.usable').length > 0)
  await expect(page.locator('canvas').first()).toBeVisible()
  const { files, calls } = await requestsOf(page)
  expect(files.length, `scripts and styles: ${files}`).toBeLessThanOrEqual(MOST_FILES)
  expect(calls.length).toBeGreaterThan(1)
  expect(calls, 'nothing is requested twice').toEqual([...new Set(calls)])
  expect(await barriers(page)).toEqual([])
})

test('sign-in reports missing and wrong values, waits for its turn, and offers demo accounts', async ({
  page,
  watch,
}) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Required.')).toHaveCount(2)
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.getByLabel('Username').fill('somebody')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('The username or password is wrong.')
  await expect(page.getByLabel('Username')).toHaveValue('somebody')
  expect(new URL(page.url()).pathname).toBe('/login')
  watch.complaints.length = 0

  await page.getByRole('button', { name: 'operator' }).click()
  // If the sign-in queue is full, the page signs in later without another click.
  const full = { code: 'manySignIns', message: 'Many are signing in.' }
  await page.route(
    '**/auth/login',
    (route) => route.fulfill({ status: 503, headers: { 'retry-after': '2' }, json: full }),
    {
      times: 1,
    },
  )
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Many people are signing in' })).toContainText('00:0')
  await page.waitForURL('**/')
  watch.complaints.length = 0
  await page.getByRole('button', { name: 'Menu' }).click()
  const items = ['Events', 'Activities', 'Alarms', /^Review/, 'Archived', 'My profile', 'Team', 'About', 'Log out']
  // Other stories add warnings, which add a menu item.
  await expect(page.getByRole('menuitem').filter({ hasNotText: 'Warnings' })).toHaveText(items)
})

test('sign-in returns to the requested page, and a session ends in all tabs', async ({ page, context, watch }) => {
  await page.goto('/?panel=users')
  await page.waitForURL('**/login?next=*')
  await page.getByRole('button', { name: 'admin' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/?panel=users')
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible()

  const other = await context.newPage()
  await other.goto('/?panel=users')
  await expect(other.getByRole('heading', { name: 'Team' })).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(other).toHaveURL(/\/login\?next=/)
  await other.getByRole('button', { name: 'operator' }).click()
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.waitForURL(({ pathname, search }) => pathname === '/' && search === '')
  await other.close()

  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Events' })).toBeVisible()
  await page.evaluate(async () => {
    const { apiKey } = JSON.parse(document.getElementById('cohesion-config')?.textContent ?? '{}')
    const authorization = `Bearer ${localStorage.getItem('cohesion.token')}`
    await fetch('/api/cohesion/auth/logout', { method: 'POST', headers: { 'x-api-key': apiKey, authorization } })
  })
  await page.waitForURL('**/login')
  watch.complaints.length = 0
})

test('signing in opens the default view of the role', async ({ page, request }) => {
  const api = await apiAs(request, 'admin')
  const { service } = await api.profile()
  const roles = await api.get<Role[]>(`/roles/user-roles/${service._id}/service`)
  const draft = {
    name: uniqueName('Planner'),
    actions: roles.find((one) => one.actions.length > 0)?.actions,
    defaultView: 'CALENDAR',
  }
  const role = await api.post<Role>('/roles', draft)
  const { id, username, password } = await api.newcomer('Planner')
  await api.patch(`/user/${id}`, { role: role._id })
  await page.goto('/login')
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/view=calendar/)
  await expect(page.getByRole('radio', { name: 'Month' })).toBeChecked()

  await api.patch(`/roles/${role._id}`, { defaultView: 'DASHBOARD' })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveURL(/view=dashboard/)
})
