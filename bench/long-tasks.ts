import { type Browser, chromium, type Page } from '@playwright/test'
import { newSession } from '../e2e/api.ts'
import { withMap } from '../e2e/browser.ts'
import { openWith } from '../e2e/support.ts'
import { line, medians } from './ratio.ts'
import { removeServers, serverWith } from './servers.ts'

/**
 * Does the page stand still more often with many events? Tasks beyond 50 ms, on a four times slower processor, while a list is
 * scrolled and the map is panned. Wanted: at most 1.1 of the bare page.
 *
 * - Scrolling: a list of 100,000, of which much has been scrolled through and more is loaded on the way, against the list
 *   of a service with one page of events, which is scrolled down and up by the same steps: the same rows are drawn, but nothing
 *   is loaded and nothing grows.
 * - Panning: the map over a million events against the same map while a search finds none of them, along the same path.
 */
const few = Number(process.env.BENCH_FEW ?? 200)
const listed = Number(process.env.BENCH_LIST ?? 100_000)
const onMap = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const RUNS = Number(process.env.BENCH_RUNS ?? 7)
const SLOWER = 4
const PATIENCE_MS = 600_000
/** Where the demo has most events. */
const view = JSON.stringify({ lng: -122.42, lat: 37.77, zoom: 10.5 })
const NOTHING = 'qqzzxx'

const screen = { width: 1000, height: 700 }
const inList = { x: 170, y: 450 }
const onFreeMap = { x: 680, y: 360 }
/** As far as a list of one page goes, and back again. */
const SCROLLS_DOWN = 30
const SCROLL_PX = 400
const ROW_PX = 64
/** So much of the long list has been scrolled through before; loading more takes minutes. */
const LOADED_ROWS = Number(process.env.BENCH_LOADED ?? 20_000)
/** The ways of a path over the map, each in steps of so many pixels. */
const path = [
  [-24, 0],
  [0, -16],
  [24, 0],
  [0, 16],
] as const
const STEPS = 8
/** So often is the path taken: once alone has next to no long task on a quiet machine, and 2 of 1 says nothing. */
const ROUNDS = 5
const QUIET_MS = 500

type Tasks = { count: number; blockedMs: number }
type Measured = { longTasks: Tasks; lastTaskAt: number; scrollToEnd(): number }

/** Runs in the page before its own scripts. */
const measuring = `localStorage.setItem('cohesion.map.view', ${JSON.stringify(view)})
window.longTasks = { count: 0, blockedMs: 0 }
window.lastTaskAt = 0
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    longTasks.count++
    longTasks.blockedMs += duration - 50
    lastTaskAt = startTime + duration
  }
}).observe({ type: 'longtask' })
/** Of what is loaded; returns its height. */
window.scrollToEnd = () => {
  const isArea = (one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.querySelector('ul [data-key]')
  const area = [...document.querySelectorAll('main *')].find(isArea)
  if (area) area.scrollTop = area.scrollHeight
  return area?.scrollHeight ?? 0
}`

const open = async (browser: Browser, baseURL: string, address: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL, viewport: screen, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.addInitScript({ content: `{${measuring}}` })
  await openWith(page, await newSession(page.request, 'operator'), address)
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

const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

/** The long tasks of some work, until the page is quiet again. */
const longTasksOf = async (page: Page, work: () => Promise<void>): Promise<Tasks> => {
  const read = () => page.evaluate(() => (globalThis as unknown as Measured).longTasks)
  await untilQuiet(page)
  const before = await read()
  await work()
  await untilQuiet(page)
  const after = await read()
  return { count: after.count - before.count, blockedMs: after.blockedMs - before.blockedMs }
}

type Frames = { requestAnimationFrame(callback: () => void): void }

/** The pace of a hand that goes on when it sees where it is. */
const untilDrawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => (globalThis as unknown as Frames).requestAnimationFrame(() => resolve())),
  )

/** Scrolls through the list until so many rows are loaded. */
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

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

type Work = { page: Page; work: () => Promise<void> }

/** Many and bare take turns. */
const compare = async (name: string, measured: Record<'many' | 'bare', Work>): Promise<void> => {
  const counts = { many: [] as number[], bare: [] as number[] }
  const measure = (which: 'many' | 'bare') => async () => {
    const { page, work } = measured[which]
    const { count, blockedMs } = await longTasksOf(page, work)
    counts[which].push(count)
    return blockedMs
  }
  for (const { page, work } of Object.values(measured)) {
    await slowDown(page)
    await longTasksOf(page, work)
  }
  const blocked = await medians(RUNS, { many: measure('many'), bare: measure('bare') })
  line(`${name}: long tasks`, mean(counts.many), '', { name: 'bare page', value: mean(counts.bare) })
  line(`${name}: blocked beyond 50 ms`, blocked.many, 'ms', { name: 'bare page', value: blocked.bare })
  for (const { page } of Object.values(measured)) await page.context().close()
}

const measureScrolling = async (browser: Browser): Promise<void> => {
  const [many, bare] = [await serverWith(listed), await serverWith(few)]
  try {
    const [long, short] = [await open(browser, many.url, '/'), await open(browser, bare.url, '/')]
    await loadRows(long, LOADED_ROWS)
    await compare(`scrolling a list of ${listed}`, {
      many: { page: long, work: () => scroll(long, 1) },
      bare: { page: short, work: () => scroll(short, -1) },
    })
  } finally {
    await many.stop()
    await bare.stop()
  }
}

const measurePanning = async (browser: Browser): Promise<void> => {
  const server = await serverWith(onMap)
  try {
    const full = await open(browser, server.url, '/')
    const empty = await open(browser, server.url, `/?find=${NOTHING}`)
    await compare(`panning over ${onMap} events`, {
      many: { page: full, work: () => pan(full) },
      bare: { page: empty, work: () => pan(empty) },
    })
  } finally {
    await server.stop()
  }
}

/** Phones have a graphics chip: what the map draws is left out here, or drawing in software would be most of each task. */
const browser = await chromium.launch({ ...withMap, args: [...withMap.args, '--disable-gl-drawing-for-tests'] })
try {
  await measureScrolling(browser)
  await measurePanning(browser)
} finally {
  await browser.close()
  removeServers()
}
