import { test as base, expect, type Page } from '@playwright/test'
import { type DemoAccount, demoPassword, tokenOf } from './api.ts'

export type { DemoAccount }
export { expect }

/** What people see at once, in milliseconds: under a thousand on a machine of its own, but here two stories share two cores. */
export const AT_ONCE_MS = 5_000

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

/** A page of the app, already signed in: most stories are not about signing in. */
export async function openAs(page: Page, account: DemoAccount, path = '/'): Promise<void> {
  await openWith(page, await tokenOf(page.request, account), path)
}

/** The same for someone who is not among the demo's accounts. */
export async function openWith(page: Page, token: string, path = '/'): Promise<void> {
  // Once a tab: after signing out, the next load has to stay signed out.
  await page.addInitScript((accessToken) => {
    if (sessionStorage.getItem('story.signedIn')) return
    sessionStorage.setItem('story.signedIn', 'yes')
    localStorage.setItem('cohesion.token', accessToken)
  }, token)
  await page.goto(path)
}

/** Through the sign-in page, as a person would, in either language. */
export async function signIn(page: Page, account: DemoAccount): Promise<void> {
  await page.goto('/login')
  await page.locator('input[name=username]').fill(account)
  await page.locator('input[name=password]').fill(demoPassword)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Where the middle of the map is on the screen, and what the map names there. */
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
