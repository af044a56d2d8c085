import type { APIRequestContext, Page } from '@playwright/test'
import type { EventType } from '#contract'
import { apiAs, posterOf, readAnswer, uniqueName } from './api.ts'
import { row, rows, searchFor } from './events.ts'
import { expect, openAs, test } from './support.ts'

const base = '/api/cohesion'
/** A street corner that no other story uses. */
const corner = '[-121.8, 37.31, 1]'

/** A visitor reports through the public link, without an account. */
const reportAsVisitor = async (request: APIRequestContext, name: string, who: string) => {
  const api = await apiAs(request, 'operator')
  const poster = new URL(await posterOf(api), 'http://localhost')
  const { service } = await api.profile()
  const types = await api.get<EventType[]>(`/aoi-type/service/${service._id}`)
  const type = types.find(({ isPhotoRequired }) => !isPhotoRequired)
  const values = { text: 'as seen', number: '3', yesNo: 'yes', date: '2026-01-15', choice: '' }
  const fields = type?.fields.map(({ _id, kind, choices }) => ({ _id, value: values[kind] || choices[0] || 'x' }))
  return readAnswer<{ number: number; follow: string }>(
    request.post(`${base}/public/${poster.searchParams.get('token')}/report`, {
      multipart: {
        publicAction: JSON.stringify({ publicActionId: type?._id, fields }),
        startCoordinates: '[-121.8, 37.31]',
        description: name,
        firstName: who,
        lastName: 'Passer',
        phone: '+1 415 555 0155',
        nonce: String(Date.now()),
        key: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
      },
    }),
  )
}

const maybeSame = (page: Page) => page.getByRole('region', { name: 'May be the same event' })

test('reports of one tree by two members and two visitors become one event, and come apart again', async ({
  page,
  request,
}) => {
  const word = uniqueName('Sequoia')
  const name = `${word} fell, the road is blocked`
  const [operator, admin] = [await apiAs(request, 'operator'), await apiAs(request, 'admin')]
  const main = await operator.report(name, { startCoordinates: corner })
  await admin.report(`${word} עץ נפל על הכביש, חסום`, { startCoordinates: corner })
  const visitor = await reportAsVisitor(request, `${word} tree fell, blocked road`, 'Gal')
  await reportAsVisitor(request, `${word} fallen tree on the road, blocked`, 'Noam')

  await openAs(page, 'operator', searchFor(word))
  await expect(rows(page)).toHaveCount(4)
  await row(page, name).click()
  await expect(maybeSame(page).getByRole('listitem')).toHaveCount(3)
  await expect(maybeSame(page)).toContainText('0 m')
  await maybeSame(page).getByRole('button', { name: 'Merge all 3', exact: true }).click()
  await expect(page.getByText('4 reports merged into one event')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, name)).toContainText('×4')

  const merged = page.getByRole('region', { name: '3 merged reports', exact: true })
  await expect(merged.getByRole('listitem')).toHaveCount(3)
  await merged.getByRole('button', { name: 'Read', exact: true }).last().click()
  await expect(merged).toContainText('Noam Passer')

  // The visitor's own page says where its report went.
  await page.goto(`/invite?follow=${visitor.follow}`)
  await expect(page.getByText(`#${visitor.number} → #${main.number}`, { exact: true })).toBeVisible()

  await page.goto(searchFor(word, `&selected=aoi.${main.properties.nonce}`))
  await page.getByRole('button', { name: 'Separate all', exact: true }).click()
  await expect(rows(page)).toHaveCount(4)
  await expect(maybeSame(page).getByRole('listitem')).toHaveCount(3)
})
