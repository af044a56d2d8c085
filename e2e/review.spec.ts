import type { APIRequestContext } from '@playwright/test'
import { apiWith, newTechnician, posterOf, readAnswer, uniqueName } from './api.ts'
import { expect, openWith, test } from './support.ts'

const base = '/api/cohesion'

/** A service of its own that holds everything, so that no other story meets it, with reports that wait. */
const holdReports = async (request: APIRequestContext, names: readonly string[]) => {
  const token = await newTechnician(request, uniqueName('Review'))
  const api = apiWith(request, token)
  const type = await api.post<{ _id: string }>('/public-actions', {
    ...{ name: 'Fallen tree', guide: '<p>Stay away.</p>', unit: 'Number', value: '1' },
  })
  await api.post('/review/hold', { isOn: true })
  const poster = new URL(await posterOf(api), 'http://localhost')
  const follows: string[] = []
  for (const [place, name] of names.entries()) {
    const report = await readAnswer<{ follow: string }>(
      request.post(`${base}/public/${poster.searchParams.get('token')}/report`, {
        multipart: {
          publicAction: JSON.stringify({ publicActionId: type._id, fields: [] }),
          // Far from each other: no twins.
          startCoordinates: JSON.stringify([-121 + place, 37]),
          description: name,
          // Another name is another visitor, though the device is the same.
          firstName: `Pat ${place}`,
          lastName: 'Passer',
          phone: '+1 415 555 0155',
          nonce: String(Date.now() + place),
          key: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
        },
      }),
    )
    follows.push(report.follow)
  }
  return { token, follows }
}

test('reports are worked through by keys, and by finger on a phone; the reporter reads the reason', async ({
  page,
  request,
}) => {
  const names = ['Oak on the road', 'Elm on a car', 'Beech by the school', 'Pine at the pier']
  const { token, follows } = await holdReports(request, names)
  const sheet = (name: string) => page.getByRole('heading', { name, exact: true })
  await openWith(page, token, '/?view=review&panel=closed')

  await expect(sheet('Oak on the road')).toBeVisible()
  await page.keyboard.press('a')
  await expect(sheet('Elm on a car')).toBeVisible()
  await page.keyboard.press('u')
  await expect(sheet('Oak on the road')).toBeVisible()
  await page.keyboard.press('a')
  await expect(sheet('Elm on a car')).toBeVisible()
  await page.keyboard.press('r')
  await page.getByRole('radio', { name: 'The team could not understand the report.' }).check()
  await page.getByLabel('Message to the reporter').fill('Which car?')
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(sheet('Beech by the school')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Ask the reporter', exact: true }).click()
  await page.getByLabel('Question to the reporter').fill('Is the gate free?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(sheet('Pine at the pier')).toBeVisible()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('No reports are waiting for review.')).toBeVisible()

  await page.goto(`/invite?follow=${follows[1]}`)
  await expect(page.getByText('Not accepted')).toBeVisible()
  await expect(page.getByText('The team could not understand the report.')).toBeVisible()
  await page.goto(`/invite?follow=${follows[2]}`)
  await expect(page.getByText('Is the gate free?')).toBeVisible()
})
