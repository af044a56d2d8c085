import { createHmac } from 'node:crypto'
import { apiWith, newTechnician, uniqueName } from './api.ts'
import { expect, openWith, test } from './support.ts'

/** Delivers a received message, as an SMS gateway does. */
const deliver = (address: string, secret: string, message: object) => {
  const body = JSON.stringify(message)
  const time = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret)
    .update(body + time)
    .digest('hex')
  const headers = { 'content-type': 'application/json', 'x-timestamp': time, 'x-signature': signature }
  return fetch(address, { method: 'POST', body, headers })
}

test('a text message is received at a new address, placed and accepted', async ({ page, request, baseURL }) => {
  const token = await newTechnician(request, uniqueName('Texts'))
  const api = apiWith(request, token)
  await api.post('/public-actions', { name: 'Fallen tree', guide: '<p>Stay away.</p>', unit: 'Number', value: '1' })

  await openWith(page, token, '/?panel=servicesettings')
  const part = page.getByText('Text messages from the public', { exact: true })
  await part.click()
  await page.getByRole('button', { name: 'Receive text messages…' }).click()
  await page.getByRole('button', { name: 'Receive text messages', exact: true }).click()
  const codes = page.locator('code')
  await expect(codes).toHaveCount(2)
  const [shown = '', secret = ''] = await codes.allTextContents()
  const address = `${baseURL}${new URL(shown).pathname}`

  const text = uniqueName('A tree on the road')
  const wrong = await deliver(address, 'guess', { id: '0', from: '+972501112233', text })
  expect(wrong.status).toBe(404)
  const right = await deliver(address, secret, { id: '1', from: '+972501112233', text })
  expect(right.status).toBe(204)
  await page.reload()
  await part.click()
  await expect(page.getByText('Last message received')).toBeVisible()
  await expect(page.getByText(/the signature is wrong/)).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)

  await openWith(page, token, '/?view=review&panel=closed')
  await expect(page.getByRole('heading', { name: text, exact: true })).toBeVisible()
  await expect(page.getByText('by text message, not verified')).toBeVisible()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('Choose a place to accept this report.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Place' }).fill('37.7749, -122.4194')
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('No reports are waiting for review.')).toBeVisible()
})
