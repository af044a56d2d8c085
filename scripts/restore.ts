// `npm run restore -- FILE [--replace]`: puts a backup into the database and the files of this server, which must not run.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openBackup } from '../server/src/backup/place.ts'
import { restoreArchive } from '../server/src/backup/restore.ts'
import { openStore } from '../server/src/files/store.ts'
import { readConfig, StartProblem } from '../server/src/start/config.ts'
import { reachDatabaseAlone } from '../server/src/start/database.ts'

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
  if (!file || more.length > 0) throw new StartProblem('Say which backup: npm run restore -- FILE')
  const config = readConfig(process.env)
  const address = file.startsWith('s3://') ? file : resolve(process.env.INIT_CWD ?? process.cwd(), file)
  const openArchive = await openBackup(address, config.backup.s3)
  const { connection, stop } = await reachDatabaseAlone(config, { onLost: databaseIsLost, report: console.error })
  const startInMs = performance.now()
  const steps = {
    verify: 'reading it whole',
    load: 'loading',
    index: 'indexing',
    upgrade: 'upgrading',
    finish: 'finishing',
  }
  try {
    const target = { connection, store: await openStore(config) }
    const { manifest, checksums, skippedFiles } = await restoreArchive(openArchive, target, {
      passphrase: config.backup.passphrase,
      mayReplace: values.replace,
      onStep: (step) => console.log(`${seconds(startInMs)} ${steps[step]} …`),
    })
    const rows = Object.values(checksums.tables).reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Restored “${manifest.serverName}” as it was at ${manifest.createdAt}: ${rows.toLocaleString('en')} rows, ` +
        `${checksums.files.count.toLocaleString('en')} files, in ${seconds(startInMs)}. Everyone signs in again.`,
    )
    if (skippedFiles > 0) console.warn(`${skippedFiles} files were left out: they are not what their rows say`)
  } finally {
    await stop()
  }
}

function seconds(startInMs: number): string {
  return `${((performance.now() - startInMs) / 1000).toFixed(1)} s`
}

function databaseIsLost(): never {
  console.error('Another server has taken over the data folder')
  process.exit(1)
}
