import type { AddressInfo } from 'node:net'
import type { buildApp } from '../app.ts'
import { StartProblem } from '../platform/db/start-problem.ts'
import type { Config } from './config.ts'
import type { Connections } from './connections.ts'
import type { StartedDatabase } from './database.ts'

export async function listen(app: App, { host, port, tls }: Config): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw explainListenError(error as NodeJS.ErrnoException, { host, port })
  }
  const { port: chosen } = app.server.address() as AddressInfo
  const shown = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host
  return `${tls ? 'https' : 'http'}://${shown.includes(':') ? `[${shown}]` : shown}:${chosen}`
}

export function explainListenError(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartProblem(`Port ${port} of ${host} is taken: set PORT to a free one`)
    case 'EACCES':
      return new StartProblem(`Port ${port} needs more rights than this user has: set PORT to 1024 or above`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartProblem(`HOST is ${JSON.stringify(host)}: this machine has no such address`)
    default:
      return error
  }
}

/** Requests that still run after this time are aborted. */
const drainInMs = 20_000

type App = Awaited<ReturnType<typeof buildApp>>
export type Running = { app?: App; connections?: Connections; database?: StartedDatabase }

/** Stops everything in the opposite order of the start: streams and requests first, PostgreSQL last. */
export async function stop({ app, connections, database }: Running): Promise<void> {
  const closed = app?.close()
  await connections?.cutWhenQuiet(drainInMs)
  await closed
  await database?.stop()
}
