import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { newSession } from '../e2e/api.ts'
import { withMap } from '../e2e/browser.ts'
import { openWith } from '../e2e/support.ts'
import { startServer } from '../tests/start/server-process.ts'
import { noLimits } from './no-limits.ts'
import { line, medians } from './ratio.ts'

/**
 * Blocked time of the map page until it is idle, on a phone with a four times slower processor: the part of each task
 * beyond 50 ms. The reference is React alone with our own map of the world at the same place. The browser renders in
 * software, so only the ratio counts. `BENCH_CHECKOUT` is the folder of another version to compare.
 */
const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const SLOWER = 4
const QUIET_MS = 2000
const PATIENCE_MS = 180_000
const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } as const
const view = { lng: -122.43, lat: 37.76, zoom: 11 }
const checkout = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(checkout, 'node_modules/.cache-bench-'))

const floorCode = `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createMap } from '${checkout}/web/src/map/createMap.ts'
import '${checkout}/web/src/map/map.css'
createRoot(document.getElementById('root')).render(createElement('p', null, 'floor'))
const container = document.body.appendChild(document.createElement('div'))
container.style.cssText = 'position:fixed;inset:0'
const labels = new Proxy({}, { get: () => 'label' })
const options = { container, language: 'en', theme: 'light', basemap: {}, labels, isAside: false }
const rest = { initialView: {}, padding: () => ({}), transformRequest: (url) => ({ url }), onProblem: console.error }
createMap({ ...options, ...rest }, new AbortController().signal)
  .then(({ complete }) => complete)
  .then(() => performance.mark('map.usable'))`

const serveFloor = async () => {
  writeFileSync(join(folder, 'main.js'), floorCode)
  const html = '<!doctype html><body><div id="root"></div><script type="module" src="/main.js"></script></body>'
  writeFileSync(join(folder, 'index.html'), html)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { target: 'es2023', chunkSizeWarningLimit: 9e9 },
  })
  const types: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.json': 'application/json' }
  const read = (path: string) => {
    const places = path.startsWith('/assets/data/') ? join(checkout, 'web/dist') : join(folder, 'dist')
    return readFileSync(join(places, path === '/' ? 'index.html' : path))
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://floor')
    try {
      const bytes = read(pathname)
      response.writeHead(200, { 'content-type': types[extname(pathname) || '.html'] ?? 'text/javascript' }).end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0)
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

type Measured = { blockedMs(): number | undefined }

/**
 * Runs in the page before its own scripts and records tasks over 50 ms. `blockedMs` is their time beyond that;
 * undefined until the map is usable and idle.
 */
const measuring = `localStorage.setItem('cohesion.map.view', ${JSON.stringify(JSON.stringify(view))})
const tasks = []
new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })
window.blockedMs = () => {
  const usableAt = performance.getEntriesByName('map.usable')[0]?.startTime ?? Infinity
  const last = tasks.at(-1)
  const lastAt = Math.max(usableAt, last ? last.startTime + last.duration : 0)
  if (performance.now() - lastAt < ${QUIET_MS}) return undefined
  return tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)
}`

/** Blocked ms from the start of the navigation until the page is idle. */
const blockedUntilIdle = async (browser: Browser, baseURL: string, open: (page: Page) => Promise<unknown>) => {
  const context = await browser.newContext({ baseURL, ...phone })
  const page = await context.newPage()
  await page.addInitScript({ content: `{${measuring}}` })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await open(page)
  const blocked = await page.waitForFunction(() => (globalThis as unknown as Measured).blockedMs(), undefined, {
    timeout: PATIENCE_MS,
    polling: 500,
  })
  const ms = (await blocked.jsonValue()) ?? Number.NaN
  await context.close()
  return ms
}

const browser = await chromium.launch(withMap)
const data = join(tmpdir(), `cohesion-bench-${randomBytes(6).toString('hex')}`)
const start = (name: string, of: string) =>
  startServer({ COHESION_DATA: join(data, name), COHESION_DEMO: 'on', LOG_LEVEL: 'error', ...noLimits }, { folder: of })
const ours = await start('ours', checkout)
const other = process.env.BENCH_CHECKOUT ? await start('other', process.env.BENCH_CHECKOUT) : undefined
const floor = await serveFloor()

const workspace = (baseURL: string) => () =>
  blockedUntilIdle(browser, baseURL, async (page) => openWith(page, await newSession(page.request, 'operator')))
try {
  const times = await medians(RUNS, {
    floor: () => blockedUntilIdle(browser, floor.url, (page) => page.goto('/')),
    ours: workspace(ours.url),
    other: workspace((other ?? ours).url),
  })
  const excess = times.ours - times.floor
  line('blocked main thread until idle', times.ours, 'ms', { name: 'React and the same map', value: times.floor })
  line('what is ours of it', excess, 'ms', {
    name: other ? 'of the other version' : 'of the same in other runs',
    value: times.other - times.floor,
  })
} finally {
  await browser.close()
  floor.close()
  await ours.stop()
  await other?.stop()
  rmSync(folder, { recursive: true, force: true })
  rmSync(data, { recursive: true, force: true })
}
