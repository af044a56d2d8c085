import { type DemoAccount, expect, openAs, test } from './support.ts'

const items: Record<DemoAccount, string[]> = {
  operator: ['Events', 'Activities', 'Archived', 'My profile', 'Team', 'About', 'Log out'],
  viewer: ['Events', 'Activities', 'Archived', 'My profile', 'Team', 'About', 'Log out'],
  admin: ['Events', 'Activities', 'Groups', 'Archived', 'My profile', 'Team', 'About', 'Log out'],
  technician: ['Events', 'Activities', 'Groups', 'Areas/sensors', 'Archived', 'My profile', 'Team', 'About', 'Log out'],
}

for (const account of Object.keys(items) as DemoAccount[])
  test(`the menu of ${account}`, async ({ page }) => {
    await openAs(page, account)
    await page.getByRole('button', { name: 'Menu' }).click()
    // Groups are in the menu because the demo has some.
    await expect(page.getByRole('menuitem')).toHaveText(items[account])
  })

test('the sensor page and back', async ({ page }) => {
  await openAs(page, 'technician')
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await choose('Areas/sensors')
  await page.waitForURL('**/sensors?panel=aois')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'AOI' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await choose('Archived')
  await page.waitForURL((url) => url.pathname === '/' && url.searchParams.get('filter') === 'done')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Areas and sensors' })).toBeVisible()
})

test('About says what this is', async ({ page }) => {
  await openAs(page, 'admin')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'About' }).click()
  const about = page.getByRole('dialog', { name: 'About' })
  const service = 'Bay Area Response'
  await expect(about.getByRole('img', { name: service }).or(about.getByText(service))).toBeVisible()
  await expect(about).toContainText('Cohesion')
  await expect(about).toContainText('Standalone')
  await expect(about).toContainText(String(new Date().getFullYear()))
  await expect(about.getByText('Server settings')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(about).toHaveCount(0)
})
