/**
 * Restores the access of the server owner. Run on the server's machine, with its environment; the server may be
 * running. Turns off the second factor, ends the sessions and prints a re-entry link. `npm run owner -- USERNAME`
 * chooses one of several owners, or makes this Technician the owner if there is none.
 */
import { openDatabase } from '../server/src/platform/db/database.ts'
import { runningEmbedded } from '../server/src/platform/db/embedded.ts'
import { StartProblem } from '../server/src/platform/db/start-problem.ts'
import { readConfig } from '../server/src/start/config.ts'
import { startDatabase } from '../server/src/start/database.ts'
import { letOwnerIn } from '../server/src/start/owner.ts'

const open = async (config: ReturnType<typeof readConfig>) => {
  const running = config.databaseUrl ? undefined : runningEmbedded(config.dataFolder)
  if (!running) return startDatabase(config, { report: (sentence) => console.error(sentence) })
  const database = openDatabase(running)
  return { ...database, stop: database.close }
}

try {
  const config = readConfig(process.env)
  const database = await open(config)
  try {
    const { username, link, expiresAt, wasFactorOn, isNew } = await letOwnerIn(
      database,
      config.publicUrl,
      process.argv[2],
    )
    if (isNew) console.log(`${username} owns this server now.`)
    if (wasFactorOn) console.log(`Two-step verification of ${username} is off.`)
    console.log(`Re-entry link of ${username}, until ${expiresAt.toISOString()}:\n${link}`)
  } finally {
    await database.stop()
  }
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error)
  process.exitCode = 1
}
