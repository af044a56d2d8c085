import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Aoi, Community } from '#contract'
import { apiAs, posterOf, uniqueName } from './api.ts'
import { setMoment } from './events.ts'
import { expect, openAs, phone, test } from './support.ts'

const tomorrow = () => String(Date.now() + 86_400_000)

const takesPart = async (visitor: Page, poster: string, activity: Aoi, firstName: string): Promise<string> => {
  const link = new URL(poster, 'http://poster').searchParams.get('token')
  const answer = await visitor.request.post(`/api/cohesion/public/${link}/activities/${activity._id}/subscribe`, {
    data: { firstName, lastName: 'Ortiz', phone: '+1 415 555 0170', key: randomBytes(32).toString('base64url') },
  })
  if (!answer.ok()) throw new Error(await answer.text())
  return `/invite?follow=${(await answer.json()).follow}`
}

test('a member sees a new subscriber, writes only to them, reads the reply, and removes them', async ({
  page,
  browser,
  baseURL,
}) => {
  const api = await apiAs(page.request, 'admin')
  const name = uniqueName('Creek walk')
  const guest = uniqueName('Ines')
  const activity = await api.plan(name, { startTime: tomorrow(), isPublic: 'true' })
  await openAs(page, 'admin', `/?panel=activities&selected=aoi.${activity.properties.nonce}`)
  const card = page.getByRole('article', { name })
  const [updates, subscribers] = [/^Updates/, /^Subscribers/].map((tab) => card.getByRole('tab', { name: tab }))
  const [newUpdate, newSubscriber] = ['1 new update', '1 new subscriber'].map((words) =>
    card.getByRole('img', { name: words, exact: true }),
  )
  if (!updates || !subscribers || !newUpdate || !newSubscriber) throw new Error('two tabs, two badges')
  await expect(subscribers).toContainText('0')

  const visitor = await (await browser.newContext({ baseURL, ...phone })).newPage()
  const followPage = await takesPart(visitor, await posterOf(api, 'activities'), activity, guest)
  await expect(newSubscriber).toBeVisible()
  await subscribers.click()
  const person = card.getByRole('button', { name: new RegExp(guest), expanded: true })
  await expect(person, 'the first is open').toBeVisible()
  await expect(card.getByRole('button', { name: `Phone number of ${guest} Ortiz` })).toBeVisible()
  await expect(newSubscriber, 'seen after a second').toHaveCount(0)
  await expect
    .poll(() => api.get<Aoi>(`/aoi/nonce-pro/${activity.properties.nonce}`))
    .toMatchObject({ subscribersCount: 1, updates: { subscriptions: 0 } })

  const entry = card.getByLabel('Log entry')
  await expect(entry, 'nobody is written to yet').toBeDisabled()
  await card.getByRole('button', { name: `Write only to ${guest} Ortiz` }).click()
  await expect(card.getByText(`Only to ${guest} Ortiz`)).toBeVisible()
  await entry.fill('Can you bring a rake?')
  await card.getByRole('button', { name: 'Add entry' }).click()
  await expect(card.getByRole('tabpanel').getByText('Can you bring a rake?')).toBeVisible()

  await visitor.goto(followPage)
  const told = visitor.getByRole('listitem').filter({ hasText: 'Can you bring a rake?' })
  await expect(told).toContainText('only for you')
  await visitor.getByRole('textbox', { name: /^Reply to / }).fill('Two of them')
  await visitor.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(visitor.getByRole('list', { name: 'Updates' }).getByText('Two of them')).toBeVisible()
  await expect(card.getByRole('tabpanel').getByText('Two of them')).toBeVisible()
  await expect(newUpdate).toBeVisible()
  await updates.click()
  await expect(newUpdate).toHaveCount(0)

  await subscribers.click()
  await card.getByRole('button', { name: `Remove ${guest} Ortiz` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card.getByText('No subscribers yet.')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('There’s nothing to show right now.')).toBeVisible()
})

test('an activity needs a time and is edited from its list', async ({ page }) => {
  const api = await apiAs(page.request, 'admin')
  const title = uniqueName('Seed club')
  const name = uniqueName('Seed swap')
  await api.post<Community>('/community-servers/communities', { title })
  await openAs(page, 'admin', '/?panel=activities&form=activity.new')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('combobox', { name: 'Community' }).click()
  await page.getByRole('option', { name: title }).click()
  const place = page.getByRole('combobox', { name: 'Location' }).or(page.getByRole('textbox', { name: 'Location' }))
  await place.first().fill('37.7749, -122.4194')
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Create activity' }).click()
  await expect(page.getByText('Start time and end time are required for activity')).toBeVisible()
  await setMoment(page, 'Start', '01 May 2030', '1000')
  await page.getByRole('button', { name: 'Create activity' }).click()
  await expect(page.getByRole('tab', { name: /Subscribers/ })).toBeVisible()

  await page.getByRole('searchbox').fill(name)
  const card = page.getByRole('article', { name })
  await expect(card.getByRole('button', { name: 'Archive' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(page).toHaveURL(/panel=aois/)
  await expect(page.getByRole('heading', { name: 'Edit activity' })).toBeVisible()
  await setMoment(page, 'End', '01 Jan 2020', '1000')
  await page.getByRole('textbox', { name: 'Name' }).fill(`${name} again`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('textbox', { name: 'End', exact: true }), 'no end before its start').toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await setMoment(page, 'End', '01 Jan 2040', '1000')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('article', { name: `${name} again` })).toContainText('2040')
  await expect(page.getByRole('heading', { name: 'Activities' })).toBeVisible()
})

test.describe('on a phone in Hebrew', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    contextOptions: { reducedMotion: 'reduce' },
  })

  test('an activity and its subscribers', async ({ page, baseURL }) => {
    const api = await apiAs(page.request, 'admin')
    const name = uniqueName('ניקוי הנחל')
    const guest = uniqueName('רות')
    const activity = await api.plan(name, { startTime: tomorrow(), isPublic: 'true' })
    await takesPart(page, await posterOf(api, 'activities'), activity, guest)
    await page.context().addCookies([{ name: 'locale', value: 'he', url: baseURL ?? '' }])
    await openAs(page, 'operator', `/?panel=activities&selected=aoi.${activity.properties.nonce}`)
    const card = page.getByRole('dialog').getByRole('article', { name })
    await card.getByRole('tab', { name: /^נרשמים/ }).click()
    await expect(card.getByRole('button', { name: new RegExp(guest), expanded: true })).toBeVisible()
    await expect(card.getByRole('button', { name: new RegExp(`^כתיבה אל .?${guest} Ortiz.? בלבד$`) })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})
