import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { newSession } from '../e2e/api.ts'
import { withMap } from '../e2e/browser.ts'
import { openWith } from '../e2e/support.ts'
import { inTurns, line } from './ratio.ts'
import { removeServers, serverWith } from './servers.ts'

/**
 * Long tasks (over 50 ms at a four times slower processor) and main-thread time with many events. Scrolling: a list of
 * 100,000 against a list of one page. Panning: a map of a million against a map of one page. Bound: 1.1 of the
 * reference.
 */
const few = Number(process.env.BENCH_FEW ?? 200)
const listed = Number(process.env.BENCH_LIST ?? 100_000)
const onMap = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const RUNS = Number(process.env.BENCH_RUNS ?? 7)
const SLOWER = 4
const PATIENCE_MS = 600_000
/** Densest part of the demo. */
const view = JSON.stringify({ lng: -122.42, lat: 37.77, zoom: 10.5 })

const screen = { width: 1000, height: 700 }
const inList = { x: 170, y: 450 }
const onFreeMap = { x: 680, y: 360 }
/** As far as a list of one page goes, and back again. */
const SCROLLS_DOWN = 30
const SCROLL_PX = 400
const ROW_PX = 64
/** Rows loaded before measuring; loading more takes minutes. */
const LOADED_ROWS = Number(process.env.BENCH_LOADED ?? 20_000)
/** Path over the map, in pixels per step. */
const path = [
  [-24, 0],
  [0, -16],
  [24, 0],
  [0, 16],
] as const
const STEPS = 8
/** Repetitions of the path; a single run has too few long tasks to compare. */
const ROUNDS = 5
const QUIET_MS = 500

type Tasks = { count: number; ms: number }
type Measured = { longTasks: Tasks; lastTaskAt: number; scrollToEnd(): number }

/** Runs in the page before its own scripts. */
const measuring = `localStorage.setItem('cohesion.map.view', ${JSON.stringify(view)})
window.longTasks = { count: 0, ms: 0 }
window.lastTaskAt = 0
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    longTasks.count++
    longTasks.ms += duration
    lastTaskAt = startTime + duration
  }
}).observe({ type: 'longtask' })
/** Scrolls to the end of the loaded rows and returns their height. */
window.scrollToEnd = () => {
  const isArea = (one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.querySelector('ul [data-key]')
  const area = [...document.querySelectorAll('main *')].find(isArea)
  if (area) area.scrollTop = area.scrollHeight
  return area?.scrollHeight ?? 0
}`

const open = async (browser: Browser, baseURL: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL, viewport: screen, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.addInitScript({ content: `{${measuring}}` })
  await openWith(page, await newSession(page.request, 'operator'))
  await page.waitForFunction(() => performance.getEntriesByName('map.usable').length > 0, undefined, {
    timeout: PATIENCE_MS,
  })
  await untilQuiet(page)
  return page
}

const untilQuiet = (page: Page) =>
  page.waitForFunction(
    (quietMs) => performance.now() - (globalThis as unknown as Measured).lastTaskAt > quietMs,
    QUIET_MS,
    { timeout: PATIENCE_MS, polling: 100 },
  )

const slowedDown = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await session.send('Performance.enable')
  return session
}

type Spent = Tasks & { mainThreadMs: number }

const spentSoFar = async (page: Page, session: CDPSession): Promise<Spent> => {
  const tasks = await page.evaluate(() => (globalThis as unknown as Measured).longTasks)
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN
  return { ...tasks, mainThreadMs: seconds * 1000 }
}

/** Measures work until the page is idle. */
const spentOn = async ({ page, work }: Work, session: CDPSession): Promise<Spent> => {
  await untilQuiet(page)
  const before = await spentSoFar(page, session)
  await work()
  await untilQuiet(page)
  const after = await spentSoFar(page, session)
  return {
    count: after.count - before.count,
    ms: after.ms - before.ms,
    mainThreadMs: after.mainThreadMs - before.mainThreadMs,
  }
}

type Frames = { requestAnimationFrame(callback: () => void): void }

/** The pace of a hand that goes on when it sees where it is. */
const untilDrawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => (globalThis as unknown as Frames).requestAnimationFrame(() => resolve())),
  )

/** Scrolls until this many rows are loaded. */
const loadRows = (page: Page, rows: number) =>
  page.waitForFunction((px) => (globalThis as unknown as Measured).scrollToEnd() > px, rows * ROW_PX, {
    timeout: PATIENCE_MS,
    polling: 50,
  })

const scroll = async (page: Page, turn: 1 | -1): Promise<void> => {
  await page.mouse.move(inList.x, inList.y)
  for (const direction of [1, turn])
    for (let step = 0; step < SCROLLS_DOWN; step++) {
      await page.mouse.wheel(0, direction * SCROLL_PX)
      await untilDrawn(page)
    }
}

const pan = async (page: Page): Promise<void> => {
  for (const [x, y] of Array.from({ length: ROUNDS }, () => path).flat()) {
    await page.mouse.move(onFreeMap.x, onFreeMap.y)
    await page.mouse.down()
    for (let step = 1; step <= STEPS; step++) {
      await page.mouse.move(onFreeMap.x + x * step, onFreeMap.y + y * step)
      await untilDrawn(page)
    }
    await page.mouse.up()
    await untilQuiet(page)
  }
}

type Work = { page: Page; work: () => Promise<void> }

const meanOf = (runs: readonly Spent[], part: keyof Spent) =>
  runs.reduce((sum, spent) => sum + spent[part], 0) / runs.length

/** Many and bare take turns. */
const compare = async (name: string, many: Work, bare: Work): Promise<void> => {
  const sessions = { many: await slowedDown(many.page), bare: await slowedDown(bare.page) }
  const measures = { many: () => spentOn(many, sessions.many), bare: () => spentOn(bare, sessions.bare) }
  await measures.many()
  await measures.bare()
  const spent = await inTurns(RUNS, measures)
  const tell = (what: string, part: keyof Spent, unit: string) =>
    line(`${name}: ${what}`, meanOf(spent.many, part), unit, { name: 'bare page', value: meanOf(spent.bare, part) })
  tell('long tasks', 'count', '')
  tell('length of all long tasks', 'ms', 'ms')
  tell('processor time of the main thread', 'mainThreadMs', 'ms')
  for (const { page } of [many, bare]) await page.context().close()
}

const withServers = async (events: number, use: (many: string, bare: string) => Promise<void>): Promise<void> => {
  const servers = [await serverWith(events), await serverWith(few)] as const
  try {
    await use(servers[0].url, servers[1].url)
  } finally {
    for (const server of servers) await server.stop()
  }
}

const measureScrolling = (browser: Browser) =>
  withServers(listed, async (many, bare) => {
    const [long, short] = [await open(browser, many), await open(browser, bare)]
    await loadRows(long, LOADED_ROWS)
    await compare(
      `scrolling a list of ${listed}`,
      { page: long, work: () => scroll(long, 1) },
      { page: short, work: () => scroll(short, -1) },
    )
  })

const measurePanning = (browser: Browser) =>
  withServers(onMap, async (many, bare) => {
    const [full, sparse] = [await open(browser, many), await open(browser, bare)]
    await compare(
      `panning over ${onMap} events`,
      { page: full, work: () => pan(full) },
      { page: sparse, work: () => pan(sparse) },
    )
  })

/** Phones have a graphics chip: what the map draws is left out here, or drawing in software would be most of each task. */
const browser = await chromium.launch({ ...withMap, args: [...withMap.args, '--disable-gl-drawing-for-tests'] })
try {
  await measureScrolling(browser)
  await measurePanning(browser)
} finally {
  await browser.close()
  removeServers()
}
