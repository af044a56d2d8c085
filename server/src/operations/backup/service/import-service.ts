import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { migrateInTransaction } from '../../../platform/db/migrate.ts'
import { migrations } from '../../../platform/db/migrations/list.ts'
import { cleanRows } from '../clean.ts'
import { copyRows } from '../copy-rows.ts'
import { ArchiveProblem, type Manifest } from '../format.ts'
import { loadWithFiles, type RestoreTarget, withDatabaseAlone } from '../load-alone.ts'
import { type OpenArchive, readArchive, verifyArchive } from '../read-archive.ts'
import { quote } from '../snapshot.ts'
import { suspendChecks } from '../target.ts'
import type { BackupContents } from '../write-archive.ts'
import {
  dropForeignReferences,
  refuseForeignRows,
  refuseKnownIds,
  refuseUnreadable,
  renameTakenNames,
} from './staged-rows.ts'
import { readServiceTables, staged } from './tables.ts'

export type ImportResult = BackupContents & {
  skippedFiles: number
  /** Former and new user names of members whose name was taken on this server. */
  renamed: { from: string; to: string }[]
}

type Options = { passphrase?: string | undefined }

/**
 * Adds the archive's service to a stopped server, in one transaction. The archive is hostile input, so its rows must
 * not refer to anything that this server already has.
 */
export async function importService(
  openArchive: OpenArchive,
  { connection, store }: RestoreTarget,
  { passphrase }: Options = {},
): Promise<ImportResult> {
  const contents = await verifyArchive(openArchive, { passphrase })
  const { manifest } = contents
  if (!manifest.service)
    throw new ArchiveProblem('The archive contains a whole server. Restore it with: npm run restore -- FILE')
  const serviceId = manifest.service.id
  return withDatabaseAlone(connection, 'cohesion import', async (client, db) => {
    if (!(await hasSchema(client)))
      await db.transaction().execute((transaction) => migrateInTransaction(transaction, migrations))
    await refuseOtherVersion(client, manifest)
    const { result: renamed, files } = await loadWithFiles(client, db, store, async (transaction, added) => {
      await createStage(client, manifest)
      let names: ImportResult['renamed'] | undefined
      for await (const part of readArchive(openArchive, { passphrase })) {
        if (part.kind === 'rows') await copyRows(client, manifest, part, staged(part.table))
        else if (part.kind === 'file') {
          names ??= await addRows(client, manifest, serviceId)
          await added.add(part.name, part.bytes)
        }
      }
      names ??= await addRows(client, manifest, serviceId)
      await cleanRows(transaction)
      return names
    })
    await files.finish()
    await client.query('analyze')
    return { ...contents, skippedFiles: files.skipped, renamed }
  })
}

/** Whether the database has any schema; false before the first start of a server. */
async function hasSchema(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('kysely_migration') is not null as is_there`)
  return rows[0].is_there
}

async function refuseOtherVersion(client: pg.Client, { migrations, version }: Manifest): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  if (JSON.stringify(rows.map(({ name }) => name)) !== JSON.stringify([...migrations].sort()))
    throw new ArchiveProblem(
      `The archive was made by another version of Cohesion (${version}). Upgrade both servers to the same version, then export again.`,
    )
}

/**
 * Creates a temporary table for each table of the archive. Constraints are checked when rows move to the real tables.
 */
async function createStage(client: pg.Client, manifest: Manifest): Promise<void> {
  const text = (tables: Manifest['tables']) =>
    tables
      .map(({ name, columns }) => `${name}(${[...columns].sort().join()})`)
      .sort()
      .join()
  if (text(manifest.tables) !== text(await readServiceTables(client, manifest.service?.id ?? '')))
    throw new ArchiveProblem("The archive's tables do not match its version")
  for (const { name, columns } of manifest.tables)
    await client.query(
      `create temporary table ${quote(staged(name))} on commit drop as
       select ${columns.map(quote).join(', ')} from ${quote(name)} with no data`,
    )
}

async function addRows(client: pg.Client, { tables }: Manifest, serviceId: string): Promise<ImportResult['renamed']> {
  await refuseForeignRows(client, tables, serviceId)
  await refuseKnownIds(client, tables)
  await dropForeignReferences(client, tables, serviceId)
  await refuseUnreadable(client)
  const renamed = await renameTakenNames(client)
  await makeItsOwn(client)
  const putBack = await suspendChecks(
    client,
    tables.map(({ name }) => name),
  )
  for (const { name, columns } of tables) {
    const list = columns.map(quote).join(', ')
    await client.query(
      `insert into ${quote(name)} (${list}) overriding system value select ${list} from ${quote(staged(name))}`,
    )
  }
  await putBack()
  return renamed
}

/**
 * Adapts the staged service to this server: no server owners, no positions or old links, new event numbers and free
 * nonces.
 */
async function makeItsOwn(client: pg.Client): Promise<void> {
  await client.query(`update staged_member set is_server_owner = false, location = null, location_at = null`)
  await client.query(
    `update staged_visitor set follow_token_hash = sha256(decode($1 || replace(id::text, '-', ''), 'hex'))`,
    [randomBytes(32).toString('hex')],
  )
  await client.query(`
    update staged_service set map = map || jsonb_build_object('token',
      replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')) where map ? 'token'`)
  await client.query(`
    update staged_aoi set former_number = coalesce(former_number, staged_aoi.number), number = renumbered.number
    from (select id, nextval('aoi_number') as number from (select id from staged_aoi order by number) ordered) renumbered
    where renumbered.id = staged_aoi.id`)
  await client.query(`update staged_held_report set number = nextval('aoi_number') where state <> 'accepted'`)
  // Clients derive nonces from the clock, so nonces of two servers may collide.
  await client.query(`
    update staged_aoi set requested_nonce = coalesce(requested_nonce, staged_aoi.nonce), nonce = moved.nonce
    from (
      select s.id, (select greatest(max(nonce), 0) from (select nonce from aoi union all select nonce from staged_aoi) every)
        + row_number() over () as nonce
      from staged_aoi s where exists (select from aoi where aoi.nonce = s.nonce)
    ) moved where moved.id = staged_aoi.id`)
}
