import type { APIRequestContext } from '@playwright/test'
import type { EventType } from '#contract'
import { apiAs, posterOf, readAnswer, uniqueName } from './api.ts'
import { row, rows, searchFor } from './events.ts'
import { expect, openAs, test } from './support.ts'

const base = '/api/cohesion'
const corner = '[-121.8, 37.31, 1]'

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

/** Reports by each of two members; three visitors bring the total to forty. */
const BY_MEMBERS = [18, 19]

test('forty reports of one tree are merged into one event and separated again', async ({ page, request }) => {
  const word = uniqueName('Sequoia')
  const name = `${word} fell, the road is blocked`
  const operator = await apiAs(request, 'operator')
  const admin = await apiAs(request, 'admin')
  const main = await operator.report(name, { startCoordinates: corner })
  for (const [at, member] of [operator, admin].entries())
    for (let count = at === 0 ? 1 : 0; count < (BY_MEMBERS[at] ?? 0); count++)
      await member.report(`${word} fell, blocked road`, { startCoordinates: corner })
  const visitor = await reportAsVisitor(request, `${word} fell, the road is blocked`, 'Gal')
  await reportAsVisitor(request, `${word} fell, blocking the road`, 'Dov')
  await operator.post(`/aoi/${main.number}/add-log`, { text: 'Dov, leave the gate open', restricted: false })
  await reportAsVisitor(request, `${word} fell on the road, blocked`, 'Noam')

  await openAs(page, 'operator', searchFor(word))
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('menuitem', { name: 'Possible duplicates' }).click()
  const group = page.getByRole('region', { name: `#${main.number} ${name}`, exact: true })
  await expect(group.getByRole('listitem')).toHaveCount(40)
  await group.getByRole('button', { name: 'Merge 40 reports', exact: true }).click()
  await expect(page.getByText('40 reports merged into one event')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, name)).toContainText('×40')

  await row(page, name).click()
  const merged = page.getByRole('region', { name: '39 merged reports', exact: true })
  await expect(merged.getByRole('listitem')).toHaveCount(39)
  await merged.getByRole('button', { name: 'Read', exact: true }).last().click()
  await expect(merged).toContainText('Noam Passer')

  // The visitor's page shows into which event the report was merged, and what the team has written to everyone since
  // then.
  await operator.post(`/aoi/${main.number}/add-log`, { text: `${word} is being sawn`, restricted: false })
  await page.goto(`/invite?follow=${visitor.follow}`)
  await expect(page.getByText(`#${visitor.number} → #${main.number}`, { exact: true })).toBeVisible()
  await expect(page.getByText(`${word} is being sawn`)).toBeVisible()
  await expect(page.getByText('Dov, leave the gate open')).toHaveCount(0)

  await page.goto(searchFor(word, `&selected=aoi.${main.properties.nonce}`))
  await page.getByRole('button', { name: 'Separate all', exact: true }).click()
  await expect(page.getByRole('region', { name: 'May be the same event' }).getByRole('listitem')).toHaveCount(5)
  await expect(row(page, name)).not.toContainText('×40')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(5)
})
