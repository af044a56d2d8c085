import type { Page } from '@playwright/test'
import type { Aoi, AoiPage, EventType, Profile } from '#contract'
import { apiAs, apiWith, demoPassword, uniqueName } from './api.ts'
import { AT_ONCE_MS, expect, openAs, openWith, test } from './support.ts'

/** A program that knows only the address of the server and a token. */
const programWith = (token: string, baseURL: string | undefined) => (path: string, init?: RequestInit) =>
  fetch(`${baseURL}/api/cohesion${path}`, { ...init, headers: { authorization: `Bearer ${token}` } })

/** Reads a stream until the text arrives; `ended` resolves when the server ends the stream. */
const follow = (response: Response) => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  const until = async (isEnough: (text: string) => boolean) => {
    while (!isEnough(received)) {
      const { done, value = '' } = (await reader?.read()) ?? { done: true }
      if (done) return received
      received += value
    }
    return received
  }
  return { contains: (text: string) => until((all) => all.includes(text)), ended: () => until(() => false) }
}

const create = async (page: Page, name: string, scopes: string[]): Promise<string> => {
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  for (const scope of scopes) await dialog.getByRole('checkbox', { name: scope }).check()
  await dialog.getByLabel('Your password').fill(demoPassword)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = (await dialog.locator('code').first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I’ve saved the token' }).click()
  return token
}

test('an operator lets a program read and report, until the token is revoked', async ({ page, baseURL, request }) => {
  const name = uniqueName('Flood gauge')
  const api = await apiAs(request, 'operator')
  const { service } = await api.get<Profile>('/user/profile')
  const types = await api.get<EventType[]>(`/aoi-type/service/${service._id}`)
  const type = types.find(({ isPhotoRequired }) => !isPhotoRequired)
  const answers: Record<string, string> = { text: 'as seen', number: '3', yesNo: 'yes', date: '2026-01-15' }
  const fields = type?.fields.map(({ _id, kind, choices }) => ({ _id, value: answers[kind] ?? choices[0] }))
  await openAs(page, 'operator', '/?panel=edituser')
  await page.getByRole('button', { name: 'Manage API tokens' }).click()
  const program = programWith(await create(page, name, ['Read events', 'Report events']), baseURL)
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('Active')
  await expect(row).toContainText('Read events, Report events')

  expect(((await (await program('/aoi/filtered?limit=5')).json()) as AoiPage).total.length).toBeGreaterThan(0)
  const stream = follow(await program('/events'))
  const form = new FormData()
  form.set('name', name)
  form.set('startCoordinates', '[-122.42, 37.77, 1]')
  form.set('publicAction', JSON.stringify({ publicActionId: type?._id, fields }))
  const reported = await program('/aoi', { method: 'POST', body: form })
  const event = (await reported.json()) as Aoi
  expect(reported.status, JSON.stringify(event)).toBe(200)
  expect(await stream.contains(event._id)).toContain(event._id)
  expect((await program(`/aoi/${event._id}`, { method: 'DELETE' })).status).toBe(403)

  await row.getByRole('button', { name: `Revoke token ${name}` }).click()
  await expect(page.getByRole('dialog')).toContainText('This stops: Read events, Report events.')
  await page.getByRole('button', { name: 'Revoke token', exact: true }).click()
  await expect(row).toHaveCount(0, { timeout: AT_ONCE_MS })
  await stream.ended()
  const refused = await program('/aoi/filtered')
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([401, 'apiToken'])
  await api.delete(`/aoi/${event._id}`)
})

test('an admin who deletes a member takes over one of its tokens', async ({ page, baseURL, request }) => {
  const admin = await apiAs(request, 'admin')
  const omer = await admin.newcomer('Omer')
  const kept = uniqueName('Website')
  const dropped = uniqueName('Spreadsheet')
  const own = apiWith(request, omer.token)
  const { password } = omer
  const make = (name: string) => own.post<{ token: string }>('/tokens', { name, scopes: ['events'], password })
  const programs = [await make(kept), await make(dropped)].map(({ token }) => programWith(token, baseURL))
  await openAs(page, 'admin', `/?panel=users&selected=user.${omer.id}`)
  await page.getByRole('button', { name: 'Delete member' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox', { name: dropped })).not.toBeChecked()
  await dialog.getByRole('checkbox', { name: kept }).check()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Revoked API tokens: \u2068${dropped}\u2069`)).toBeVisible({ timeout: AT_ONCE_MS })
  expect(await Promise.all(programs.map(async (program) => (await program('/aoi/filtered?limit=1')).status))).toEqual([
    200, 401,
  ])
  await page.goto('/?panel=tokens')
  const row = page.getByRole('listitem').filter({ hasText: kept })
  await row.getByRole('button', { name: `Revoke token ${kept}` }).click()
  await page.getByRole('button', { name: 'Revoke token', exact: true }).click()
  await expect(row).toHaveCount(0, { timeout: AT_ONCE_MS })
})

test('a viewer can choose only the scopes that a viewer may use', async ({ page }) => {
  await openAs(page, 'viewer', '/?panel=tokens')
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByRole('checkbox', { name: 'Read events' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Report events' })).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'Send sensor readings' })).toHaveCount(0)
})

test.describe('on a phone in Hebrew', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a token is limited to an event type and expires after a month', async ({ page, baseURL, request }) => {
    await page.context().addCookies([{ name: 'locale', value: 'he', url: baseURL ?? '' }])
    const { token, password } = await (await apiAs(request, 'admin')).newcomer('Gal')
    await openWith(page, token, '/?panel=tokens')
    await expect(page.getByText('עדיין אין אסימוני API.')).toBeVisible()
    await page.getByRole('button', { name: 'יצירת אסימון' }).click()
    const dialog = page.getByRole('dialog', { name: 'יצירת אסימון' })
    await dialog.getByRole('textbox', { name: 'שם' }).fill('תחנת מזג האוויר')
    await dialog.getByRole('checkbox', { name: 'קריאת אירועים' }).check()
    await dialog.getByRole('combobox', { name: 'רק סוגי האירועים האלה' }).click()
    const type = page.getByRole('listbox').getByRole('option').first()
    const typeName = (await type.textContent()) ?? ''
    await type.click()
    await dialog.getByRole('textbox', { name: 'שם' }).click()
    await dialog.getByRole('combobox', { name: 'תוקף' }).selectOption({ label: '30 ימים' })
    await dialog.getByLabel('הסיסמה שלכם').fill(password)
    await dialog.getByRole('button', { name: 'יצירת אסימון' }).click()
    await page.getByRole('button', { name: 'שמרתי את האסימון' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'תחנת מזג האוויר' })
    await expect(row).toContainText('יפוג בקרוב')
    await expect(row).toContainText(typeName)
  })
})
