import { BASE_PATH, type StateMetrics } from '#contract'
import { startServer } from '../tests/start/server-process.ts'
import { askForMemory, bytesInMemory, signIn, untilInMemory } from './in-memory.ts'
import { dataWith } from './many-events.ts'
import { residentBytes } from './memory.ts'
import { noLimits } from './no-limits.ts'
import { line } from './ratio.ts'
import { removeServers } from './servers.ts'

/**
 * Two servers between which a proxy divides the services: what one of them takes, against a server that has them all.
 * Wanted: at most 0.6. They are measured one after the other, since no server's memory depends on another's. With few events
 * what a server takes by itself hides the difference.
 */
const events = Number(process.env.BENCH_EVENTS ?? 8_000_000)
const services = Number(process.env.BENCH_SERVICES ?? 20)
const data = await dataWith(events, services)
const tenYears = `startTime=2020-01-01T00:00:00.000Z&endTime=2030-01-01T00:00:00.000Z`

/** The demo has two services of its own; the large one made these, each with a member who is named after it. */
const FIRST_DISTRICT = 3
const districts = Array.from({ length: services - FIRST_DISTRICT + 1 }, (_, index) => FIRST_DISTRICT + index)

/** What a server takes whose members use these services. */
const memoryOf = async (used: readonly number[]) => {
  const server = await startServer({
    COHESION_DATA: data,
    COHESION_DEMO: 'on',
    COHESION_MEMORY_MB: '16000',
    ...noLimits,
  })
  let expected = 0
  for (const district of used) {
    const headers = await signIn(server.url, 'cohesion-web', `district-${district}.technician`)
    const address = `${server.url}${BASE_PATH}/aoi/state-metrics?type=event&${tenYears}`
    const counts = (await (await fetch(address, { headers })).json()) as StateMetrics
    expected += counts.newAois + counts.isProgressAois + counts.doneAois
    await askForMemory(server.url, headers)
  }
  await untilInMemory(server.url, expected)
  const taken = { resident: residentBytes(server.process), copies: await bytesInMemory(server.url), rows: expected }
  await server.stop()
  return taken
}

const [all, even, odd] = [
  await memoryOf(districts),
  await memoryOf(districts.filter((district) => district % 2 === 0)),
  await memoryOf(districts.filter((district) => district % 2 === 1)),
]
const megabytes = (bytes: number) => bytes / 1e6
for (const [name, half] of Object.entries({ one: even, other: odd })) {
  line(`events of the ${name} half`, half.rows, 'events', { name: 'all', value: all.rows })
  line(`its resident memory`, megabytes(half.resident), 'MB', { name: 'all', value: megabytes(all.resident) })
  line(`its copies of services`, megabytes(half.copies), 'MB', { name: 'all', value: megabytes(all.copies) })
}
removeServers()
