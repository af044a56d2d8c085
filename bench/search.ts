import { setTimeout as sleep } from 'node:timers/promises'
import { BASE_PATH } from '#contract'
import { searchWays, signIn } from './in-memory.ts'
import { line, medians } from './ratio.ts'
import { removeServers, serverWith } from './servers.ts'

/**
 * How long a page of 200 finds takes among a million events, through the API, in every order: words that many have, few
 * and none, a first name, a letter, words in a row. Against the same page without a search. Wanted: under 100 ms.
 */
const events = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const RUNS = 9
const SOUGHT = ['water', 'broken', 'smoke', 'noa', 'wa', 'e', 'zebra', 'מים', 'שבור', 'street light', 'in the']
const ORDERS = {
  'newest first': 'sort=createdAt&order=desc',
  'by name': 'sort=name&order=asc',
  'by name, backwards': 'sort=name&order=desc',
  'nearest first': 'sort=nearest&near=-122.4,37.7',
  'of the new ones, by name': 'type=new&sort=name&order=asc',
}

const server = await serverWith(events)

try {
  // Waits for garbage and writes of the start.
  await sleep(5_000)
  const headers = await signIn(server.url, 'cohesion-web')
  const list = async (query: string) => {
    const startMs = performance.now()
    const response = await fetch(`${server.url}${BASE_PATH}/aoi/filtered?limit=200&groups=false&${query}`, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${query}: ${response.status}`)
    return performance.now() - startMs
  }
  for (const [order, query] of Object.entries(ORDERS)) {
    const searches = SOUGHT.map((text) => [text, () => list(`${query}&search=${encodeURIComponent(text)}`)])
    const times = await medians<string>(RUNS, { '': () => list(query), ...Object.fromEntries(searches) })
    const { '': reference = Number.NaN, ...found } = times
    for (const [text, ms] of Object.entries(found)) {
      line(`"${text}", ${order}`, ms, 'ms', { name: 'without a search', value: reference })
    }
    line(`the slowest, ${order}`, Math.max(...Object.values(found)), 'ms', { name: 'wanted', value: 100 })
  }
  for (const [way, pages] of await searchWays(server.url)) line(`pages answered by ${way}`, pages, 'pages')
} finally {
  await server.stop()
  removeServers()
}
