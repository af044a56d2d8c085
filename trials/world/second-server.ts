import { emptyFolder } from '../../tests/start/folders.ts'
import { type ServerProcess, startServer } from '../../tests/start/server-process.ts'
import { type Api, apiOf } from './api.ts'
import { databaseUrl } from './database.ts'
import { asProxy, noRequestLimits } from './server.ts'

export type SecondServer = ServerProcess & { api: Api; remove: () => Promise<void> }

/** Another server on the embedded database of the one in `folder`, as behind a balancer. */
export const startSecondServer = async (
  folder: string,
  environment: Record<string, string> = {},
): Promise<SecondServer> => {
  const own = emptyFolder()
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
    remove: async () => {
      await server.stop()
      own.remove()
    },
  }
}
