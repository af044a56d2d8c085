import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { budgets, weighPage, weighPages } from '../e2e/weigh.ts'
import { startServer } from '../tests/start/server-process.ts'
import { line } from './ratio.ts'

/**
 * Weight of the sign-in page, the public page and the map page until they are usable, and first paint. The reference is
 * React alone, and for the map React with MapLibre and its worker.
 */
const checkout = resolve(import.meta.dirname, '..')

const react = `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.body).render(createElement('p', { id: 'usable' }, 'floor'))`
const maplibre = `import { Map, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
setWorkerUrl(workerUrl)
const place = document.documentElement.appendChild(document.createElement('div'))
place.style.cssText = 'width:600px;height:400px'
const style = { version: 8, sources: {}, layers: [{ id: 'sea', type: 'background' }] }
new Map({ container: place, style }).once('idle', () => { document.title = 'usable' })`

/** The folder lies inside the checkout, so that its imports of packages resolve. */
const folder = mkdtempSync(join(checkout, 'node_modules/.cache-bench-'))
const floors = { login: react, visitor: react, map: `${react}\n${maplibre}` }

const serveFloor = async (name: keyof typeof floors) => {
  const root = join(folder, name)
  mkdirSync(root)
  writeFileSync(join(root, 'main.js'), floors[name])
  writeFileSync(join(root, 'index.html'), '<!doctype html><body></body><script type="module" src="/main.js"></script>')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 9e9 },
  })
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript' }
  const server = createServer((request, response) => {
    const file = request.url === '/' ? '/index.html' : (request.url ?? '')
    try {
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
      response.end(readFileSync(join(root, 'dist', file)))
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
})
const data = join(tmpdir(), `cohesion-bench-${randomBytes(6).toString('hex')}`)
const server = await startServer({ COHESION_DATA: data, COHESION_DEMO: 'on', LOG_LEVEL: 'error' })

const weighFloor = async (name: keyof typeof floors) => {
  const floor = await serveFloor(name)
  const page = await browser.newPage()
  const weight = await weighPage(page, async () => {
    await page.goto(floor.url)
    await page.locator('#usable').waitFor()
    if (name === 'map') await page.waitForFunction("document.title === 'usable'")
  })
  await page.close()
  floor.close()
  return weight
}

try {
  const ours = await weighPages(browser, server.url)
  for (const name of ['login', 'visitor', 'map'] as const) {
    const floor = await weighFloor(name)
    line(`${name}: scripts`, ours[name].jsKb, 'kB gz', { name: 'floor', value: floor.jsKb })
    line(`${name}: scripts`, ours[name].jsKb, 'kB gz', { name: 'budget', value: budgets[name] })
    line(`${name}: first paint`, ours[name].firstPaintMs, 'ms', { name: 'floor', value: floor.firstPaintMs })
    line(`${name}: requests`, ours[name].requests, '')
    for (const script of ours[name].scripts) console.log(`  ${script.kb} kB ${script.name}`)
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  rmSync(data, { recursive: true, force: true })
}
