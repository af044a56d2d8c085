import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { multiply } from './multiply.ts'
import { benchFolder, fillData } from './servers.ts'

/** Above this number, events are copied instead of created. */
const MOST_MADE = 1_000_000

export async function dataWith(events: number): Promise<string> {
  if (events <= MOST_MADE) return fillData(events)
  const data = join(benchFolder, String(events))
  if (existsSync(data)) return data
  const part = `${data}.part`
  rmSync(part, { recursive: true, force: true })
  // Preserves the owner, since PostgreSQL has its own user under root.
  execFileSync('cp', ['-a', fillData(MOST_MADE), part])
  await multiply(part, events / MOST_MADE)
  renameSync(part, data)
  return data
}

/** Frequent, rare and missing words, short ones, phrases, addresses, types, states and members, in both languages. */
export const searchedTexts = [
  ...['water', 'broken', 'smoke', 'street', 'zebra', 'street light', 'in the', 'a', 'wa', 'e'],
  ...['מים', 'שבור', 'ע', 'רחוב'],
  ...['noa', 'howard street', 'flood', 'in progress'],
]
