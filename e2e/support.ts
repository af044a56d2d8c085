import { test as base, expect, type Page } from '@playwright/test'
import { type DemoAccount, demoPassword, tokenOf } from './api.ts'

export type { DemoAccount }
export { expect }

/** A phone. Without `isMobile`, a page that is too wide would look as if it fitted. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** Limit for "at once". An idle machine needs less than a second, but several stories share two cores. */
export const AT_ONCE_MS = 20_000

type Watch = {
  /** Console errors and exceptions of the page. A test that expects an error removes it. */
  complaints: string[]
  /** Requested hosts other than our own. The app needs none. */
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
    // A machine that stalls for ten seconds makes the server return 503, which the page retries.
    if (message.type() === 'error' && !message.text().includes('503 (Service Unavailable)'))
      watch.complaints.push(message.text())
  })
  page.on('pageerror', (error) => watch.complaints.push(String(error)))
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(ownUrl).host) watch.otherHosts.push(host)
  })
  return watch
}

export async function openAs(page: Page, account: DemoAccount, path = '/'): Promise<void> {
  await openWith(page, await tokenOf(page.request, account), path)
}

export async function openWith(page: Page, token: string, path = '/'): Promise<void> {
  // Signs in once per tab, so that a page that has signed out stays signed out after a reload.
  await page.addInitScript((accessToken) => {
    if (sessionStorage.getItem('story.signedIn')) return
    sessionStorage.setItem('story.signedIn', 'yes')
    localStorage.setItem('cohesion.token', accessToken)
  }, token)
  await page.goto(path)
}

export async function signIn(page: Page, account: DemoAccount): Promise<void> {
  await page.goto('/login')
  await page.locator('input[name=username]').fill(account)
  await page.locator('input[name=password]').fill(demoPassword)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** The position of the map's centre on the screen, and a function that reads the map's tooltip there. */
export const middleOfMap = async (page: Page) => {
  const canvas = page.locator('canvas.maplibregl-canvas')
  const box = await canvas.boundingBox()
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  const under = async () => {
    await page.mouse.move(middle.x + 1, middle.y)
    await page.mouse.move(middle.x, middle.y)
    return canvas.getAttribute('title')
  }
  return { middle, under }
}
