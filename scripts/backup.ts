// `npm run backup [-- --to FOLDER]`, `npm run backup -- --to s3://bucket/prefix`: writes all data into one file. The
// server may be running.
import { parseArgs } from 'node:util'
import { makeBackup } from '../server/src/operations/backup/make.ts'
import { openPlace } from '../server/src/operations/backup/place.ts'
import { noteGoodBackup } from '../server/src/operations/backup/queries.ts'
import { StartProblem } from '../server/src/platform/db/start-problem.ts'
import { openStore } from '../server/src/platform/files/local.ts'
import { readConfig } from '../server/src/start/config.ts'
import { reachDatabase } from '../server/src/start/database.ts'
import { countRows, databaseIsLost, formatCount, fromCaller } from './lib/command.ts'

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
    if (!values.to) await noteGoodBackup(connection, name)
    const rows = countRows(checksums.tables)
    console.log(`${place.address}/${name}`)
    console.log(
      `${formatCount(rows)} rows, ${formatCount(checksums.files.count)} files, ${formatCount(bytes)} bytes, ` +
        `${passphrase ? '' : 'not '}encrypted, written and read back in ${seconds.toFixed(1)} s`,
    )
    if (checksums.files.missing > 0)
      console.warn(`${formatCount(checksums.files.missing)} files are missing from the store and from this backup`)
  } finally {
    await stop()
  }
}
