import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerProcess, startServer } from '../../tests/start/server-process.ts'
import { type Api, apiOf } from './api.ts'
import { dataFolder } from './data-folder.ts'
import { databaseUrl } from './database.ts'
import { trialResources } from './resources.ts'
import { asProxy, noRequestLimits } from './server.ts'

export type SecondServer = ServerProcess & { api: Api; folder: string; remove: () => Promise<void> }

/** Starts another server on the embedded database of the server in `folder`, as behind a balancer. */
export const startSecondServer = async (
  folder: string,
  environment: Record<string, string> = {},
): Promise<SecondServer> => {
  const own = dataFolder()
  const server = await startServer({
    COHESION_DATA: own.path,
    DATABASE_URL: databaseUrl(folder),
    NODE_COMPILE_CACHE: 'node_modules/.cache/node',
    ...noRequestLimits,
    ...asProxy,
    ...environment,
  })
  return {
    ...server,
    api: apiOf(server.url),
    folder: own.path,
    remove: trialResources.add(async () => {
      await server.stop()
      await own.remove()
    }),
  }
}

/** Folder for archives of streets, as in docs/operations/streets.md. */
export const streetsFolderOf = ({ folder }: { folder: string }): string => join(folder, 'streets')

/** Limit of requests per minute and session on each server of a pair. */
export const PAIR_LIMIT = 600

/**
 * Starts two servers on the database of the server in `folder`. Both have a request limit and share one folder of
 * streets, as docs/operations/scale.md requires.
 */
export const startPair = async (folder: string): Promise<[SecondServer, SecondServer]> => {
  const limits = { COHESION_LIMIT_SESSION: String(PAIR_LIMIT) }
  const one = await startSecondServer(folder, limits)
  const other = await startSecondServer(folder, limits)
  mkdirSync(streetsFolderOf(one), { recursive: true })
  symlinkSync(streetsFolderOf(one), streetsFolderOf(other))
  return [one, other]
}
