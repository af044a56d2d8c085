import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { apiAs } from './api.ts'
import { expect, openWith, test } from './support.ts'

/** The code of the next time step, because the previous one was used. */
const nextCode = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 })

const givePassword = async (page: Page, { username, password }: { username: string; password: string }) => {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
}

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
}

test('two-step verification is turned on and then signs in by code and by recovery code', async ({ page, watch }) => {
  const member = await (await apiAs(page.request, 'admin')).newcomer('Stepper')
  await openWith(page, member.token, '/?panel=edituser')
  await page.getByRole('group', { name: 'Two-step verification' }).getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Two-step verification' })
  await dialog.getByLabel('Your password').fill(member.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Code from the app').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  await dialog.getByRole('button', { name: 'I saved the codes' }).click()
  await expect(page.getByText('On. 10 recovery codes left.')).toBeVisible()

  await logOut(page)
  await givePassword(page, member)
  await page.getByRole('textbox', { name: 'Code' }).fill('abc')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText(/This code is wrong/)
  await page.getByRole('textbox', { name: 'Code' }).fill(nextCode(secret))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')

  await logOut(page)
  await givePassword(page, member)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto('/?panel=edituser')
  await expect(page.getByText('On. 9 recovery codes left.')).toBeVisible()
  // The browser logs the 401 replies to the wrong code and to requests of the ended session.
  watch.complaints.length = 0
})
