import type { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import pg from 'pg'
import packageFile from '../../../../package.json' with { type: 'json' }
import type { Connection } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { type TarEntry, writeTar } from '../../platform/kit/tar.ts'
import { encrypt } from '../../platform/secret/encryption.ts'
import { openDigest } from './digest.ts'
import {
  ArchiveProblem,
  CHECKSUMS,
  type Checksums,
  FORMAT,
  MANIFEST,
  type Manifest,
  SECRETS,
  type Secrets,
} from './format.ts'
import { readServiceTables } from './service/tables.ts'
import { beginSnapshot, readRows, readSchema } from './snapshot.ts'

export type BackupSource = {
  connection: Connection
  store: FileStore
  secrets: Secrets
  serviceId?: string | undefined
  /** Called with the snapshot's name before anything is read (see `beginSnapshot`). */
  onSnapshot?: (name: string) => Promise<void>
}

export type BackupContents = { manifest: Manifest; checksums: Checksums }

/** Level 3 suffices: files are small, and rows compress to a tenth. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } }
const FILES_AT_ONCE = 500

export async function writeArchive(
  source: BackupSource,
  sink: Writable,
  { passphrase }: { passphrase?: string | undefined } = {},
): Promise<BackupContents> {
  const client = new pg.Client({ ...source.connection, application_name: 'cohesion backup' })
  client.on('error', () => {})
  try {
    await client.connect()
    const manifest = await beginManifest(client, source)
    let checksums: Checksums | undefined
    const entries = archiveEntries(client, source, manifest, (sums) => (checksums = sums))
    const blocks = writeTar(entries, Math.floor(Date.parse(manifest.createdAt) / 1000))
    if (passphrase) await pipeline(blocks, createZstdCompress(compression), encrypt(passphrase), sink)
    else await pipeline(blocks, createZstdCompress(compression), sink)
    if (!checksums) throw new Error('the archive has no end')
    return { manifest, checksums }
  } finally {
    await client.end().catch(() => {})
  }
}

async function beginManifest(client: pg.Client, { onSnapshot, serviceId }: BackupSource): Promise<Manifest> {
  const snapshot = await beginSnapshot(client)
  await onSnapshot?.(snapshot)
  const schema = await readSchema(client)
  const ofService = serviceId ? await readService(client, serviceId) : {}
  const { rows } = await client.query(`
    select current_setting('server_version') as postgres, now() as now, (select name from server_setting) as name`)
  return {
    application: 'cohesion',
    format: FORMAT,
    version: packageFile.version,
    postgres: rows[0].postgres,
    createdAt: rows[0].now.toISOString(),
    serverName: rows[0].name,
    ...schema,
    ...ofService,
  }
}

async function readService(client: pg.Client, serviceId: string): Promise<Partial<Manifest>> {
  const { rows } = await client.query<{ id: string; title: string }>(
    'select id, title from service where id = $1 and deleted_at is null',
    [serviceId],
  )
  if (!rows[0]) throw new ArchiveProblem('There is no such service on this server')
  const tables = await readServiceTables(client, serviceId)
  return {
    service: rows[0],
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences: [],
    auditMonths: [],
  }
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`)

async function* archiveEntries(
  client: pg.Client,
  { store, secrets }: BackupSource,
  manifest: Manifest,
  onEnd: (checksums: Checksums) => void,
): AsyncGenerator<TarEntry> {
  const { service } = manifest
  const tables = service
    ? await readServiceTables(client, service.id)
    : manifest.tables.map((table) => ({ ...table, condition: 'true' }))
  const digest = openDigest(tables.map(({ name }) => name))
  const counted = (entry: TarEntry) => {
    digest.add(entry)
    return entry
  }
  yield counted({ name: MANIFEST, bytes: json(manifest) })
  for (const table of tables) {
    let part = 0
    for await (const bytes of readRows(client, table, table.condition)) {
      digest.addRows(table.name, bytes)
      yield counted({ name: `tables/${table.name}/${String(++part).padStart(6, '0')}.copy`, bytes })
    }
  }
  let missing = 0
  for await (const { name, bytes } of storedFiles(client, store, service?.id)) {
    if (bytes) {
      digest.addFile(name, bytes)
      yield counted({ name: `files/${name}`, bytes })
    } else missing++
  }
  yield counted({ name: SECRETS, bytes: json(service ? {} : secrets) })
  const checksums = digest.checksums(missing)
  yield { name: CHECKSUMS, bytes: json(checksums) }
  onEnd(checksums)
}

type StoredFile = { name: string; bytes: Buffer | undefined }

/**
 * Yields files that the snapshot's rows refer to; `bytes` is undefined for a missing file. Missing files without an
 * owner are skipped, because their upload may still be in progress.
 */
async function* storedFiles(
  client: pg.Client,
  store: FileStore,
  serviceId: string | undefined,
): AsyncGenerator<StoredFile> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await client.query(
      `select id, token, detached_at is null as is_owned, jsonb_array_length(variants) > 0 as has_thumb
       from file where id > $1 and ($2::uuid is null or service_id = $2) order by id limit ${FILES_AT_ONCE}`,
      [after, serviceId],
    )
    for (const { token, is_owned, has_thumb } of rows) {
      for (const name of has_thumb ? [token, `${token}.thumb`] : [token]) {
        const stored = await store.open(name)
        if (stored) yield { name, bytes: await buffer(stored.stream) }
        else if (is_owned) yield { name, bytes: undefined }
      }
    }
    if (rows.length < FILES_AT_ONCE) return
    after = rows.at(-1).id
  }
}
