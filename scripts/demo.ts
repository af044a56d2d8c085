import { addBulk } from '../server/src/demo/bulk.ts'
import { readBulkOptions } from '../server/src/demo/bulk-options.ts'
import { fillDemo } from '../server/src/demo/fill.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { StartProblem } from '../server/src/platform/db/start-problem.ts'
import { type Config, readConfig } from '../server/src/start/config.ts'
import { runningDatabase, type StartedDatabase, startDatabase } from '../server/src/start/database.ts'
import { step } from '../server/src/start/step.ts'
import { databaseIsLost, formatCount } from './lib/command.ts'

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort())

try {
  await addDemo()
} catch (problem) {
  console.error(problem instanceof StartProblem ? problem.message : problem)
  process.exitCode = 1
}

async function addDemo(): Promise<void> {
  const options = readBulkOptions(process.argv.slice(2))
  const { db, stop } = await findDatabase(readConfig(process.env))
  try {
    await step('demo', () => fillDemo(db))
    const startInMs = performance.now()
    const { events, entries } = await addBulk(db, options, {
      onProgress: (done) => showProgress(done, options.events),
      signal: interruption.signal,
    })
    const seconds = (performance.now() - startInMs) / 1000
    const rate = Math.round(events / seconds)
    console.log(
      `${formatCount(options.members)} members, ${formatCount(events)} events and ${formatCount(entries)} entries` +
        ` in ${seconds.toFixed(1)} s (${formatCount(rate)} events/s)`,
    )
  } finally {
    await stop()
  }
}

/**
 * Opens the database of DATABASE_URL or of the server that runs on the data folder. Otherwise starts the embedded
 * database.
 */
async function findDatabase(config: Config): Promise<Pick<StartedDatabase, 'db' | 'connection' | 'stop'>> {
  const running = config.databaseUrl ? undefined : runningDatabase(config)
  if (!running) return startDatabase(config, { onLost: databaseIsLost, report: console.error })
  const database = openDatabase(running)
  return { ...database, stop: database.close }
}

/** Shows progress: one line that counts up on a terminal, or a line for each tenth in a log file. */
function showProgress(done: number, all: number): void {
  const text = `events … ${formatCount(done)} of ${formatCount(all)}`
  if (process.stdout.isTTY) process.stdout.write(`\r${text}${done === all ? '\n' : ''}`)
  else if (Math.floor((done * 10) / all) > Math.floor(((done - 5_000) * 10) / all)) console.log(text)
}
