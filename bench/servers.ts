import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type ServerProcess, startServer } from '../tests/start/server-process.ts'
import { loadIntoMemory, signIn } from './in-memory.ts'

export const benchFolder =
  process.env.BENCH_FOLDER ?? join(tmpdir(), `cohesion-bench-${randomBytes(6).toString('hex')}`)

export function fillData(events: number): string {
  const data = join(benchFolder, String(events))
  if (!existsSync(data)) {
    const script = resolve(import.meta.dirname, '../scripts/demo.ts')
    const env = { ...process.env, COHESION_DATA: data, COHESION_DEMO: 'on' }
    spawnSync(process.execPath, [script, '--events', String(events), '--members', '500'], { env, stdio: 'inherit' })
  }
  return data
}

export async function serverWith(events: number): Promise<ServerProcess> {
  const server = await startServer({ COHESION_DATA: fillData(events), COHESION_DEMO: 'on', LOG_LEVEL: 'info' })
  await loadIntoMemory(server.url, await signIn(server.url, 'cohesion-web'), events)
  return server
}

export function removeServers(): void {
  if (!process.env.BENCH_FOLDER) rmSync(benchFolder, { recursive: true, force: true })
}
