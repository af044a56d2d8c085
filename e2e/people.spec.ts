import type { Browser, BrowserContextOptions } from '@playwright/test'
import { apiAs } from './api.ts'
import { makeInviteOlder } from './database.ts'
import { AT_ONCE_MS, expect, openAs, openWith, phone, test } from './support.ts'

const elsewhere = async (browser: Browser, baseURL: string | undefined, device: BrowserContextOptions = {}) =>
  (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, ...device })).newPage()

test('an admin invites a guest, who joins on a phone, and the link works once', async ({ page, browser, baseURL }) => {
  await openAs(page, 'admin', '/?panel=users')
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite member' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText('Required.')).toHaveCount(2)
  await expect(dialog.getByLabel('Access level').locator('option')).toHaveText(['Choose…', 'Admin', 'Operator'])
  await dialog.getByLabel('Role').selectOption('Medic')
  await dialog.getByLabel('Access level').selectOption('Operator')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByRole('timer')).toHaveText(/^(10:00|09:5\d)$/)
  await expect(dialog.getByRole('img', { name: 'QR code for the link' })).toBeVisible()
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()

  const guest = await elsewhere(browser, baseURL, phone)
  await guest.goto(link)
  await expect(guest.getByText('Naomi Feldman invites you')).toBeVisible()
  await expect(guest.getByText('as Medic (Operator)')).toBeVisible()
  const username = `guest-${Date.now()}`
  await guest.getByLabel('First name').fill('Gal')
  await guest.getByLabel('Last name').fill('Orr')
  await guest.getByLabel('Phone').fill('+1 415 555 0123')
  await guest.getByLabel('Username').fill('operator')
  await expect(guest.getByText('This username is taken.')).toBeVisible()
  await guest.getByLabel('Username').fill(username)
  await expect(guest.getByText('This username is available.')).toBeVisible()
  const password = guest.getByLabel('Password', { exact: false }).first()
  await password.fill('1234567890')
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest.getByText('This password is too common.')).toBeVisible()
  await password.fill('tall ships at noon')
  await guest.getByRole('button', { name: 'Join' }).click()
  await guest.waitForURL('**/terms')
  await guest.getByRole('button', { name: 'I agree' }).click()
  await guest.waitForURL((url) => url.pathname === '/')

  await page.keyboard.press('Escape')
  await page.getByLabel('Search team').fill(username)
  await expect(page.getByRole('button', { name: /^online Gal Orr/ })).toBeVisible()
  const second = await elsewhere(browser, baseURL)
  await second.goto(link)
  await expect(second.getByRole('heading', { name: 'This link has already been used' })).toBeVisible()
})

test('an expired link says so, and the dialog that created it counts down to its end', async ({ page, watch }) => {
  await page.clock.install()
  await openAs(page, 'admin', '/?panel=users')
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite member' })
  await dialog.getByLabel('Role').selectOption('Medic')
  await dialog.getByLabel('Access level').selectOption('Admin')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  await page.clock.fastForward('10:05')
  await expect(dialog.getByRole('timer')).toHaveText('00:00')
  await expect(dialog.getByText('The link has expired.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Invite another' }).click()
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible()

  // Makes the invitation older in the database, instead of waiting ten minutes.
  await makeInviteOlder(link, 11)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  watch.complaints.splice(0)
})

test('a new right applies at once, and a challenge ends the session', async ({ page, request, browser, baseURL }) => {
  const someone = await (await apiAs(request, 'admin')).newcomer('Ori')
  const theirs = await elsewhere(browser, baseURL)
  await openWith(theirs, someone.token)
  await expect(theirs.getByRole('button', { name: 'Sort' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Export…' })).toHaveCount(0)

  await openAs(page, 'admin', `/?panel=users&selected=user.${someone.id}`)
  await page.getByLabel('Can export lists').click()
  await expect(page.getByText(`${someone.username} updated`)).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Export…' })).toBeVisible()

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere' })
  await dialog.getByLabel('Also require a new password').check()
  const left = theirs.waitForURL('**/login**', { waitUntil: 'commit' }).then(() => Date.now())
  const [answeredAt] = await Promise.all([
    page.waitForResponse('**/auth/identify-check/*').then(() => Date.now()),
    dialog.getByRole('button', { name: 'Sign out' }).click(),
  ])
  expect((await left) - answeredAt, 'ms until the other browser is at the sign-in page').toBeLessThan(AT_ONCE_MS)
  await expect(page.getByText(`User ${someone.username} logged out`)).toBeVisible()
  await expect(theirs.getByText('An admin asked you to sign in again.')).toBeVisible()

  await theirs.locator('input[name=username]').fill(someone.username)
  await theirs.locator('input[name=password]').fill(someone.password)
  await theirs.locator('button[type=submit]').click()
  await expect(theirs.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await theirs.locator('input[autocomplete=new-password]').fill('another one entirely')
  await theirs.getByRole('button', { name: 'Save and continue' }).click()
  await expect(theirs.getByRole('button', { name: 'Export…' })).toBeVisible()
})

test('an operator cannot delete or challenge, and requests a role that an admin approves', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const admin = await apiAs(request, 'admin')
  const someone = await admin.newcomer('Lia')
  await openWith(page, someone.token, `/?panel=users&selected=user.${await admin.memberId('technician')}`)
  await expect(page.getByRole('button', { name: 'Assign events' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete member' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Invite member' })).toHaveCount(0)

  await page.goto('/?panel=edituser')
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Analyst')
  await page.getByRole('combobox', { name: 'Services I can see' }).press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Bay Area Response' }), 'it sees its own anyway').toHaveCount(0)
  await page.getByRole('option', { name: 'Harbor Watch' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Sent for approval')).toBeVisible()
  const asked = page.getByRole('region', { name: 'Waiting for approval' })
  await expect(asked.getByRole('listitem')).toHaveText([/Role Analyst/, /Harbor Watch/])

  const boss = await elsewhere(browser, baseURL)
  await openAs(boss, 'admin', '/?panel=users')
  await boss.getByRole('button', { name: 'Show', exact: true }).click()
  const request_ = boss.getByRole('listitem').filter({ hasText: 'Lia Newcomer' })
  await request_.getByRole('button', { name: 'Approve' }).click()
  await expect(boss.getByText(`Request from ${someone.username} approved`)).toBeVisible()
  await expect(page.getByText('Analyst at Bay Area Response')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Role' }).locator('option:checked')).toHaveText('Analyst')
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
  await asked.getByRole('button', { name: /Harbor Watch/ }).click()
  await expect(asked).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
})

test('a re-entry link lets a member in once, and a deleted account cannot return', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const someone = await (await apiAs(request, 'admin')).newcomer('Noga')
  await openAs(page, 'admin', `/?panel=users&selected=user.${someone.id}`)
  await page.getByRole('button', { name: 'Re-entry link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Re-entry link' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  const theirs = await elsewhere(browser, baseURL)
  await theirs.goto(link)
  await expect(theirs.getByText(`Your username is ${someone.username}.`)).toBeVisible()
  const password = 'remembered this time'
  await theirs.locator('input[name=password]').fill(password)
  await theirs.getByRole('button', { name: 'Save and sign in' }).click()
  await theirs.waitForURL((url) => url.pathname === '/')
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: 'This link has already been used' })).toBeVisible()

  await page.close()
  await theirs.goto('/?panel=edituser')
  await theirs.getByRole('button', { name: 'Delete my account' }).click()
  await theirs.getByRole('dialog', { name: 'Delete my account' }).getByRole('button', { name: 'Delete' }).click()
  await expect(theirs).toHaveURL(/\/login/)
  await theirs.locator('input[name=username]').fill(someone.username)
  await theirs.locator('input[name=password]').fill(password)
  await theirs.locator('button[type=submit]').click()
  await expect(theirs.getByText('The username or password is wrong.')).toBeVisible()
})

test('a shared position is visible to the team until sharing is turned off', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const someone = await (await apiAs(request, 'admin')).newcomer('Shir')
  const context = await browser.newContext({
    baseURL,
    geolocation: { longitude: -122.41, latitude: 37.78 },
    permissions: ['geolocation'],
  })
  const theirs = await context.newPage()
  const sent = theirs.waitForRequest('**/user/location')
  await openWith(theirs, someone.token, '/?panel=edituser')
  await theirs.getByLabel('Share my location').click()
  await theirs.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toEqual({ coordinates: [-122.41, 37.78, 1] })

  await openAs(page, 'admin', `/?panel=users&selected=user.${someone.id}`)
  const card = page.getByRole('article', { name: someone.username })
  await expect(card.getByText('near San Francisco, United States')).toBeVisible()
  await theirs.getByLabel('Share my location').click()
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Location not shared')).toBeVisible()
})
