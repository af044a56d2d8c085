// `npm run doctor`: looks for common faults of a server, in the environment of that server. Prints each fault in a
// sentence with its remedy. Changes nothing. Exits with 1 if there is a fault.
import { openPool } from '../server/src/platform/db/database.ts'
import { StartProblem } from '../server/src/platform/db/start-problem.ts'
import { readConfig } from '../server/src/start/config.ts'
import { type ReachedDatabase, reachDatabase } from '../server/src/start/database.ts'
import { checks, examine, thisMachine } from '../server/src/start/doctor/doctor.ts'

const isServing = async (port: number): Promise<boolean> => {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2000) }).catch(
    () => undefined,
  )
  return answer?.ok === true && (await answer.text()).includes('"status":"ok"')
}

try {
  const config = readConfig(process.env)
  const database = await reachDatabase(config, { onLost: () => {}, report: () => {} }).catch(
    (): ReachedDatabase | undefined => undefined,
  )
  const pool = database && openPool(database.connection, { max: 1 })
  try {
    const patient = {
      config,
      pool,
      isServing: await isServing(config.port),
      now: () => new Date(),
      fetch,
      machine: thisMachine,
    }
    const faults = await examine(patient)
    for (const { name, sentence, remedy } of faults) console.log(`✗ ${name}: ${sentence}\n  ${remedy}`)
    console.log(
      faults.length > 0
        ? `${faults.length} of ${checks.length} checks found a fault.`
        : `${checks.length} checks, no fault.`,
    )
    if (!patient.isServing) console.log('The server is not running: its address and its proxy were not checked.')
    process.exitCode = faults.length > 0 ? 1 : 0
  } finally {
    await pool?.end()
    await database?.stop()
  }
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error)
  process.exitCode = 1
}
