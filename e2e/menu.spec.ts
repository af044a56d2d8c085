import type { Page } from '@playwright/test'
import { type DemoAccount, expect, openAs, test } from './support.ts'

const items: Record<Exclude<DemoAccount, 'operator' | 'hebrew'>, (string | RegExp)[]> = {
  viewer: ['Events', 'Activities', 'Alarms', 'Warnings', 'Archived', 'My profile', 'Team', 'About', 'Log out'],
  admin: [
    'Events',
    'Activities',
    'Groups',
    'Alarms',
    'Warnings',
    /^Review/,
    'Archived',
    'My profile',
    'Team',
    'Settings',
    'Getting started',
    'About',
    'Log out',
  ],
  technician: [
    'Events',
    'Activities',
    'Groups',
    'Alarms',
    'Warnings',
    /^Review/,
    'Areas/sensors',
    'Archived',
    'My profile',
    'Team',
    'Settings',
    'Getting started',
    'About',
    'Log out',
  ],
}

async function openMenu(page: Page, account: keyof typeof items) {
  await openAs(page, account)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(items[account])
}

test('all settings are in one menu and can be searched by topic', async ({ page }) => {
  await openMenu(page, 'admin')
  await page.getByRole('menuitem', { name: 'Settings', exact: true }).click()
  const settings = page.getByRole('navigation', { name: 'Settings', exact: true })
  await expect(settings.getByRole('button', { name: /^Event types/ })).toBeVisible()
  // Settings that an admin cannot change are absent.
  await expect(settings.getByRole('button', { name: /^Ingest keys/ })).toHaveCount(0)
  await page.getByLabel('Search settings').fill('floor plan')
  await expect(settings.getByRole('button')).toHaveCount(1)
  await settings.getByRole('button', { name: /^Regions and local maps/ }).click()
  await expect(page.getByRole('button', { name: 'Draw region' })).toBeVisible()
})

test('the menu leads the owner to the server settings, and to the sensor page and back', async ({ page }) => {
  await openMenu(page, 'technician')
  await page.getByRole('menuitem', { name: 'About' }).click()
  await page.getByRole('dialog', { name: 'About' }).getByRole('button', { name: 'Server settings' }).click()
  await expect(page.getByRole('textbox', { name: 'Server name' })).toBeVisible()
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
  await expect(page.getByRole('heading', { name: 'Sensor areas', exact: true })).toBeVisible()
})

test('About shows the service, the product and the year', async ({ page }) => {
  await openMenu(page, 'viewer')
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
