import type { buildApp } from '../app.ts'
import type { Connections } from './connections.ts'
import type { StartedDatabase } from './database.ts'

/** Requests that still run after this time are aborted. */
const drainInMs = 20_000

export type App = Awaited<ReturnType<typeof buildApp>>
export type Running = { app?: App; connections?: Connections; database?: StartedDatabase }

/** Stops everything in the opposite order of the start: streams and requests first, PostgreSQL last. */
export async function stop({ app, connections, database }: Running): Promise<void> {
  const closed = app?.close()
  await connections?.cutWhenQuiet(drainInMs)
  await closed
  await database?.stop()
}
