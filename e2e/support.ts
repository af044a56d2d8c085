import { test as base, expect, type Page } from '@playwright/test'

export { expect }

export type DemoAccount = 'technician' | 'admin' | 'operator' | 'viewer'
const demoPassword = 'cohesion-demo'

type Watch = {
  /** What the page complained of: console errors and exceptions. A test that expects one takes it out. */
  complaints: string[]
  /** Hosts other than our own that the page asked. The whole app lives without any. */
  otherHosts: string[]
}

/** Every browser test fails on an error in the console and on a request to another host. */
export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ page, baseURL }, use) => {
      const watch = watchPage(page, baseURL ?? '')
      await use(watch)
      expect(watch.complaints, 'errors in the console').toEqual([])
      expect(watch.otherHosts, 'requests to other hosts').toEqual([])
    },
    { auto: true },
  ],
})

function watchPage(page: Page, ownUrl: string): Watch {
  const watch: Watch = { complaints: [], otherHosts: [] }
  page.on('console', (message) => {
    if (message.type() === 'error') watch.complaints.push(message.text())
  })
  page.on('pageerror', (error) => watch.complaints.push(String(error)))
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(ownUrl).host) watch.otherHosts.push(host)
  })
  return watch
}

/** Through the sign-in page, as a person would, in either language. */
export async function signIn(page: Page, account: DemoAccount): Promise<void> {
  await page.goto('/login')
  await page.locator('input[name=username]').fill(account)
  await page.locator('input[name=password]').fill(demoPassword)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.pathname !== '/login')
}
