import type { Browser, Locator, Page } from '@playwright/test'
import type { Aoi } from '#contract'
import { apiAs, posterOf, uniqueName } from './api.ts'
import { expect, openAs, test } from './support.ts'

type Api = Awaited<ReturnType<typeof apiAs>>

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const phoneOf = async (browser: Browser, locale?: string): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    geolocation: { longitude: -122.42, latitude: 37.77 },
    permissions: ['geolocation'],
  })
  if (locale) await context.addCookies([{ name: 'locale', value: locale, url: process.env.E2E_URL ?? '' }])
  return context.newPage()
}

const reportsCalled = async (api: Api, name: string): Promise<Aoi[]> =>
  (await api.get<{ total: Aoi[] }>(`/aoi/filtered?search=${encodeURIComponent(name)}`)).total

const sayWho = async (page: Page | Locator, name: string) => {
  await page.getByRole('textbox', { name: 'First name' }).fill(name)
  await page.getByRole('textbox', { name: 'Phone number' }).fill('+1 415 555 0170')
}

test('a visitor reports with a photo from a phone, and it appears in the operator’s list at once', async ({
  page,
  browser,
}) => {
  const api = await apiAs(page.request, 'operator')
  const words = uniqueName('Wall cracked')
  await openAs(page, 'operator')
  await expect(page.getByRole('button', { name: 'New event' })).toBeVisible()

  const phone = await phoneOf(browser)
  await phone.goto(await posterOf(api))
  // The list of known reports precedes the choice of a type and links to the public board.
  await expect(phone.getByRole('list', { name: 'Already reported' }).getByRole('listitem')).toHaveCount(3)
  await phone.getByRole('link', { name: 'View all on the map' }).click()
  await expect(phone.getByRole('heading', { name: 'Already reported' })).toBeVisible()
  const reports = phone.getByRole('list', { name: 'List of reports' })
  await expect(reports.getByText('Road hazard').first()).toBeVisible()
  await phone.getByRole('combobox', { name: 'Type' }).selectOption('Flooding')
  await expect(reports.getByText('Flooding').first()).toBeVisible()
  await expect(reports.getByText('Road hazard')).toHaveCount(0)
  await phone.goBack()
  await phone.getByRole('button', { name: 'Property damage' }).click()
  await phone.getByRole('button', { name: 'Send report' }).click()
  // The place is not among the missing values, because the device provided it.
  await expect(phone.getByText('Required.')).toHaveCount(5)
  await expect(phone.getByText('San Francisco', { exact: false }).first()).toBeVisible()

  await phone.getByRole('textbox', { name: 'What is damaged?' }).fill('The garden wall')
  await phone.getByRole('radio', { name: 'No' }).check()
  await phone.getByRole('button', { name: 'More details' }).click()
  await phone.getByRole('textbox', { name: 'What happened?' }).fill(words)
  await phone
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'wall.png', mimeType: 'image/png', buffer: png })
  await sayWho(phone, 'Emily')
  await phone.getByRole('button', { name: 'Send report' }).click()
  await expect(phone.getByText('Thank you. We received your report.')).toBeVisible()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  const row = page.getByRole('button', { name: new RegExp(words) })
  await expect(row).toContainText('Emily')
  await row.click()
  const card = page.getByRole('article', { name: words })
  await expect(card.getByText('Visitor', { exact: true })).toBeVisible()
  await expect(card.getByRole('img', { name: /Image of/ })).toBeVisible()
})

test('a visitor reports anonymously, is asked a question, and answers', async ({ page, browser }) => {
  const api = await apiAs(page.request, 'operator')
  const words = uniqueName('Someone tries car doors')
  const phone = await phoneOf(browser, 'he')
  await phone.goto(await posterOf(api, 'Suspicious activity'))
  await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl')
  await phone.getByRole('textbox', { name: 'מה ראיתם?' }).fill('שני אנשים')
  await phone.getByRole('button', { name: 'פרטים נוספים' }).click()
  await phone.getByRole('textbox', { name: 'מה קרה?' }).fill(words)
  await phone.getByRole('searchbox').fill('Sacramento')
  await phone.getByRole('list', { name: 'מקומות שנמצאו' }).getByRole('button').first().click()
  await phone.getByRole('checkbox', { name: /בלי השם שלי/ }).check()
  await expect(phone.getByRole('textbox', { name: 'שם פרטי' })).toHaveCount(0)
  await phone.getByRole('button', { name: 'שליחת הדיווח' }).click()
  await expect(phone.getByText('תודה, הדיווח התקבל')).toBeVisible()
  const followAddress = phone.url()

  const [report] = await reportsCalled(api, words)
  expect(report?.properties).toMatchObject({ creatorID: 'Anonymous', creator: null })
  await api.post(`/aoi/${report?.number}/add-log`, { text: 'They may be armed' })
  await api.post(`/aoi/${report?.number}/add-log`, { text: 'What do they wear?', restricted: false })

  await phone.goto(followAddress)
  await expect(phone.getByText('What do they wear?')).toBeVisible()
  await expect(phone.getByText('They may be armed')).toHaveCount(0)
  await expect(phone.getByText('בטיפול')).toBeVisible()
  await phone.getByRole('textbox', { name: /תשובה אל/ }).fill('Grey hoods')
  await phone.getByRole('button', { name: 'שליחה', exact: true }).click()
  await expect(phone.getByRole('list', { name: 'עדכונים' }).getByText('Grey hoods')).toBeVisible()

  await phone.getByRole('button', { name: 'הוספת תמונה' }).click()
  await phone
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'hood.png', mimeType: 'image/png', buffer: png })
  await expect(phone.getByRole('img', { name: 'התמונה שבחרתם' })).toBeVisible()
  await phone.getByRole('button', { name: 'שליחה', exact: true }).click()
  await expect(phone.getByRole('list', { name: 'עדכונים' }).getByRole('img')).toBeVisible()

  // The team archives the event, but the reporter finds it unresolved and reopens it.
  await api.patch(`/aoi/archive/${report?._id}`)
  await phone.goto(followAddress)
  await phone.getByRole('button', { name: 'לא נפתרה' }).click()
  await phone.getByRole('textbox', { name: 'מה עדיין לא בסדר?' }).fill('They are back')
  await phone.getByRole('button', { name: 'עדכון הצוות' }).click()
  await expect(phone.getByText('הבעיה לא נפתרה.')).toBeVisible()
  await expect(phone.getByText('בטיפול')).toBeVisible()

  await openAs(page, 'operator', `/?selected=aoi.${report?.properties.nonce}`)
  const card = page.getByRole('article', { name: words })
  await expect(card.getByText('Reported anonymously')).toBeVisible()
  await expect(card.getByText('Grey hoods')).toBeVisible()
  await expect(card.getByText('The reporter says it isn’t resolved')).toBeVisible()
})

test('a lost reply loses no typed text and creates no second report', async ({ page, browser }) => {
  const api = await apiAs(page.request, 'operator')
  const words = uniqueName('Cable across the road')
  const phone = await phoneOf(browser)
  await phone.goto(await posterOf(api, 'Road hazard'))
  await phone.getByRole('textbox', { name: 'What is on the road?' }).fill('A cable')
  await phone.getByRole('radio', { name: 'Yes' }).check()
  await phone.getByRole('button', { name: 'More details' }).click()
  await phone.getByRole('textbox', { name: 'What happened?' }).fill(words)
  await phone.getByRole('button', { name: 'Use my location' }).click()
  await sayWho(phone, 'Joan')
  await phone.reload()
  await expect(phone.getByRole('textbox', { name: 'What happened?' })).toHaveValue(words)

  // The server stores the report, but its reply is lost.
  await phone.route('**/report', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await phone.getByRole('button', { name: 'Send report' }).dblclick()
  await expect(phone.getByText('it will arrive only once', { exact: false })).toBeVisible()
  await phone.unroute('**/report')
  await phone.reload()
  await phone.getByRole('button', { name: 'Send report' }).click()
  await expect(phone.getByText('Thank you. We received your report.')).toBeVisible()
  expect(await reportsCalled(api, words)).toHaveLength(1)
})

test('a visitor joins an activity, reads private messages, leaves, and deletes their details', async ({
  page,
  browser,
}) => {
  const api = await apiAs(page.request, 'admin')
  const name = uniqueName('Beach clean-up')
  const activity = await planActivity(api, name)
  await openAs(page, 'admin', `/?panel=activities&selected=aoi.${activity.properties.nonce}`)
  const card = page.getByRole('article', { name })
  await expect(card.getByRole('tab', { name: /Subscribers/ })).toContainText('0')

  const phone = await phoneOf(browser)
  await phone.goto(await posterOf(api, 'activities'))
  const offer = phone.getByRole('article', { name })
  await offer.getByRole('button', { name: 'Join' }).click()
  await sayWho(offer, 'Carlos')
  await offer.getByRole('button', { name: 'Sign up' }).click()
  await expect(phone.getByRole('heading', { name: 'My reports and activities' })).toBeVisible()
  await expect(card.getByRole('tab', { name: /Subscribers/ })).toContainText('1')

  const { subscribers } = await api.get<Aoi>(`/aoi/nonce-pro/${activity.properties.nonce}`)
  await api.post(`/aoi/${activity.number}/add-log`, { text: 'Can you drive?', recipientId: subscribers[0]?._id })
  await phone.reload()
  await expect(phone.getByText('Can you drive?')).toBeVisible()
  await phone.getByRole('button', { name: 'Leave activity' }).click()
  await phone.getByRole('button', { name: 'Leave activity' }).click()
  await expect(phone.getByText('There’s nothing to show right now.')).toBeVisible()
  await expect(card.getByRole('tab', { name: /Subscribers/ })).toContainText('0')

  await phone.getByRole('button', { name: 'Delete my details' }).click()
  await phone.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(phone.getByRole('heading', { name: 'Your details have been deleted' })).toBeVisible()
  await phone.goto(await posterOf(api, 'activities'))
  await expect(offer.getByRole('button', { name: 'Join' })).toBeVisible()
  await expect(phone.getByText('Carlos')).toBeHidden()
})

const planActivity = async (api: Api, name: string): Promise<Aoi> => {
  const [community] = await api.get<{ _id: string }[]>('/community-servers/communities')
  const groups = await api.get<{ _id: string; communityId: string }[]>('/community-servers/groups')
  const ofCommunity = groups.filter(({ communityId }) => communityId === community?._id)
  return api.form('/aoi', {
    name,
    startCoordinates: '[-122.42, 37.77, 1]',
    communityId: community?._id ?? '',
    groups: JSON.stringify(ofCommunity.slice(0, 1).map(({ _id }) => _id)),
    startTime: String(Date.now() + 86_400_000),
    isPublic: 'true',
  })
}

test('members share the public link as text, code and poster, and confirm replacing it', async ({ page, browser }) => {
  await openAs(page, 'admin')
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('menuitem', { name: 'Public link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Public link' })
  await expect(dialog.getByRole('img', { name: 'QR code for the link' })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Opens' }).selectOption('Flooding')
  const link = dialog.getByRole('textbox', { name: 'Link' })
  await expect(link).toHaveValue(/[?&]type=[\da-f-]{36}$/)
  await dialog.getByRole('combobox', { name: 'Location (optional)' }).fill('Oakland')
  await page
    .getByRole('option', { name: /Oakland/ })
    .first()
    .click()
  await expect(link).toHaveValue(/&at=37\.\d+%2C-122\.\d+$/)
  // Read before printing, because print hides the dialog.
  const address = await link.inputValue()
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('body > article')
  // The Hebrew text may begin with a direction isolate, because the page is in English.
  for (const words of ['Report it: Flooding', /דיווח: \u2068?הצפה/, address])
    await expect(sheet.getByText(words)).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  const visitor = await phoneOf(browser)
  await visitor.goto(address)
  await expect(visitor.getByRole('group', { name: 'Where is it?' }).getByRole('status')).toContainText('Oakland')
  await visitor.context().close()
  await dialog.getByRole('combobox', { name: 'Opens' }).selectOption('Activities')
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/[?&]type=activities$/)
  // The link is not replaced, because other stories use it.
  await dialog.getByRole('button', { name: 'Replace link' }).click()
  const question = page.getByRole('dialog', { name: 'Replace the public link?' })
  await expect(question.getByText('stops working immediately', { exact: false })).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/type=activities$/)
})
