import * as setups from '../operations/setup/queries.ts'
import * as visitors from '../public/visitor/queries.ts'
import type { Config } from './config.ts'
import type { StartedDatabase } from './database.ts'
import { secondsSince } from './step.ts'

/** Prints the last lines of the start together: the address, and how to sign in. */
export async function welcome(config: Config, { db }: StartedDatabase, address: string): Promise<void> {
  const wayIn = config.demo
    ? [await demoLine(), ...(await publicPage(config, db))]
    : (await setups.hasMembers(db))
      ? []
      : [firstSteps(await setups.token(db))]
  console.log([`Cohesion is ready at ${address} (${secondsSince(0)})`, ...wayIn].join('\n'))
}

async function publicPage({ publicUrl }: Config, db: StartedDatabase['db']): Promise<string[]> {
  const { demoAccounts } = await import('../demo/fill.ts')
  const token = await visitors.tokenOfMembers(db, demoAccounts)
  return token ? [`Public page for visitors: ${publicUrl}/invite?token=${token}`] : []
}

/** Imports the demo lazily: a server without a demo never loads it. */
async function demoLine(): Promise<string> {
  const { demoAccounts, demoPassword, hebrewAccount } = await import('../demo/fill.ts')
  return `Demo accounts: ${demoAccounts.join(', ')}, and ${hebrewAccount} for a service in Hebrew; the password of each is ${demoPassword}`
}

const firstSteps = (token: string) => `Open it to create the first service; the page asks for this token: ${token}`
