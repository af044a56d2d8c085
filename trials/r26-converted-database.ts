import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { fillDemo } from '../server/src/demo/fill.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { type Embedded, startEmbedded } from '../server/src/platform/db/embedded.ts'
import { migrateToLatest } from '../server/src/platform/db/migrate.ts'
import { tableNames } from '../server/src/platform/db/tables.ts'
import { installBinaries } from '../server/src/start/convert-postgres.ts'
import { commandEnvironment } from '../tests/start/server-process.ts'
import { failureList, type Outcome, type Trial } from './trial.ts'
import { dataFolder } from './world/data-folder.ts'
import { makeVolume } from './world/installed/bare-root.ts'

const OLD = '17'
/** A conversion is a backup and a restore, and presence is not part of a backup. */
const NOT_KEPT = new Set(['presence'])

const contentsOf = async ({ connection }: Embedded) => {
  const { pool, close } = openDatabase(connection)
  const contents = new Map<string, { rows: number; hash: string }>()
  for (const table of tableNames) {
    const { rows: found } = await pool.query('select to_regclass($1) is not null as is_there', [table])
    if (!found[0].is_there || NOT_KEPT.has(table)) continue
    const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from "${table}" t order by 1`)
    const hash = createHash('sha256')
      .update(rows.map(({ row }) => row).join('\n'))
      .digest('hex')
    contents.set(table, { rows: rows.length, hash })
  }
  const { rows } = await pool.query('show server_version')
  await close()
  return { contents, version: String(rows[0].server_version) }
}

const withPostgres = async <Result>(
  folder: string,
  options: { packageFolder?: string },
  work: (postgres: Embedded) => Promise<Result>,
) => {
  const postgres = await startEmbedded(folder, options)
  return work(postgres).finally(() => postgres.stop())
}

export const trial: Trial = {
  id: 'R26',
  title: 'The embedded database of an earlier PostgreSQL, converted',
  run: async (): Promise<Outcome> => {
    const failures = failureList()
    const folder = dataFolder()
    const packageFolder = await installBinaries(makeVolume(), OLD)
    const before = await withPostgres(folder.path, { packageFolder }, async (postgres) => {
      const { db, close } = openDatabase(postgres.connection)
      await migrateToLatest(db)
      await fillDemo(db)
      await close()
      return contentsOf(postgres)
    })
    const environment = { ...commandEnvironment, COHESION_DATA: folder.path, HOME: process.env.HOME ?? '' }
    const begin = performance.now()
    const command = ['scripts/upgrade.ts', '--postgres']
    const { stdout } = await promisify(execFile)(process.execPath, command, { env: { ...process.env, ...environment } })
    const seconds = Math.round((performance.now() - begin) / 1_000)
    if (!stdout.includes(`PostgreSQL ${OLD} is converted`)) failures.add(`the command said: ${stdout.slice(-300)}`)
    const after = await withPostgres(folder.path, {}, contentsOf)
    if (Number.parseInt(after.version, 10) <= Number(OLD)) failures.add(`the database is still ${after.version}`)
    for (const [table, { rows, hash }] of before.contents)
      if (after.contents.get(table)?.hash !== hash)
        failures.add(`${table}: ${rows} rows before, ${after.contents.get(table)?.rows} after, or others`)
    const rows = [...before.contents.values()].reduce((sum, table) => sum + table.rows, 0)
    return {
      counts: { from: before.version, to: after.version, tables: before.contents.size, rows, seconds },
      failures: failures.all(),
    }
  },
}
