import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { memoryPeak } from './memory.ts'
import { line } from './ratio.ts'
import { benchFolder, fillData, removeServers } from './servers.ts'

/**
 * Measures the time, size and peak memory of a backup of many events, and the time and peak memory of its restore.
 * Wanted: the memory does not grow with the number of events.
 */
const few = Number(process.env.BENCH_FEW ?? 100_000)
const many = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const MEGABYTE = 1_000_000

const script = (name: string) => resolve(import.meta.dirname, `../scripts/${name}.ts`)

type Run = { said: string; seconds: number; peak: number }

const run = async (name: string, args: string[], data: string): Promise<Run> => {
  const begin = performance.now()
  const child = spawn(process.execPath, [script(name), ...args], {
    env: { ...process.env, COHESION_DATA: data, COHESION_DEMO: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const peak = memoryPeak(child)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${name} failed: ${said}`)
  return { said, seconds: (performance.now() - begin) / 1000, peak: peak() }
}

const rowsIn = (said: string): string => /([\d,]+) rows/.exec(said)?.[1] ?? 'no'

const measure = async (events: number) => {
  const data = fillData(events)
  const backup = await run('backup', ['--to', benchFolder], data)
  const file = backup.said.split('\n')[0] ?? ''
  const restored = join(benchFolder, `restored-${events}`)
  // The first start creates a cluster, which is not part of a restore.
  if (existsSync(restored)) rmSync(restored, { recursive: true })
  spawnSync(process.execPath, [script('service'), 'list'], { env: { ...process.env, COHESION_DATA: restored } })
  const restore = await run('restore', [file], restored)
  if (rowsIn(backup.said) !== rowsIn(restore.said)) throw new Error(`${restore.said} of ${backup.said}`)
  const bytes = statSync(file).size
  rmSync(file)
  rmSync(restored, { recursive: true })
  return { backup, restore, bytes, rows: rowsIn(restore.said) }
}

try {
  const small = await measure(few)
  const large = await measure(many)
  const against = (value: number) => ({ name: `with ${few}`, value })
  console.log(`${large.rows} rows of ${many} events, all restored`)
  line(`size of the backup of ${many} events`, large.bytes / MEGABYTE, 'MB', against(small.bytes / MEGABYTE))
  for (const name of ['backup', 'restore'] as const) {
    line(`${name} of ${many} events`, large[name].seconds, 's', against(small[name].seconds))
    line(`most memory of that ${name}`, large[name].peak / MEGABYTE, 'MB', against(small[name].peak / MEGABYTE))
  }
} finally {
  removeServers()
}
