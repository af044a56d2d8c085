import { type ServerProcess, startServer } from '../../tests/start/server-process.ts'
import { type Api, apiOf } from './api.ts'
import { dataFolder } from './data-folder.ts'
import { databaseUrl } from './database.ts'
import { trialResources } from './resources.ts'
import { asProxy, noRequestLimits } from './server.ts'

export type SecondServer = ServerProcess & { api: Api; remove: () => Promise<void> }

/** Another server on the embedded database of the one in `folder`, as behind a balancer. */
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
    remove: trialResources.add(async () => {
      await server.stop()
      await own.remove()
    }),
  }
}
