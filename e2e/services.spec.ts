import type { AuditPage, EventType } from '#contract'
import { apiAs, apiWith, newTechnician, readAnswer, uniqueName } from './api.ts'
import { expect, openAs, openWith, test } from './support.ts'

test('the server owner adds a service, and its technician configures it', async ({ page, request }) => {
  const title = uniqueName('Island')
  const token = await newTechnician(request, title)
  await page.addInitScript((accessToken) => localStorage.setItem('cohesion.token', accessToken), token)
  await page.goto('/?panel=servicesettings')
  await page.getByRole('heading', { name: 'General' }).click()
  const name = uniqueName('Island watch')
  const save = page.getByRole('form', { name: 'Service settings' }).getByRole('button', { name: 'Save', exact: true })
  await page.getByRole('textbox', { name: 'Name (English)' }).fill(name)
  await page.getByRole('textbox', { name: 'Colour' }).fill('#ffec99')
  await expect(page.getByText('a darker shade is used')).toBeVisible()
  await page.getByRole('textbox', { name: 'Chat link' }).fill('chat.example.org')
  await save.click()
  await expect(page.getByText('Enter an https, tel or sms address')).toBeVisible()
  await page.getByRole('textbox', { name: 'Chat link' }).fill('sms:+{phone}')
  await save.click()
  await expect(page.getByText('Service updated')).toBeVisible()
  await expect(page.getByRole('banner').getByText(name)).toBeVisible()

  // Adds a starter set to the service and removes it while none of it is used.
  await page.getByRole('heading', { name: 'Starter sets' }).click()
  const sets = page.getByRole('region', { name: 'Starter sets' })
  await sets.getByRole('button', { name: /^City services/ }).click()
  await sets.getByRole('button', { name: 'Add this set' }).click()
  await expect(page.getByText('“City services” added')).toBeVisible()
  await sets.getByRole('button', { name: 'Remove this set' }).click()
  await expect(page.getByText('“City services” removed')).toBeVisible()
  await expect(sets.getByRole('button', { name: 'Add this set' })).toBeVisible()

  await page.getByRole('heading', { name: 'Map and addresses' }).click()
  await page.getByRole('textbox', { name: 'Geocoder' }).fill('http://127.0.0.1:5432/')
  await page.getByRole('button', { name: 'Test: Geocoder' }).click()
  await expect(page.getByText('The test failed.')).toBeVisible()

  expect((await request.get('/api/cohesion/user/profile')).status(), 'a request without the API key').toBe(403)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: /^Server/ }).click()
  await expect(page.getByRole('region', { name: 'Version and status' }).getByText('PostgreSQL')).toBeVisible()
  const refused = page.getByRole('region', { name: 'Refused HTTP requests' })
  await expect(refused.getByRole('row', { name: /Invalid API key/ })).toBeVisible()
  await expect(page.getByText('Services on this server'), 'only for the owner of the server').toHaveCount(0)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: /^Audit/ }).click()
  const line = page.getByRole('row', { name: /Service changed/ })
  await expect(line).toContainText(name)
  await expect(line).toContainText('First Technician')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Audit.csv')
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('refused')
  await expect(page.getByText('No entries match these filters.')).toBeVisible()

  const owner = await apiAs(request, 'technician')
  expect((await owner.get<AuditPage>(`/audit?find=${title}`)).entries).toMatchObject([{ action: 'service.create' }])
})

test('the server owner creates another service with its language, home area and starter set', async ({
  browser,
  page,
  request,
}) => {
  const title = uniqueName('מוקד הכרמל')
  const username = uniqueName('carmel').replace(' ', '-')
  const password = 'only for the first time'
  await openAs(page, 'technician', '/?panel=serversettings')
  // Waits, because content that loads late above the form would push the list of places out of view.
  await expect(page.getByRole('figure', { name: /^HTTP requests/ })).toBeVisible()
  await page.getByRole('button', { name: 'New service' }).click()
  const form = page.getByRole('form', { name: 'New service' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(title)
  await form.getByRole('combobox', { name: 'Main language' }).selectOption('he')
  await form.getByRole('combobox', { name: 'Location' }).fill('Haifa')
  await page
    .getByRole('option', { name: /^Haifa/ })
    .first()
    .click()
  await form.getByRole('radio', { name: /^City services/ }).check()
  await expect(form.getByText('Street light out')).toBeVisible()

  await page.goto('/')
  await page.goto('/?panel=serversettings')
  await expect(form.getByRole('combobox', { name: 'Main language' })).toHaveValue('he')
  await expect(form.getByRole('radio', { name: /^City services/ })).toBeChecked()
  await expect(form.getByRole('status').first()).toContainText('Haifa')

  await form.getByRole('button', { name: 'New service' }).click()
  await expect(form.getByText('Required.')).toHaveCount(2)
  await form.getByRole('textbox', { name: 'First name' }).fill('Noa')
  await form.getByRole('textbox', { name: 'Username' }).fill(username)
  await form.getByLabel(/^Password/).fill(password)
  await form.getByRole('button', { name: 'New service' }).click()
  await expect(page.getByText(`Service \u2068${title}\u2069 created`)).toBeVisible()

  const { accessToken } = await readAnswer<{ accessToken: string }>(
    request.post('/api/cohesion/auth/login', {
      headers: { 'x-api-key': 'cohesion-web' },
      data: { username, password },
    }),
  )
  const technician = apiWith(request, accessToken)
  await technician.post('/auth/password', { currentPassword: password, newPassword: 'chosen by themselves' })
  const { service } = await technician.profile()
  const [west, south, east, north] = service.homeArea ?? []
  expect([(Number(west) + Number(east)) / 2, (Number(south) + Number(north)) / 2].map(Math.round)).toEqual([35, 33])
  const types = await technician.get<EventType[]>(`/aoi-type/service/${service._id}`)
  expect(types.map(({ name }) => name)).toContain('פנס רחוב כבוי')

  // This service requires texts in Hebrew only.
  const theirs = await (await browser.newContext()).newPage()
  await openWith(theirs, accessToken, '/?panel=teamssettings&form=role.new')
  await theirs.getByRole('textbox', { name: 'Name (עברית)' }).fill('פקח')
  await theirs.getByRole('switch', { name: 'All actions' }).check()
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByText('Role \u2068פקח\u2069 created')).toBeVisible()
  await theirs.context().close()

  await page.goto('/?panel=serversettings')
  await page.getByRole('button', { name: `Delete \u2068${title}\u2069` }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await dialog.getByRole('textbox').fill(title)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Service \u2068${title}\u2069 deleted`)).toBeVisible()
})

test('in an empty service each first step opens the right place', async ({ page, request }) => {
  const token = await newTechnician(request, uniqueName('Empty'))
  await openWith(page, token)
  await page.getByRole('button', { name: 'New event', exact: true }).first().click()
  await expect(page.getByText('There are no event types yet. Create the first one, then report with it.')).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: 'Show: Public link' }).click()
  const link = page.getByRole('dialog', { name: 'Public link' })
  await expect(link.getByText('There’s nothing to report yet')).toBeVisible()
  await expect(link.getByText('This address works only on this computer or network.')).toBeVisible()
  await link.getByRole('button', { name: 'Close', exact: true }).click()

  await page.goto('/?form=new')
  await page.getByRole('button', { name: 'New event type' }).click()
  await page.getByRole('textbox', { name: 'Name (English)' }).fill('Fallen tree')
  await page.getByRole('textbox', { name: 'Guide (English)' }).fill('Keep away from cables.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Event type Fallen tree created')).toBeVisible()
  await page.goto('/?form=new')
  await expect(
    page.getByRole('list', { name: 'Event type' }).getByRole('button', { name: 'Fallen tree' }),
  ).toBeVisible()

  // The form of a new role can create an action inline without losing its own input.
  await page.goto('/?panel=teamssettings&form=role.new')
  await page.getByRole('textbox', { name: 'Name (English)' }).fill('Forester')
  await page.getByRole('button', { name: 'New action' }).click()
  const action = page.getByRole('dialog', { name: 'New action' })
  await action.getByRole('textbox', { name: 'Name (English)' }).fill('Tree removed')
  await action.getByRole('textbox', { name: 'Value' }).fill('1')
  await action.getByRole('button', { name: 'Save' }).click()
  await expect(action).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Name (English)' })).toHaveValue('Forester')
  await expect(page.getByRole('list', { name: 'Actions' })).toContainText('Tree removed')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Role Forester created')).toBeVisible()
})
