import type { buildApp } from '../app.ts'
import type { StartedDatabase } from './database.ts'

/** A request that takes longer than this after the signal is cut off. */
const drainInMs = 20_000

export type App = Awaited<ReturnType<typeof buildApp>>
export type Running = { app?: App; database?: StartedDatabase }

/** Ends what has been started, in the opposite order: streams and requests first, PostgreSQL last. */
export async function stop({ app, database }: Running): Promise<void> {
  if (app) await drain(app)
  await database?.stop()
}

async function drain(app: App): Promise<void> {
  // A browser keeps its connection open after the answer; such a one must not hold the server.
  const idle = setInterval(() => app.server.closeIdleConnections(), 20)
  const patience = setTimeout(() => app.server.closeAllConnections(), drainInMs)
  await app.close()
  clearInterval(idle)
  clearTimeout(patience)
}
