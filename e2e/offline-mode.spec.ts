import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareFolder } from '../tests/start/prepared-folder.ts'
import { startServer } from '../tests/start/server-process.ts'
import { expect, openAs, test as shared } from './support.ts'

/** Offline mode is a setting of the whole server, so this story has its own. */
const test = shared.extend<object, { ownServer: string }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const folder = join(tmpdir(), `cohesion-e2e-${randomBytes(6).toString('hex')}`)
      await prepareFolder(folder)
      const server = await startServer({ COHESION_DATA: folder, COHESION_DEMO: 'on', LOG_LEVEL: 'error' })
      await use(server.url)
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ ownServer }, use) => use(ownServer),
})

test('offline mode leads to the sensors page and makes no outside connections', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  const operator = await (await browser.newContext({ baseURL })).newPage()
  await openAs(operator, 'operator', '/')
  await expect(operator.getByRole('button', { name: 'New event' })).toBeVisible()
  await openAs(page, 'technician', '/?panel=serversettings')
  await page.getByLabel('Offline mode').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await operator.waitForURL('**/sensors**')

  for (const path of ['/', '/calendar', '/terms']) {
    await operator.goto(path)
    await operator.waitForURL('**/sensors')
  }
  await expect(operator.getByRole('tab', { name: 'By status' })).toBeVisible()
  await expect(operator.getByRole('button', { name: 'New sensor area' })).toHaveCount(0)
  await operator.getByRole('button', { name: 'Menu' }).click()
  for (const item of ['Events', 'AOI', 'Activities', 'Areas/sensors'])
    await expect(operator.getByRole('menuitem', { name: item, exact: true })).toHaveCount(0)
  await operator.getByRole('menuitem', { name: 'Team' }).click()
  await operator.waitForURL('**/sensors?panel=users')
  await expect(operator.getByRole('heading', { name: 'Team' })).toBeVisible()
  await operator.goto('/sensors?panel=edituser')
  await expect(operator.getByText('No notifications will be sent until it ends', { exact: false })).toBeVisible()

  await page.goto('/sensors?panel=servicesettings')
  await page.getByRole('heading', { name: 'Map and addresses' }).click()
  await page.getByRole('textbox', { name: 'Geocoder' }).fill('https://geocoder.example/')
  await page.getByRole('button', { name: 'Test: Geocoder' }).click()
  await expect(page.getByText('The server is in offline mode and makes no outside connections.')).toBeVisible()
  watch.complaints.splice(0)
})
