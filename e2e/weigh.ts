import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'

export type Weight = {
  jsKb: number
  cssKb: number
  fontKb: number
  dataKb: number
  requests: number
  firstPaintMs: number
  scripts: { name: string; kb: number }[]
}

const kinds = { script: /\.m?js$/, css: /\.css$/, font: /\.woff2$/ }
const kb = (bytes: number): number => Math.round(bytes / 100) / 10

const watchLoads = (page: Page) => {
  const loads: Promise<{ name: string; bytes: number }>[] = []
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname
    // A worker loads its script from the cache, so the response must not count twice.
    if (scripts.has(name)) return
    if (kinds.script.test(name)) scripts.add(name)
    // The live stream never ends, so its body has no size.
    if (name.endsWith('/events')) return
    loads.push(
      response.body().then(
        (body) => ({ name, bytes: gzipSync(body, { level: 9 }).length }),
        () => ({ name, bytes: 0 }),
      ),
    )
  })
  return loads
}

/** Paths requested after the map was usable, which do not count. */
const beganLater = async (page: Page): Promise<Set<string>> => {
  const addresses = await page.evaluate(() => {
    const usableAt = performance.getEntriesByName('map.usable')[0]?.startTime ?? Number.POSITIVE_INFINITY
    return performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime > usableAt)
      .map(({ name }) => name)
  })
  return new Set(addresses.map((address) => new URL(address).pathname))
}

/** Maximum kB of gzipped scripts per page. */
export const budgets = { login: 135, visitor: 150, board: 135, map: 650 }

/** Maximum number of requests of a member's first view, without later requests for offline use. */
export const mostRequests = { untilUsable: 31, inAll: 52 }

export const weighPage = async (page: Page, go: () => Promise<unknown>): Promise<Weight> => {
  const loads = watchLoads(page)
  await go()
  const later = await beganLater(page)
  const files = (await Promise.all(loads)).filter(({ name }) => !later.has(name))
  const sum = (test: (name: string) => boolean) =>
    kb(files.filter(({ name }) => test(name)).reduce((bytes, file) => bytes + file.bytes, 0))
  const isKind = (kind: keyof typeof kinds) => (name: string) => kinds[kind].test(name)
  const firstPaint = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  return {
    jsKb: sum(isKind('script')),
    cssKb: sum(isKind('css')),
    fontKb: sum(isKind('font')),
    dataKb: sum((name) => !Object.values(kinds).some((pattern) => pattern.test(name))),
    requests: files.length,
    firstPaintMs: Math.round((await firstPaint.jsonValue()) ?? Number.NaN),
    scripts: files
      .filter(({ name }) => kinds.script.test(name))
      .map(({ name, bytes }) => ({ name: name.split('/').at(-1) ?? name, kb: kb(bytes) })),
  }
}

export const weighLogin = (page: Page): Promise<Weight> =>
  weighPage(page, async () => {
    await page.goto('/login')
    await page.locator('input[name=username]').waitFor()
    await page.waitForLoadState('networkidle')
  })

export const weighPublic = (page: Page, poster: string): Promise<Weight> =>
  weighPage(page, async () => {
    await page.goto(poster)
    await page.locator('button[type=submit]').waitFor()
    await page.waitForLoadState('networkidle')
  })

export const weighTiles = (page: Page, link: string): Promise<Weight> =>
  weighPage(page, async () => {
    await page.goto(link)
    await page.getByRole('list').first().getByRole('button').first().waitFor()
    await page.waitForLoadState('networkidle')
  })

export const weighBoard = (page: Page, address: string): Promise<Weight> =>
  weighPage(page, async () => {
    await page.goto(address)
    await page.getByRole('listitem').first().waitFor()
    await page.waitForLoadState('networkidle')
  })

export const weighFirstView = async (
  page: Page,
  open: () => Promise<unknown>,
): Promise<Weight & { requestsInAll: number }> => {
  const addresses = new Set<string>()
  page.on('request', (request) => addresses.add(request.url()))
  const isLast = page.waitForResponse('**/cover/check', { timeout: 0 })
  const weight = await weighPage(page, async () => {
    await open()
    await page.waitForFunction(() => performance.getEntriesByName('map.usable').length > 0)
  })
  await isLast
  return { ...weight, requests: weight.requests + 1, requestsInAll: addresses.size }
}

export const weighPages = async (
  browser: Browser,
  baseURL: string,
): Promise<Record<'login' | 'visitor' | 'map', Weight>> => {
  const signedOut = await browser.newContext({ baseURL })
  const loginPage = await signedOut.newPage()
  const login = await weighLogin(loginPage)
  await loginPage.locator('input[name=username]').fill('technician')
  await loginPage.locator('input[name=password]').fill('cohesion-demo')
  await loginPage.locator('button[type=submit]').click()
  await loginPage.waitForURL((url) => url.pathname === '/')
  const storageState = await signedOut.storageState()
  const poster = await loginPage.evaluate(posterAddress)
  await signedOut.close()

  const outside = await browser.newContext({ baseURL })
  const publicPage = await outside.newPage()
  const visitor = await weighPublic(publicPage, poster)
  await outside.close()

  const signedIn = await browser.newContext({ baseURL, storageState })
  const mapPage = await signedIn.newPage()
  const map = await weighPage(mapPage, async () => {
    await mapPage.goto('/')
    await mapPage.waitForFunction(() => performance.getEntriesByName('map.usable').length > 0)
  })
  await signedIn.close()
  return { login, visitor, map }
}

/** Returns the path of the public link for one event type. Runs in the page of a signed-in member. */
const posterAddress = async (): Promise<string> => {
  const base = '/api/cohesion'
  const ask = async <T>(path: string, more?: RequestInit) => (await (await fetch(base + path, more)).json()) as T
  const headers = { 'x-api-key': 'cohesion-web', authorization: `Bearer ${localStorage.getItem('cohesion.token')}` }
  const { link } = await ask<{ link: string }>('/user/invite-public-user', { method: 'POST', headers })
  const token = new URL(link).searchParams.get('token')
  const { types } = await ask<{ types: { _id: string }[] }>(`/public/${token}`)
  return `/invite?token=${token}&type=${types[0]?._id}`
}
