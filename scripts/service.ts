// `npm run service -- list`, `npm run service -- export ID [--to FOLDER]`, `npm run service -- import FILE`: moves one
// service to another server. The importing server must be stopped.
import { parseArgs } from 'node:util'
import { makeBackup } from '../server/src/operations/backup/make.ts'
import { openBackup, openPlace } from '../server/src/operations/backup/place.ts'
import { importService } from '../server/src/operations/backup/service/import-service.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { StartProblem } from '../server/src/platform/db/start-problem.ts'
import { openStore } from '../server/src/platform/files/local.ts'
import { type Config, readConfig } from '../server/src/start/config.ts'
import { reachDatabase, reachDatabaseAlone } from '../server/src/start/database.ts'
import { countRows, databaseIsLost, formatCount, fromCaller } from './lib/command.ts'

const usage =
  'Usage: npm run service -- list, npm run service -- export ID [--to FOLDER], or npm run service -- import FILE'

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } })
  const [command, subject, ...more] = positionals
  const config = readConfig(process.env)
  if (command === 'list' && !subject) await list(config)
  else if (command === 'export' && subject && more.length === 0) await exportTo(config, subject, values.to)
  else if (command === 'import' && subject && more.length === 0) await importFrom(config, subject)
  else throw new StartProblem(usage)
} catch (problem) {
  console.error(problem instanceof StartProblem ? problem.message : problem)
  process.exitCode = 1
}

async function list(config: Config): Promise<void> {
  const { connection, stop } = await reachDatabase(config, { onLost: databaseIsLost, report: console.error })
  const { db, close } = openDatabase(connection)
  try {
    const services = await db
      .selectFrom('service')
      .select(['id', 'title'])
      .where('deletedAt', 'is', null)
      .orderBy('title')
      .execute()
    for (const { id, title } of services) console.log(`${id}  ${title}`)
  } finally {
    await close()
    await stop()
  }
}

async function exportTo(config: Config, serviceId: string, to: string | undefined): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(serviceId)) throw new StartProblem('Give the id of the service: npm run service -- list')
  const { passphrase, s3 } = config.backup
  const place = await openPlace(fromCaller(to ?? '.'), s3)
  const { connection, stop } = await reachDatabase(config, { onLost: databaseIsLost, report: console.error })
  try {
    const source = { connection, store: await openStore(config), secrets: {}, serviceId }
    const { name, bytes, manifest, checksums } = await makeBackup(source, place, { kind: 'service', passphrase })
    const rows = countRows(checksums.tables)
    console.log(`${place.address}/${name}`)
    console.log(
      `“${manifest.service?.title}”: ${formatCount(rows)} rows, ${formatCount(checksums.files.count)} files, ${formatCount(bytes)} bytes, ` +
        `${passphrase ? '' : 'not '}encrypted`,
    )
  } finally {
    await stop()
  }
}

async function importFrom(config: Config, file: string): Promise<void> {
  const openArchive = await openBackup(fromCaller(file), config.backup.s3)
  const { connection, stop } = await reachDatabaseAlone(config, { onLost: databaseIsLost, report: console.error })
  try {
    const target = { connection, store: await openStore(config) }
    const { manifest, checksums, renamed, skippedFiles } = await importService(openArchive, target, {
      passphrase: config.backup.passphrase,
    })
    const rows = countRows(checksums.tables)
    console.log(
      `Added “${manifest.service?.title}”: ${formatCount(rows)} rows, ${formatCount(checksums.files.count)} files.`,
    )
    for (const { from, to } of renamed) console.log(`The username ${from} is taken here: the member signs in as ${to}`)
    if (skippedFiles > 0) console.warn(`${skippedFiles} files were skipped: their content does not match their type`)
  } catch (problem) {
    console.error('Nothing was changed.')
    throw problem
  } finally {
    await stop()
  }
}
