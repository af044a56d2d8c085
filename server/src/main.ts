import type { AddressInfo } from 'node:net'
import { buildApp } from './app.ts'
import type { Order } from './geo/streets/extract/extract.ts'
import * as setups from './operations/setup/queries.ts'
import type { OpenDatabase } from './platform/db/database.ts'
import { StartProblem } from './platform/db/start-problem.ts'
import { openStore } from './platform/files/local.ts'
import { openAwayServer } from './start/away-server.ts'
import { type Config, readConfig } from './start/config.ts'
import { watchConnections } from './start/connections.ts'
import { startDatabase } from './start/database.ts'
import { listen, type Running, stop } from './start/listen.ts'
import { step } from './start/step.ts'
import { readTls } from './start/tls.ts'
import { UpgradeProblem } from './start/upgrade-problem.ts'
import { welcome } from './start/welcome.ts'

type Tls = ReturnType<typeof readTls>

const running: Running = {}
let isEnding = false

// npm forwards Ctrl-C, so it arrives twice; only the first counts.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
process.on('uncaughtException', (error) => end(1, error))
let started = start()
started.catch((error) => end(exitCodeOf(error), error))

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const tls = readTls(config)
  running.database = await startDatabase(config, {
    onLost: () => end(1, new StartProblem('Another server has taken over the data folder')),
    report: (sentence) => console.error(sentence),
    // Browsers get a page that reloads, and monitoring sees a running process.
    onUpgrade: async () => (await openAwayServer(config, tls, 'upgrading')).close,
  })
  const { database } = running
  const isFirstDemo = config.demo && !(await setups.hasMembers(database.db))
  if (isFirstDemo) await step('demo', () => fillWithPictures(config, database))
  await serve(config, tls, { firstStreets: isFirstDemo && config.demoStreets ? await demoArea() : undefined })
}

async function serve(
  config: Config,
  tls: Tls,
  { firstStreets }: { firstStreets?: Order | undefined } = {},
): Promise<void> {
  const { database } = running
  if (!database || isEnding) return
  const leaveDatabase = (work: () => Promise<void>) => {
    if (isEnding) return
    started = serveAgainAfter(work, config, tls)
    started.catch((error) => end(exitCodeOf(error), error))
  }
  running.app = await step('server', () => buildApp({ config, database, tls, leaveDatabase, firstStreets }))
  if (isEnding) return
  running.connections = watchConnections(running.app.server)
  await welcome(config, database, await listen(running.app, config))
  if (firstStreets)
    console.log(
      'If there is an internet connection, streets of the demo (15 MB) are now downloaded in the background; COHESION_DEMO_STREETS=off prevents this',
    )
}

/** Replies 503 while `work` uses the database alone, then serves again on the same port. */
async function serveAgainAfter(work: () => Promise<void>, config: Config, tls: Tls): Promise<void> {
  const { app, connections, database } = running
  if (!app || !database) return
  const { port } = app.server.address() as AddressInfo
  const place = { ...config, port }
  await step('leaving the database', () => stop({ app, ...(connections && { connections }) }))
  delete running.app
  const away = await openAwayServer({ host: config.host, port }, tls, 'restoring')
  try {
    running.database = await database.reopenAfter(() => step('restore', work))
  } finally {
    await away.close()
  }
  await serve(place, tls)
}

const demoArea = async (): Promise<Order> => (await import('./demo/area.ts')).demoArea

/** Imports the demo lazily, so that a server without it never loads its texts and pictures. */
async function fillWithPictures(config: Config, { db }: OpenDatabase): Promise<void> {
  const { fillDemo } = await import('./demo/fill.ts')
  if (await fillDemo(db)) {
    const { addDemoPictures } = await import('./demo/pictures.ts')
    const { addDemoRecordings } = await import('./demo/sensors.ts')
    const store = await openStore(config)
    await addDemoPictures(db, store)
    await addDemoRecordings(db, store)
  }
}

const exitCodeOf = (error: unknown) => (error instanceof UpgradeProblem ? error.exitCode : 1)

/** Stops everything that was started, in order, also after a failed or interrupted start. */
async function end(code: number, problem?: unknown): Promise<void> {
  if (isEnding) return
  isEnding = true
  process.exitCode = code
  // A problem is shown to the operator in one line; any other error is a bug and shows its stack.
  if (problem) console.error(problem instanceof StartProblem ? problem.message : problem)
  await started.catch(() => {})
  await stop(running).catch((error) => console.error(error))
  process.exit()
}
