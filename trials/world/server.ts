import { execFileSync } from 'node:child_process'
import { type MailServer, startMailServer } from '../../server/src/testing/mail-server.ts'
import { prepareFolder } from '../../tests/start/prepared-folder.ts'
import { type ServerProcess, startServer } from '../../tests/start/server-process.ts'
import { type Api, apiOf } from './api.ts'
import { dataFolder } from './data-folder.ts'
import { type LoopBlock, loopMeter } from './event-loop.ts'
import { type ResourceList, runResources, trialResources } from './resources.ts'

export type TrialServer = ServerProcess & {
  folder: string
  api: Api
  /** Resident memory of the server and of the processes that decode pictures for it, in bytes. */
  memoryBytes: () => number
  remove: () => Promise<void>
}

/** Settings for trials that send more requests than a person would. Other trials test the limits. */
export const noRequestLimits: Record<string, string> = {
  COHESION_LIMIT_NETWORK: '0',
  COHESION_LIMIT_SESSION: '0',
  COHESION_LIMIT_STRANGERS: '0',
  COHESION_LIMIT_KEY: '0',
}

/** The server trusts the trial as a proxy, and takes the client's address from its header. */
export const asProxy: Record<string, string> = { COHESION_TRUST_PROXY: 'loopback' }

/** Memory of the process and its children, except PostgreSQL. */
const memoryOf = (pid: number | undefined): number =>
  execFileSync('ps', ['-o', 'rss=,args=', '-p', String(pid), '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => !line.includes('postgres'))
    .reduce((sum, line) => sum + (Number.parseInt(line.trim(), 10) || 0) * 1024, 0)

export const startTrialServer = async (
  environment: Record<string, string> = {},
  resources: ResourceList = trialResources,
): Promise<TrialServer> => {
  const folder = dataFolder(resources)
  await prepareFolder(folder.path)
  const server = await startServer({ COHESION_DATA: folder.path, COHESION_DEMO: 'on', ...environment })
  return {
    ...server,
    folder: folder.path,
    api: apiOf(server.url),
    memoryBytes: () => memoryOf(server.process.pid),
    remove: resources.add(async () => {
      await server.stop()
      await folder.remove()
    }),
  }
}

/** Addresses for streets and text messages where nothing listens, so that a trial reaches nothing outside. */
export const nowhere: Record<string, string> = {
  STREETS_URL: 'http://127.0.0.1:9/planet.pmtiles',
  COHESION_SMS_GATEWAY_URL: 'http://sms:secret@127.0.0.1:9/',
}

const mailThrough = ({ url }: MailServer): Record<string, string> => ({
  COHESION_SMTP_URL: url,
  COHESION_MAIL_FROM: 'map@example.org',
})

type SharedServer = TrialServer & { mail: MailServer; longestBlock: () => Promise<LoopBlock> }

const startShared = async (): Promise<SharedServer> => {
  const mail = await startMailServer()
  runResources.add(mail.close)
  const meter = loopMeter(runResources)
  const environment = { ...noRequestLimits, ...asProxy, ...nowhere, ...mailThrough(mail), ...meter.environment }
  return { ...(await startTrialServer(environment, runResources)), mail, longestBlock: meter.longestBlock }
}

let shared: Promise<SharedServer> | undefined
/**
 * One server for all trials that only send requests, started on first use. It has no request limits, trusts the trial
 * as its proxy, and sends mail to a local server.
 */
export const sharedServer = (): Promise<SharedServer> => {
  shared ??= startShared()
  return shared
}
