import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { ExportFormat } from '#contract'
import { listsDuring, memoryDuring, timed } from './meanwhile.ts'
import { openBench } from './own-server.ts'
import { atMost, line } from './ratio.ts'

/**
 * Exports a list of BENCH_ROWS events (default 100,000) in each format. Measures whether memory stays level, and how
 * long the lists of other members take meanwhile. The reference of each format is the CSV file.
 */
const ROWS = Number(process.env.BENCH_ROWS ?? 100_000)
const LISTS_MS = 10_000
const FORMATS: readonly ExportFormat[] = ['csv', 'xlsx', 'geojson', 'kml', 'gpx']

const bench = await openBench()
const { url, headers: operator, headersOf } = await bench.openServer({ events: ROWS })
const admin = await headersOf('admin')

/** Downloads an export and discards its bytes. Returns their number. */
const download = async (format: ExportFormat): Promise<number> => {
  const response = await fetch(`${url}/export`, {
    method: 'POST',
    headers: { ...admin, 'content-type': 'application/json' },
    body: JSON.stringify({ format, timeZone: 'America/Los_Angeles' }),
  })
  if (!response.ok || !response.body) throw new Error(`${response.status}: ${await response.text()}`)
  let bytes = 0
  for await (const chunk of response.body) bytes += chunk.length
  return bytes
}
const list = () => fetch(`${url}/aoi/filtered?type=new&limit=50&groups=false`, { headers: operator })

try {
  let csvMs = Number.NaN
  for (const format of FORMATS) {
    const loop = monitorEventLoopDelay({ resolution: 5 })
    loop.enable()
    const memory = await memoryDuring(() => timed(() => download(format)))
    loop.disable()
    const { ms, value: bytes } = memory.value
    if (bytes < ROWS * 50) throw new Error(`${format} has ${bytes} bytes`)
    if (format === 'csv') csvMs = ms
    line(`${format} of ${ROWS} rows, ${Math.round(bytes / 1e6)} MB`, ms / 1000, 's', {
      name: 'csv',
      value: csvMs / 1000,
    })
    line(`${format}: memory at the end`, memory.last, 'MB', { name: 'after the first fifth', value: memory.first })
    line(`${format}: longest time that the event loop was blocked`, loop.max / 1e6, 'ms')
    atMost(`${format}: memory at the end`, memory.last / memory.first, 1.2)
  }
  const before = await listsDuring(list, pause(LISTS_MS))
  const during = await listsDuring(list, download('xlsx'))
  line('list of another member during an export', during, 'ms', { name: 'without one', value: before })
  atMost('list during an export', during / before, 1.2)
} finally {
  await bench.end()
}
