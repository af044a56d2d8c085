import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { databasePid, databaseUrl } from '../world/database.ts'
import { type Scene, startCrowd, waitUntilRecovered, waitUntilUnready } from './crowd.ts'

const PAUSE_MS = { quick: 2_000, whole: 20_000 }
const POLL_MS = 50

/** Ids of PostgreSQL's processes. Each process leads its own process group, so each gets its own signal. */
const processesOf = (pid: number): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([own = 0, parent]) => (own === pid || parent === pid ? [own] : []))

const signal = (pids: number[], name: 'SIGSTOP' | 'SIGCONT') => {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {
      // The process has ended meanwhile.
    }
}

/** Pauses the whole database, as on a suspended machine, and resumes it. */
export const pauseDatabase = async (scene: Scene, folder: string) => {
  const name = 'paused database'
  const crowd = startCrowd(scene, name)
  const pid = databasePid(folder) ?? 0
  const pids = processesOf(pid)
  signal(pids, 'SIGSTOP')
  try {
    await waitUntilUnready(scene, name)
    await pause(scene.isQuick ? PAUSE_MS.quick : PAUSE_MS.whole)
  } finally {
    signal([...pids, ...processesOf(pid)], 'SIGCONT')
  }
  const recoveredMs = await waitUntilRecovered(scene, crowd, name)
  return { ...(await crowd.stop()), recoveredMs }
}

/** Makes every connection of the server wait for a lock until the first request gets 503. */
export const exhaustPool = async (scene: Scene, folder: string) => {
  const name = 'exhausted pool'
  const crowd = startCrowd(scene, name)
  const holder = new pg.Client({ connectionString: databaseUrl(folder) })
  await holder.connect()
  await holder.query('begin; lock table session, member in access exclusive mode')
  const more = Array.from({ length: 20 }, () => scene.api.send('GET', '/user/profile', scene.technician))
  try {
    await waitUntilUnready(scene, name)
    while (crowd.putOff() === 0) await pause(POLL_MS)
  } finally {
    await holder.query('rollback')
    await holder.end()
  }
  for (const { status } of await Promise.all(more))
    if (status !== 200 && status !== 503) scene.fail(`${name}: a caller in the queue got ${status}`)
  const recoveredMs = await waitUntilRecovered(scene, crowd, name)
  return { ...(await crowd.stop()), recoveredMs }
}
