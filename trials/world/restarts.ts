import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { type ServerProcess, startServer } from '../../tests/start/server-process.ts'
import { type Api, apiOf } from './api.ts'
import { dataFolder } from './data-folder.ts'
import { databasePid } from './database.ts'
import { trialResources } from './resources.ts'

export type KilledPart = 'server' | 'database' | 'both'

export type MortalServer = {
  folder: string
  api: () => Api
  url: () => string
  /**
   * Kills a part with SIGKILL and restarts the server if it was killed. Returns the ms until the server is ready again.
   */
  kill: (part: KilledPart) => Promise<number>
  remove: () => Promise<void>
}

const POLL_MS = 20
/** Timeout of a restart, after which the server will never be ready. */
const GIVE_UP_MS = 120_000

/**
 * Least factor by which time limits are extended. The limits of a quick run are loose, because other tests may run at the
 * same time; it checks only that no data is lost or doubled. Whole runs also check times.
 */
const LEAST_STRAIN = process.argv.includes('--quick') ? 20 : 1

export const strain = (): number => Math.max(LEAST_STRAIN, loadavg()[0]! / availableParallelism())

const isReady = async (url: string): Promise<boolean> => {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status === 200
}

/** A demo server that can be killed at any moment, with or without its database. */
export const startMortalServer = async (environment: Record<string, string> = {}): Promise<MortalServer> => {
  const folder = dataFolder()
  const start = () => startServer({ COHESION_DATA: folder.path, COHESION_DEMO: 'on', ...environment })
  let current: ServerProcess = await start()
  const killDatabase = () => {
    const pid = databasePid(folder.path)
    if (pid) process.kill(pid, 'SIGKILL')
    return pid
  }

  return {
    folder: folder.path,
    url: () => current.url,
    api: () => apiOf(current.url),
    kill: async (part) => {
      const begin = performance.now()
      const killed = part === 'server' ? undefined : killDatabase()
      if (part !== 'database') {
        await current.end('SIGKILL')
        current = await start()
      }
      const tookMs = () => performance.now() - begin
      while (databasePid(folder.path) === (killed ?? 0) || !(await isReady(current.url))) {
        if (tookMs() > GIVE_UP_MS * strain()) throw new Error(`not ready again: ${current.said().slice(-500)}`)
        await pause(POLL_MS)
      }
      return tookMs()
    },
    remove: trialResources.add(async () => {
      await current.stop()
      await folder.remove()
    }),
  }
}
