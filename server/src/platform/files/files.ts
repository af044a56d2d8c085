import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { BASE_PATH, type CoverStroke, Problem } from '#contract'
import { quarantine } from '../clock/quarantine.ts'
import { databaseTime } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'
import type { Database } from '../db/schema/index.ts'
import { matchesEtag } from '../kit/etag.ts'
import type { FileStore, Part } from './file-store.ts'
import type { ReadImage } from './image-codec.ts'
import { coverImage } from './images.ts'
import type { Recording } from './recordings.ts'

export const addressOfFile = (token: string): string => `${BASE_PATH}/files/${token}`
export const fileAddress = (id: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select ${addressOfFile('')} || f.token from file f where f.id = ${id})`
const thumbOf = (token: string) => `${token}.thumb`

/**
 * Called in `prepare`, outside the transaction. Stores the row before the bytes, so that there are never bytes without
 * a row. A row that references the file becomes its owner (by triggers). A file without an owner is deleted later,
 * because its transaction was rolled back or its owner was deleted.
 */
export const saveImage = async (
  db: Db,
  store: FileStore,
  { full, thumb }: ReadImage,
  { serviceId }: { serviceId: string },
): Promise<{ id: string; url: string }> => {
  if (db.isTransaction) throw new Error('store files before the transaction: a rollback would orphan their bytes')
  const id = newId()
  const token = randomBytes(24).toString('base64url')
  const { bytes: thumbBytes, ...thumbInfo } = thumb
  await db
    .insertInto('file')
    .values({
      id,
      token,
      serviceId,
      kind: 'image',
      mime: full.mime,
      bytes: full.bytes.length,
      width: full.width,
      height: full.height,
      variants: JSON.stringify([{ name: 'thumb', ...thumbInfo, bytes: thumbBytes.length }]),
    })
    .execute()
  await Promise.all([store.put(token, full.bytes, full.mime), store.put(thumbOf(token), thumbBytes, thumb.mime)])
  return { id, url: addressOfFile(token) }
}

export const saveRecording = async (
  db: Db,
  store: FileStore,
  { kind, mime, bytes }: Recording,
  { serviceId }: { serviceId: string },
): Promise<{ id: string; url: string }> => {
  if (db.isTransaction) throw new Error('store files before the transaction: a rollback would orphan their bytes')
  const id = newId()
  const token = randomBytes(24).toString('base64url')
  await db.insertInto('file').values({ id, token, serviceId, kind, mime, bytes: bytes.length }).execute()
  await store.put(token, bytes, mime)
  return { id, url: addressOfFile(token) }
}

const headers = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-disposition': 'inline',
  'x-content-type-options': 'nosniff',
  // If a browser ever rendered the file as a page, that page could do nothing.
  'content-security-policy': "default-src 'none'; sandbox",
}

type FileRequest = {
  token: string
  size: 'full' | 'thumb'
  ifNoneMatch?: string | undefined
  range?: string | undefined
}

/** The unguessable address is the permission. A file without an owner is not found. */
export const sendFile = async (db: Db, store: FileStore, { token, size, ifNoneMatch, range }: FileRequest) => {
  const file = await db
    .selectFrom('file')
    .select(['mime', 'variants', 'kind', 'bytes'])
    .where('token', '=', token)
    .where('detachedAt', 'is', null)
    .executeTakeFirst()
  if (!file) throw new Problem('notFound')
  // The content at an address never changes, so the size is enough as a tag.
  const etag = `"${size}"`
  if (matchesEtag(ifNoneMatch, etag)) return { status: 304, headers: { ...headers, etag } }
  if (file.kind !== 'image') return sendRecording(store, { token, ...file, range, etag })
  const thumb = size === 'thumb' ? file.variants.find(({ name }) => name === 'thumb') : undefined
  const stored = await store.open(thumb ? thumbOf(token) : token)
  if (!stored) throw new Problem('notFound')
  const { mime } = thumb ?? file
  return {
    status: 200,
    headers: { ...headers, etag, 'content-type': mime, 'content-length': stored.bytes },
    stream: stored.stream,
  }
}

/** Supports a single range (RFC 9110): players read parts of a recording to start early and to seek. */
const sendRecording = async (
  store: FileStore,
  {
    token,
    mime,
    bytes,
    range,
    etag,
  }: { token: string; mime: string; bytes: number; range?: string | undefined; etag: string },
) => {
  const part = range === undefined ? undefined : rangeOf(range, bytes)
  const shared = { ...headers, etag, 'content-type': mime, 'accept-ranges': 'bytes' }
  if (part === null) return { status: 416, headers: { ...shared, 'content-range': `bytes */${bytes}` } }
  const stored = await store.open(token, part)
  if (!stored) throw new Problem('notFound')
  return {
    status: part ? 206 : 200,
    headers: {
      ...shared,
      'content-length': stored.bytes,
      ...(part && { 'content-range': `bytes ${part.start}-${part.end}/${bytes}` }),
    },
    stream: stored.stream,
  }
}

/** Undefined: not a single range of bytes, so the whole file is sent. Null: the range lies beyond the file. */
export const rangeOf = (text: string, bytes: number): Part | null | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(text.trim()) ?? []
  if (from === '' && to === '') return undefined
  if (from === '') return Number(to) === 0 ? null : { start: Math.max(0, bytes - Number(to)), end: bytes - 1 }
  const start = Number(from)
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= bytes ? null : { start, end }
}

/** How long a file may be without an owner: the request of its upload may still be running. */
const UNOWNED_MINUTES = 60
const COLLECT_AT_ONCE = 500

const COLLECT_JOB = 'detached files'

/**
 * Removes files that lost their owner or never got one. Several servers may do so at once. Files that cannot be removed
 * are quarantined; if no file can be removed, the store is unavailable, and the job fails. Returns the number removed.
 */
export const collectFiles = async (
  db: Kysely<Database>,
  store: FileStore,
  now: Date = databaseTime(),
): Promise<number> => {
  const problems: { id: string; error: unknown }[] = []
  const unowned = await db
    .selectFrom('file')
    .select('id')
    .where('detachedAt', 'is not', null)
    .where((file) =>
      file.or([
        file('detachedAt', '>', file.ref('createdAt')),
        file('detachedAt', '<', sql<Date>`now() - make_interval(mins => ${UNOWNED_MINUTES})`),
      ]),
    )
    .where(sql<boolean>`not exists (select from quarantine q
      where q.job = ${COLLECT_JOB} and q.row_id = file.id::text and q.retry_at > ${now})`)
    .orderBy('detachedAt')
    .limit(COLLECT_AT_ONCE)
    .execute()
  let removed = 0
  for (const { id } of unowned) {
    await removeDetachedFile(db, store, id).then(
      (isRemoved) => (removed += Number(isRemoved)),
      (error: unknown) => problems.push({ id, error }),
    )
  }
  if (problems.length > 0 && removed === 0)
    throw new AggregateError(
      problems.map(({ error }) => error),
      `${problems.length} files could not be removed`,
    )
  for (const { id, error } of problems)
    await quarantine(db, { job: COLLECT_JOB, table: 'file', id, serviceId: null, error, now })
  return removed
}

/** Every removal of a file takes this lock in shared mode; an exclusive holder stops all removals. */
export const REMOVAL_LOCK = 7_000_170

/** Stops the removal of stored files until this connection ends. Backups hold it while they read the store. */
export const holdFileRemoval = (client: pg.Client): Promise<unknown> =>
  client.query('select pg_advisory_lock($1)', [REMOVAL_LOCK])

/**
 * Removes a file without an owner. The bytes go before the row, so that none are orphaned, and the lock of the row
 * prevents a new owner meanwhile. Does nothing while removal is held.
 */
export const removeDetachedFile = (db: Kysely<Database>, store: FileStore, id: string): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock_shared(${REMOVAL_LOCK}::bigint) as is_free`.execute(transaction)
    if (!rows[0]?.isFree) return false
    const file = await transaction
      .selectFrom('file')
      .select('token')
      .where('id', '=', id)
      .where('detachedAt', 'is not', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!file) return false
    await store.remove(file.token)
    await store.remove(thumbOf(file.token))
    await transaction.deleteFrom('file').where('id', '=', id).execute()
    return true
  })

/** Stores a copy of an image with black strokes over it as a new file. The original stays unchanged. */
export const saveCovered = async (
  db: Db,
  store: FileStore,
  { token, serviceId }: { token: string; serviceId: string },
  strokes: readonly CoverStroke[],
): Promise<{ id: string; url: string }> => {
  const stored = await store.open(token)
  if (!stored) throw new Problem('notFound')
  return saveImage(db, store, await coverImage(await buffer(stored.stream), strokes), { serviceId })
}
