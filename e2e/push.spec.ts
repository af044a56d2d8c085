import type { BrowserContext, Page } from '@playwright/test'
import { apiAs, uniqueName } from './api.ts'
import { expect, openAs, test } from './support.ts'

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

const pushTo = async (page: Page, context: BrowserContext) => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((found) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) found(registrations[0].registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const origin = new URL(page.url()).origin
  return (text: string, url: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify({ data: { action: 'AOI_UPDATED', text, url } }),
    })
}

/** Without a desktop, some builds of Chromium accept a notification and show none. */
const canNotify = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = registration.showNotification('Cohesion', { body: 'probe', icon: '/icons/icon-192.png' })
    const late = new Promise((done) => setTimeout(done, 20_000))
    await Promise.race([shown.catch(() => undefined), late])
    return (await registration.getNotifications()).some(({ body }) => body === 'probe')
  })

test('a push message is a toast in a visible app and a device notification otherwise', {
  tag: '@notifications',
}, async ({ page, context, request, watch }) => {
  const api = await apiAs(request, 'operator')
  const target = await api.report(uniqueName('Pushed'))
  const url = `/?selected=aoi.${target.properties.nonce}`
  const card = page.getByRole('article', { name: target.properties.name })
  await openAs(page, 'operator')
  const push = await pushTo(page, context)

  await push('Grace updated: Pier 3', url)
  const toast = page.getByRole('status').filter({ hasText: 'Grace updated: Pier 3' })
  await expect(toast).toBeVisible()
  await toast.getByRole('button', { name: 'Show' }).click()
  await expect(card).toBeVisible()

  const notifications = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ body }) => body)
    })
  const closeNotifications = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      for (const notification of await registration.getNotifications()) notification.close()
    })
  test.skip(!(await canNotify(page)), 'the browser of this machine shows no notifications')
  await closeNotifications()

  await push('Home: The team has seen your report.', '/invite?follow=x')
  await expect.poll(notifications).toEqual(['Home: The team has seen your report.'])
  await expect(page.getByText('The team has seen your report.')).toBeHidden()
  await closeNotifications()

  await page.goto('about:blank')
  watch.complaints.length = 0
  await push('Grace archived: Pier 3', url)
  await page.goto('/')
  await expect.poll(notifications).toEqual(['Grace archived: Pier 3'])

  // Once the page receives push messages, dispatches the event of a click on the notification in the worker.
  const ready = page.getByRole('status').filter({ hasText: 'Are you there?' })
  await expect(async () => {
    await push('Are you there?', '/')
    await expect(ready.first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await registration.getNotifications()
    const press = Reflect.get(self, 'NotificationEvent') as new (name: string, more: object) => Event
    self.dispatchEvent(new press('notificationclick', { notification }))
  })
  await expect(card).toBeVisible()
  await expect.poll(notifications).toEqual([])
})
