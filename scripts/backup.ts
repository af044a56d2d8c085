// `npm run backup [-- --to FOLDER]`, `npm run backup -- --to s3://bucket/prefix`: one file with everything, from a server that
// runs or one that does not.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeBackup } from '../server/src/backup/make.ts'
import { openPlace } from '../server/src/backup/place.ts'
import { openStore } from '../server/src/files/store.ts'
import { readConfig, StartProblem } from '../server/src/start/config.ts'
import { reachDatabase } from '../server/src/start/database.ts'

try {
  await backUp()
} catch (problem) {
  console.error(problem instanceof StartProblem ? problem.message : problem)
  process.exitCode = 1
}

async function backUp(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const config = readConfig(process.env)
  const { passphrase, s3, to } = config.backup
  const place = await openPlace(values.to ? fromCaller(values.to) : to, s3)
  const { connection, stop } = await reachDatabase(config, { onLost: databaseIsLost, report: console.error })
  try {
    const source = { connection, store: await openStore(config), secrets: { vapid: config.vapid } }
    const { name, bytes, seconds, checksums } = await makeBackup(source, place, { kind: 'manual', passphrase })
    const rows = Object.values(checksums.tables).reduce((sum, table) => sum + table.rows, 0)
    console.log(`${place.address}/${name}`)
    console.log(
      `${number(rows)} rows, ${number(checksums.files.count)} files, ${number(bytes)} bytes, ` +
        `${passphrase ? '' : 'not '}encrypted, written and read back in ${seconds.toFixed(1)} s`,
    )
    if (checksums.files.missing > 0)
      console.warn(`${number(checksums.files.missing)} files are missing from the store and from this backup`)
  } finally {
    await stop()
  }
}

/** npm runs this in the checkout; a relative path is meant from where the person is. */
function fromCaller(address: string): string {
  return address.startsWith('s3://') ? address : resolve(process.env.INIT_CWD ?? process.cwd(), address)
}

function databaseIsLost(): never {
  console.error('Another server has taken over the data folder')
  process.exit(1)
}

function number(value: number): string {
  return value.toLocaleString('en')
}
