import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { startEmbedded } from '../../server/src/platform/db/embedded.ts'
import { makeWhole, prepareDataFolder } from '../../server/src/platform/db/embedded-folder.ts'
import { migrateToLatest } from '../../server/src/platform/db/migrate.ts'
import { checkout, filesUnder } from '../source.ts'
import { emptyFolder } from './folders.ts'

const unsafe = ['fsync', 'synchronous_commit', 'full_page_writes']

/** Identifies the schema and the PostgreSQL of this checkout. */
function versionOfDatabase(): string {
  const hash = createHash('sha256')
  for (const path of [...filesUnder('server/src/platform/db', '.ts').sort(), 'package-lock.json'])
    hash.update(readFileSync(join(checkout, path)))
  return hash.digest('hex').slice(0, 16)
}

async function makeOriginal(draft: string): Promise<void> {
  const folder = emptyFolder()
  try {
    const postgres = await startEmbedded(folder.path, { isDurable: false })
    const { db, close } = openDatabase(postgres.connection)
    await migrateToLatest(db)
    await close()
    await postgres.stop()
    appendFileSync(join(folder.path, 'postgres/postgresql.auto.conf'), unsafe.map((name) => `${name} = off\n`).join(''))
    // Keeps the owner, under whom PostgreSQL runs.
    execFileSync('cp', ['-a', `${folder.path}/.`, draft])
  } finally {
    folder.remove()
  }
}

/** The original is kept for later runs. Another version of the database replaces it. */
async function original(): Promise<string> {
  const version = versionOfDatabase()
  const place = join(checkout, 'node_modules/.cache/data-folder', version)
  if (existsSync(place)) return place
  mkdirSync(dirname(place), { recursive: true })
  await makeWhole(place, makeOriginal)
  for (const name of readdirSync(dirname(place)))
    if (name !== basename(place) && !name.includes('.new-'))
      rmSync(join(dirname(place), name), { recursive: true, force: true })
  return place
}

/**
 * Fills a data folder with an empty database of this version that does not flush to disk. Saves creating the database
 * and its schema, two thirds of a first start.
 */
export async function prepareFolder(path: string): Promise<void> {
  const from = await original()
  prepareDataFolder(path)
  for (const name of readdirSync(from)) execFileSync('cp', ['-a', join(from, name), path])
}

/** A data folder on which a server starts as if it were new. Tests of the first start use an empty folder. */
export async function preparedFolder() {
  const folder = emptyFolder()
  await prepareFolder(folder.path)
  return folder
}
