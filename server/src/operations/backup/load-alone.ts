import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import { type Connection, queriesOver } from '../../platform/db/database.ts'
import { lockMigrations } from '../../platform/db/migrate.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { asProblem } from './copy-rows.ts'
import { openFileRestore } from './restore-files.ts'
import { refuseIfInUse } from './target.ts'

export type RestoreTarget = { connection: Connection; store: FileStore }
export type FileRestore = ReturnType<typeof openFileRestore>

/** Runs `work` on a connection to a database that no server uses or migrates. */
export async function withDatabaseAlone<Result>(
  connection: Connection,
  applicationName: string,
  work: (client: pg.Client, db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...connection, application_name: applicationName })
  client.on('error', () => {})
  try {
    await client.connect()
    const db = queriesOver(client)
    await lockMigrations(db)
    await refuseIfInUse(client)
    return await work(client, db)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Loads rows in one transaction, and adds files to the store. Removes added files if the transaction fails. After the
 * commit, the caller must call `files.finish`.
 */
export async function loadWithFiles<Result>(
  client: pg.Client,
  db: Kysely<Database>,
  store: FileStore,
  load: (transaction: Transaction<Database>, files: FileRestore) => Promise<Result>,
): Promise<{ result: Result; files: FileRestore }> {
  const files = openFileRestore(client, store)
  try {
    const result = await db.transaction().execute(async (transaction) => {
      await client.query(`set local lock_timeout = '30s'; set local maintenance_work_mem = '256MB'`)
      return load(transaction, files)
    })
    return { result, files }
  } catch (error) {
    await files.undo()
    throw asProblem(error)
  }
}
