import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { languageCodes } from '../../contract/src/platform/language/language.ts'
import { openAs } from '../../e2e/support.ts'
import { startServer } from '../../tests/start/server-process.ts'

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

export const looks = Object.keys(sizes).flatMap((size) =>
  languageCodes.flatMap((language) => ['light', 'dark'].map((theme) => ({ size, language, theme }))),
)

export const slug = (name) => name.toLowerCase().replaceAll(' ', '-')

export async function withDemo(work, { isFirstRun = false } = {}) {
  const data = join(tmpdir(), `cohesion-screens-${randomBytes(6).toString('hex')}`)
  const server = await startServer({
    COHESION_DATA: data,
    COHESION_DEMO: isFirstRun ? 'off' : 'on',
    LOG_LEVEL: 'error',
  })
  try {
    await work(server.url)
  } finally {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

export async function visit(launch, baseURL, look, selectedScreens, work, onMissed) {
  const browser = await chromium.launch(launch)
  try {
    for (const screen of selectedScreens) {
      const page = await newPage(browser, baseURL, look)
      try {
        if (screen.as) await openAs(page, screen.as, screen.path)
        else await page.goto(screen.path)
        await screen.show?.(page)
        await settled(page)
        await work(screen, page)
      } catch (problem) {
        if (!onMissed) throw problem
        onMissed(screen, problem)
      }
      await page.context().close()
    }
  } finally {
    await browser.close()
  }
}

async function newPage(browser, baseURL, { size, language, theme, dismissed = [] }) {
  const context = await browser.newContext({
    baseURL,
    viewport: sizes[size],
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'locale', value: language, url: baseURL }])
  await context.addInitScript((keys) => {
    for (const key of keys) for (const storage of [localStorage, sessionStorage]) storage.setItem(key, '1')
  }, dismissed)
  const page = await context.newPage()
  watchRequests(page)
  return page
}

/** The pending requests of each page, except the live stream, which never ends. */
const pendingRequests = new WeakMap()

function watchRequests(page) {
  const requests = new Set()
  pendingRequests.set(page, requests)
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.endsWith('/events')) requests.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => requests.delete(request))
}

const QUIET_MS = 500
const PATIENCE_MS = 30_000

/** Waits until the page has sent no request for a moment, because parts load one after another. */
async function settled(page) {
  await page.waitForFunction(isThere)
  const end = Date.now() + PATIENCE_MS
  for (let quietSince = Date.now(); Date.now() - quietSince < QUIET_MS && Date.now() < end; ) {
    await page.waitForTimeout(QUIET_MS / 10)
    if (pendingRequests.get(page).size > 0 || !(await page.evaluate(isThere))) quietSince = Date.now()
  }
}

/** Whether there is a heading and nothing is loading, also in popups. */
const isThere = () =>
  document.querySelector('h1, h2, h3') !== null &&
  !document.querySelector('[aria-busy="true"], [role="status"][aria-label]')

export async function settledPicture(page) {
  const patience = 30
  let last = Buffer.alloc(0)
  for (let take = 0; take < patience; take++) {
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    if (picture.equals(last) && (await page.evaluate(isThere))) return picture
    last = picture
  }
  return last
}
