import type { Transaction } from 'kysely'
import type pg from 'pg'
import { quarantine } from '../../platform/clock/quarantine.ts'
import { databaseTime } from '../../platform/db/clock.ts'
import { migrateInTransaction } from '../../platform/db/migrate.ts'
import { migrations } from '../../platform/db/migrations/list.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { cleanRows, endSessions } from './clean.ts'
import { copyRows } from './copy-rows.ts'
import { jobOfValues, nameOfValue, unreadableValues } from './documents.ts'
import { ArchiveProblem, type Manifest, type Secrets } from './format.ts'
import { type FileRestore, loadWithFiles, type RestoreTarget, withDatabaseAlone } from './load-alone.ts'
import { type OpenArchive, readArchive, verifyArchive } from './read-archive.ts'
import {
  addAuditMonths,
  dropCohesion,
  holdsData,
  migrationsNamed,
  prepareLoading,
  refuseOtherTables,
  setSequences,
} from './target.ts'
import type { BackupContents } from './write-archive.ts'

export type RestoreOptions = {
  passphrase?: string | undefined
  mayReplace?: boolean
  /** True for data of this server, whose sessions then stay valid. */
  keepSessions?: boolean
  /**
   * Checksum of an archive that this server made; any other archive is refused. The rows stay unchanged in the schema
   * of their version. Without a checksum, rows are cleaned and migrated.
   */
  asItWas?: string
  onStep?: (step: 'verify' | 'load' | 'index' | 'upgrade' | 'finish') => void
  /** Called at the end of the loading transaction. */
  onLoaded?: (db: Transaction<Database>) => Promise<void>
}

type Loaded = {
  skippedFiles: number
  /** Names of values that jobs cannot read: table, column and row. */
  unreadable: string[]
}

export type RestoreResult = BackupContents & Loaded

/**
 * Restores an archive. Reads it once to check that it is intact, then loads it in one transaction, so that a failure
 * changes nothing. Rows are loaded into the schema of the archive's version, which is then migrated to this version.
 */
export async function restoreArchive(
  openArchive: OpenArchive,
  target: RestoreTarget,
  options: RestoreOptions = {},
): Promise<RestoreResult> {
  const { passphrase, asItWas, onStep } = options
  onStep?.('verify')
  const contents = await checkArchive(openArchive, { passphrase })
  if (asItWas && contents.checksums.sha256 !== asItWas)
    throw new ArchiveProblem('The backup is not the one that was made before the upgrade')
  return { ...contents, ...(await loadArchive(openArchive, target, options)) }
}

export async function checkArchive(
  openArchive: OpenArchive,
  { passphrase }: Pick<RestoreOptions, 'passphrase'>,
): Promise<BackupContents> {
  const contents = await verifyArchive(openArchive, { passphrase })
  if (contents.manifest.service)
    throw new ArchiveProblem(
      `The archive contains only the service “${contents.manifest.service.title}”. Import it with: npm run service -- import FILE`,
    )
  if (!migrationsNamed(contents.manifest.migrations))
    throw new ArchiveProblem(
      `The archive was made by a newer version of Cohesion (${contents.manifest.version}). Restore it with that version.`,
    )
  return contents
}

export async function loadArchive(
  openArchive: OpenArchive,
  { connection, store }: RestoreTarget,
  { passphrase, mayReplace = false, keepSessions = false, asItWas, onStep, onLoaded }: RestoreOptions,
): Promise<Loaded> {
  return withDatabaseAlone(connection, 'cohesion restore', async (client, db) => {
    if (!mayReplace && (await holdsData(client)))
      throw new ArchiveProblem('The database already contains data. To replace it with the backup, add --replace.')
    const { files, result: unreadable } = await loadWithFiles(client, db, store, async (transaction, added) => {
      await rememberOldFiles(client)
      await dropCohesion(client, transaction)
      const secrets = await load(client, transaction, readArchive(openArchive, { passphrase }), added, onStep)
      if (!asItWas) await bringToThisVersion(client, transaction, secrets, onStep)
      const unreadable = asItWas ? [] : await quarantineUnreadable(client, transaction)
      if (!keepSessions) await endSessions(transaction)
      await onLoaded?.(transaction)
      return unreadable
    })
    onStep?.('finish')
    await files.finish()
    await removeOldFiles(client, store)
    await client.query('analyze')
    return { skippedFiles: files.skipped, unreadable }
  })
}

async function load(
  client: pg.Client,
  transaction: Transaction<Database>,
  parts: ReturnType<typeof readArchive>,
  files: FileRestore,
  onStep: RestoreOptions['onStep'],
): Promise<Secrets> {
  let manifest: Manifest | undefined
  let secrets: Secrets = {}
  let putBack = async () => {}
  for await (const part of parts) {
    if (part.kind === 'manifest') {
      onStep?.('load')
      manifest = part.manifest
      await migrateInTransaction(transaction, migrationsNamed(manifest.migrations) ?? {})
      await refuseOtherTables(client, manifest)
      await addAuditMonths(transaction, manifest)
      putBack = await prepareLoading(
        client,
        manifest.tables.map(({ name }) => name),
      )
    } else if (part.kind === 'rows') await copyRows(client, manifest, part, part.table)
    else if (part.kind === 'file') await files.add(part.name, part.bytes)
    else if (part.kind === 'secrets') secrets = part.secrets
  }
  if (!manifest) throw new ArchiveProblem('The archive is damaged: it has no manifest')
  onStep?.('index')
  await setSequences(client, manifest)
  await putBack()
  return secrets
}

async function bringToThisVersion(
  client: pg.Client,
  transaction: Transaction<Database>,
  secrets: Secrets,
  onStep: RestoreOptions['onStep'],
): Promise<void> {
  onStep?.('upgrade')
  await migrateInTransaction(transaction, migrations)
  await cleanRows(transaction)
  if (secrets.vapid)
    await client.query(
      `insert into secret (name, value) values ('vapid', $1) on conflict (name) do update set value = excluded.value`,
      [JSON.stringify(secrets.vapid)],
    )
}

/**
 * Quarantines values that jobs cannot read, and returns their names. A refusal, as by an import, would lose all other
 * rows.
 */
async function quarantineUnreadable(client: pg.Client, transaction: Transaction<Database>): Promise<string[]> {
  const names: string[] = []
  for await (const value of unreadableValues(client)) {
    await quarantine(transaction, { ...value, job: jobOfValues(value.table), now: databaseTime() })
    names.push(nameOfValue(value))
  }
  return names
}

async function rememberOldFiles(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('file') is not null as is_there`)
  await client.query(
    rows[0].is_there
      ? 'create temporary table replaced_file on commit preserve rows as select token from file'
      : 'create temporary table replaced_file (token text) on commit preserve rows',
  )
}

async function removeOldFiles(client: pg.Client, store: FileStore): Promise<void> {
  while (true) {
    const { rows } = await client.query<{ token: string }>(`
      delete from replaced_file where token in (select token from replaced_file limit 500)
      returning token, exists (select from file where file.token = replaced_file.token) as is_kept`)
    if (rows.length === 0) return
    for (const { token, is_kept } of rows as { token: string; is_kept: boolean }[]) {
      if (is_kept) continue
      await store.remove(token)
      await store.remove(`${token}.thumb`)
    }
  }
}
