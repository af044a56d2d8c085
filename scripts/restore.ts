// `npm run restore -- FILE [--replace]`: writes a backup into the database and the files of this server, which must be
// stopped.
import { parseArgs } from 'node:util'
import { openBackup } from '../server/src/operations/backup/place.ts'
import { restoreArchive } from '../server/src/operations/backup/restore.ts'
import { StartProblem } from '../server/src/platform/db/start-problem.ts'
import { openStore } from '../server/src/platform/files/local.ts'
import { readConfig } from '../server/src/start/config.ts'
import { reachDatabaseAlone } from '../server/src/start/database.ts'
import { countRows, databaseIsLost, formatCount, fromCaller } from './lib/command.ts'

try {
  await restore()
} catch (problem) {
  console.error(problem instanceof StartProblem ? problem.message : problem)
  console.error('Nothing was changed.')
  process.exitCode = 1
}

async function restore(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new StartProblem('Usage: npm run restore -- FILE [--replace]')
  const config = readConfig(process.env)
  const address = fromCaller(file)
  const openArchive = await openBackup(address, config.backup.s3)
  const { connection, stop } = await reachDatabaseAlone(config, { onLost: databaseIsLost, report: console.error })
  const startInMs = performance.now()
  const steps = {
    verify: 'verifying',
    load: 'loading',
    index: 'indexing',
    upgrade: 'upgrading',
    finish: 'finishing',
  }
  try {
    const target = { connection, store: await openStore(config) }
    const { manifest, checksums, skippedFiles, unreadable } = await restoreArchive(openArchive, target, {
      passphrase: config.backup.passphrase,
      mayReplace: values.replace,
      onStep: (step) => console.log(`${seconds(startInMs)} ${steps[step]} …`),
    })
    const rows = countRows(checksums.tables)
    console.log(
      `Restored “${manifest.serverName}” as it was at ${manifest.createdAt}: ${formatCount(rows)} rows, ` +
        `${formatCount(checksums.files.count)} files, in ${seconds(startInMs)}. Everyone signs in again.`,
    )
    if (skippedFiles > 0) console.warn(`${skippedFiles} files were skipped: their content does not match their type`)
    for (const name of unreadable) console.warn(`A value cannot be read, and jobs skip its row: ${name}`)
  } finally {
    await stop()
  }
}

function seconds(startInMs: number): string {
  return `${((performance.now() - startInMs) / 1000).toFixed(1)} s`
}
