import { chromium } from '@playwright/test'
import { newSession } from '../e2e/api.ts'
import { withMap } from '../e2e/browser.ts'
import { openWith } from '../e2e/support.ts'
import { line, medians } from './ratio.ts'
import { removeServers, serverWith } from './servers.ts'

/** When the map of the workspace is first complete in a browser, with many events and with few. Wanted: within 1.3. */
const few = Number(process.env.BENCH_FEW ?? 100_000)
const many = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const RUNS = 7

const browser = await chromium.launch(withMap)
const servers = { few: await serverWith(few), many: await serverWith(many) }

/** Milliseconds from the navigation to the first complete picture. */
const firstIdle = async (baseURL: string): Promise<number> => {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  // Every server has its own sessions.
  await openWith(page, await newSession(page.request, 'operator'))
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
  removeServers()
}
