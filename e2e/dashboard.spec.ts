import { apiAs, uniqueName } from './api.ts'
import { expect, openAs, test } from './support.ts'

test('pressing a chart or its table filters the list', async ({ page, request }) => {
  const word = uniqueName('Counted')
  const api = await apiAs(request, 'admin')
  const noon = (day: string) => String(new Date(`${day}T12:00`).getTime())
  await api.report(`${word} early`, { creationTime: noon('2026-02-03') })
  const late = await api.report(`${word} late`, { creationTime: noon('2026-02-05') })
  await (await apiAs(request, 'operator')).post(`/aoi/${late.number}/add-log`, { text: 'On my way' })
  const rows = page.getByRole('list', { name: 'Events' }).locator('bdi[title]')

  await openAs(page, 'admin', `/?find=${word}`)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Dashboard' }).click()
  await expect(rows).toHaveText([`${word} late`, `${word} early`])
  const dashboard = page.getByRole('region', { name: 'Dashboard' })
  await expect(dashboard.getByText('No response yet')).toBeVisible()
  await dashboard.getByRole('button', { name: /^30\+ days, In progress: 1$/ }).click()
  await expect(page).toHaveURL(/filter=inProgress/)
  await expect(rows).toHaveText([`${word} late`])
  await page.goBack()

  await dashboard.getByRole('button', { name: 'Table' }).click()
  const byDay = dashboard.getByRole('region', { name: 'Reports by day and type' })
  await expect(byDay.getByRole('row')).toHaveCount(4)
  await byDay.getByRole('button', { name: '03 Feb 2026' }).click()
  await expect(page).toHaveURL(/from=2026-02-03&to=2026-02-03/)
  await expect(rows).toHaveText([`${word} early`])
  await page.goBack()

  const region = dashboard.getByRole('region', { name: 'Reports by region' }).getByRole('button').first()
  const regionName = (await region.textContent()) ?? ''
  await region.click()
  await expect(page).toHaveURL(/region=/)
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: `Remove: ${regionName}` }).click()
  await expect(page).not.toHaveURL(/region=/)

  const drawing = dashboard.locator('.recharts-bar-rectangle').first()
  await dashboard.getByRole('button', { name: 'Chart', exact: true }).click()
  await drawing.click()
  await expect(page).toHaveURL(/eventType=/)
  await expect(rows).toHaveText([`${word} early`])
})
