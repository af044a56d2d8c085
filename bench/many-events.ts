import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { multiply } from './multiply.ts'
import { benchFolder, fillData } from './servers.ts'

/** Above this events are copied, not made. */
const MOST_MADE = 1_000_000

/**
 * A data folder with so many events, in one service or spread over several. Copies lie beside what they were made of until
 * they are whole.
 */
export async function dataWith(events: number, services = 1): Promise<string> {
  if (events <= MOST_MADE) return fillData(events, services)
  const data = join(benchFolder, services === 1 ? String(events) : `${events}-${services}`)
  if (existsSync(data)) return data
  const part = `${data}.part`
  rmSync(part, { recursive: true, force: true })
  // With their owner: where root runs this, PostgreSQL has a user of its own.
  execFileSync('cp', ['-a', fillData(MOST_MADE, services), part])
  await multiply(part, events / MOST_MADE)
  renameSync(part, data)
  return data
}
