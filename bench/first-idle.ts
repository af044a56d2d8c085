import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { withMap } from '../e2e/browser.ts'
import { openAs } from '../e2e/support.ts'
import { startServer } from '../tests/start/server-process.ts'
import { line, medians } from './ratio.ts'

/**
 * When the map of the workspace is first complete in a browser, with many events and with few. Wanted: within 1.3.
 * BENCH_FOLDER keeps what was made, for the next run: a million events take some minutes.
 */
const few = Number(process.env.BENCH_FEW ?? 100_000)
const many = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const RUNS = 7
const folder = process.env.BENCH_FOLDER ?? join(tmpdir(), `cohesion-bench-${randomBytes(6).toString('hex')}`)

const serverWith = async (events: number) => {
  const data = join(folder, String(events))
  const env = { ...process.env, COHESION_DATA: data, COHESION_DEMO: 'on', LOG_LEVEL: 'error' }
  if (!existsSync(data)) {
    const script = resolve(import.meta.dirname, '../scripts/demo.ts')
    spawnSync(process.execPath, [script, '--events', String(events), '--members', '500'], { env, stdio: 'inherit' })
  }
  return startServer({ COHESION_DATA: data, COHESION_DEMO: 'on', LOG_LEVEL: 'error' })
}

const browser = await chromium.launch(withMap)
const servers = { few: await serverWith(few), many: await serverWith(many) }

/** Milliseconds from the navigation to the first complete picture. */
const firstIdle = async (baseURL: string): Promise<number> => {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await openAs(page, 'operator')
  const mark = await page.waitForFunction(() => performance.getEntriesByName('map.usable')[0]?.startTime)
  const time = (await mark.jsonValue()) ?? Number.NaN
  await context.close()
  return time
}

try {
  const times = await medians(RUNS, {
    few: () => firstIdle(servers.few.url),
    many: () => firstIdle(servers.many.url),
  })
  line(`first complete map with ${many} events`, times.many, 'ms', { name: `with ${few}`, value: times.few })
} finally {
  await browser.close()
  await servers.few.stop()
  await servers.many.stop()
  if (!process.env.BENCH_FOLDER) rmSync(folder, { recursive: true, force: true })
}
