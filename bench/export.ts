import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
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

/** Downloads an export in another process. Returns the number of its bytes. */
const download = async (format: ExportFormat): Promise<number> => {
  const body = { format, timeZone: 'America/Los_Angeles' }
  const request = [`${url}/export`, JSON.stringify(admin), JSON.stringify(body)]
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'download.ts'), ...request])
  return Number(stdout)
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
