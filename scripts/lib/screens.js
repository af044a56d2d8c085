import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { openAs } from '../../e2e/support.ts'
import { startServer } from '../../tests/start/server-process.ts'

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

export const looks = Object.keys(sizes).flatMap((size) =>
  ['en', 'he'].flatMap((language) => ['light', 'dark'].map((theme) => ({ size, language, theme }))),
)

/** The name of a screen, as its pictures carry it. */
export const slug = (name) => name.toLowerCase().replaceAll(' ', '-')

/** A demo of its own, for as long as the work takes. */
export async function withDemo(work) {
  const data = join(tmpdir(), `cohesion-screens-${randomBytes(6).toString('hex')}`)
  const server = await startServer({ COHESION_DATA: data, COHESION_DEMO: 'on', LOG_LEVEL: 'error' })
  try {
    await work(server.url)
  } finally {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Opens every screen as the one who uses it, and does something with it. `onMissed` hears of those that cannot be. */
export async function visit(launch, baseURL, look, chosen, work, onMissed) {
  const browser = await chromium.launch(launch)
  try {
    for (const screen of chosen) {
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

async function newPage(browser, baseURL, { size, language, theme }) {
  const context = await browser.newContext({
    baseURL,
    viewport: sizes[size],
    hasTouch: size === 'phone',
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'locale', value: language, url: baseURL }])
  const page = await context.newPage()
  watchRequests(page)
  return page
}

/** What a page still waits for, besides the stream of live messages, which never ends. */
const waiting = new WeakMap()

function watchRequests(page) {
  const requests = new Set()
  waiting.set(page, requests)
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.endsWith('/events')) requests.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => requests.delete(request))
}

const QUIET_MS = 500
const PATIENCE_MS = 30_000

/** Its parts come one after the other: it is there when it has asked for nothing for a moment. */
async function settled(page) {
  await page.waitForFunction(isThere)
  const end = Date.now() + PATIENCE_MS
  for (let quietSince = Date.now(); Date.now() - quietSince < QUIET_MS && Date.now() < end; ) {
    await page.waitForTimeout(QUIET_MS / 10)
    if (waiting.get(page).size > 0 || !(await page.evaluate(isThere))) quietSince = Date.now()
  }
}

/** Something is there, and nothing is on its way, in a popup either: a page that waits for a part looks settled too. */
const isThere = () =>
  document.querySelector('h1, h2, h3') !== null &&
  !document.querySelector('[aria-busy="true"], [role="status"][aria-label]')

/** Two pictures in a row that are the same: whatever was loading, or drawn in software, is there. */
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
