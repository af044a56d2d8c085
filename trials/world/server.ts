import { execFileSync } from 'node:child_process'
import { type ServerProcess, startServer } from '../../tests/start/server-process.ts'
import { type Api, apiOf } from './api.ts'
import { dataFolder } from './data-folder.ts'
import { type ResourceList, runResources, trialResources } from './resources.ts'

export type TrialServer = ServerProcess & {
  folder: string
  api: Api
  /** Resident memory of the server's process, in bytes. */
  memoryBytes: () => number
  remove: () => Promise<void>
}

/** For trials that ask more than any person would; the limits themselves have trials of their own. */
export const noRequestLimits: Record<string, string> = {
  COHESION_LIMIT_NETWORK: '0',
  COHESION_LIMIT_SESSION: '0',
  COHESION_LIMIT_STRANGERS: '0',
  COHESION_LIMIT_KEY: '0',
}

/** The trial is believed when it says from which address a request comes. */
export const asProxy: Record<string, string> = { COHESION_TRUST_PROXY: 'loopback' }

/** A server of the trial's own on an empty data folder, with the demo in it. */
export const startTrialServer = async (
  environment: Record<string, string> = {},
  resources: ResourceList = trialResources,
): Promise<TrialServer> => {
  const folder = dataFolder(resources)
  const server = await startServer({ COHESION_DATA: folder.path, COHESION_DEMO: 'on', ...environment })
  return {
    ...server,
    folder: folder.path,
    api: apiOf(server.url),
    memoryBytes: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.process.pid)])) * 1024,
    remove: resources.add(async () => {
      await server.stop()
      await folder.remove()
    }),
  }
}

let shared: Promise<TrialServer> | undefined
/** One server for all trials that only ask, without request limits and as its proxy. It starts when first asked for. */
export const sharedServer = (): Promise<TrialServer> => {
  shared ??= startTrialServer({ ...noRequestLimits, ...asProxy }, runResources)
  return shared
}
