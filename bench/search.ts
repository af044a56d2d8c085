import { setTimeout as sleep } from 'node:timers/promises'
import { BASE_PATH } from '#contract'
import { signIn } from './in-memory.ts'
import { searchedTexts } from './many-events.ts'
import { line, medians } from './ratio.ts'
import { removeServers, serverWith } from './servers.ts'

/**
 * Time of a page of 200 search results among a million events, through the API and in every order, against the same
 * page without a search. Wanted, newest first: 250 ms for the median of the texts, 500 ms for the slowest.
 */
const events = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const RUNS = Number(process.env.BENCH_RUNS ?? 9)
const ORDERS = {
  'newest first': 'sort=createdAt&order=desc',
  'by name': 'sort=name&order=asc',
  'by name, backwards': 'sort=name&order=desc',
  'nearest first': 'sort=nearest&near=-122.4,37.7',
  'of the new ones, by name': 'type=new&sort=name&order=asc',
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const server = await serverWith(events)

try {
  // Leaves time for garbage collection and for writes after the start.
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
    const searches = searchedTexts.map((text) => [text, () => list(`${query}&search=${encodeURIComponent(text)}`)])
    const times = await medians<string>(RUNS, { '': () => list(query), ...Object.fromEntries(searches) })
    const { '': reference = Number.NaN, ...found } = times
    for (const [text, ms] of Object.entries(found)) {
      line(`"${text}", ${order}`, ms, 'ms', { name: 'without a search', value: reference })
    }
    const all = Object.values(found)
    line(`the median, ${order}`, median(all), 'ms', { name: 'wanted', value: 250 })
    line(`the slowest, ${order}`, Math.max(...all), 'ms', { name: 'wanted', value: 500 })
  }
} finally {
  await server.stop()
  removeServers()
}
