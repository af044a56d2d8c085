import { demoAccounts, demoPassword } from '../demo/fill.ts'
import * as setups from '../setup/queries.ts'
import type { Config } from './config.ts'
import type { StartedDatabase } from './database.ts'
import { secondsSince } from './step.ts'

/** The last lines of the start, written at once: where to go, and how to get in. */
export async function welcome(config: Config, { db }: StartedDatabase, address: string): Promise<void> {
  const wayIn = config.demo ? [demoLine] : (await setups.hasMembers(db)) ? [] : [firstSteps(await setups.token(db))]
  console.log([`Cohesion is ready at ${address} (${secondsSince(0)})`, ...wayIn].join('\n'))
}

const demoLine = `Demo accounts: ${demoAccounts.join(', ')}; the password of each is ${demoPassword}`

const firstSteps = (token: string) => `Open it to create the first service; the page asks for this token: ${token}`
