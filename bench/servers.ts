import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type ServerProcess, startServer } from '../tests/start/server-process.ts'

/** BENCH_FOLDER keeps what was made, for the next run: a million events take some minutes. */
export const benchFolder =
  process.env.BENCH_FOLDER ?? join(tmpdir(), `cohesion-bench-${randomBytes(6).toString('hex')}`)

/** A data folder with so many events of 500 members; no server runs on it. */
export function fillData(events: number): string {
  const data = join(benchFolder, String(events))
  if (!existsSync(data)) {
    const script = resolve(import.meta.dirname, '../scripts/demo.ts')
    const env = { ...process.env, COHESION_DATA: data, COHESION_DEMO: 'on' }
    spawnSync(process.execPath, [script, '--events', String(events), '--members', '500'], { env, stdio: 'inherit' })
  }
  return data
}

/** A server of its own on such a folder, that has read into memory what it holds there. */
export async function serverWith(events: number): Promise<ServerProcess> {
  const server = await startServer({ COHESION_DATA: fillData(events), COHESION_DEMO: 'on', LOG_LEVEL: 'info' })
  const ended = once(server.process, 'close').then(() => Promise.reject(new Error('the server ended')))
  const spoke = () => Promise.race([once(server.process.stdout ?? server.process, 'data'), ended])
  while (!server.said().includes('all words are in memory')) await spoke()
  ended.catch(() => {})
  return server
}

export function removeServers(): void {
  if (!process.env.BENCH_FOLDER) rmSync(benchFolder, { recursive: true, force: true })
}
