import { randomBytes } from 'node:crypto'
import { BASE_PATH, Problem } from '#contract'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'
import type { ReadImage } from './images.ts'
import type { FileStore } from './store.ts'

export const addressOfFile = (token: string): string => `${BASE_PATH}/files/${token}`
const thumbOf = (token: string) => `${token}.thumb`

/**
 * To be called while preparing, outside the transaction: the row is there before the bytes, and has no owner yet.
 * Whatever row names the file then owns it (triggers see to that); one that nobody came to own, because the transaction
 * was undone, and one whose owner went, is collected. So no bytes are ever without a row.
 */
export const saveImage = async (
  db: Db,
  store: FileStore,
  { full, thumb }: ReadImage,
  { serviceId }: { serviceId: string },
): Promise<{ id: string; url: string }> => {
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
  await store.put(token, full.bytes, full.mime)
  await store.put(thumbOf(token), thumbBytes, thumb.mime)
  return { id, url: addressOfFile(token) }
}

const headers = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-disposition': 'inline',
  // Should a browser ever take it for a page: one that may do nothing.
  'content-security-policy': "default-src 'none'; sandbox",
}

export const sendFile = async (
  db: Db,
  store: FileStore,
  asked: { token: string; size: 'full' | 'thumb'; ifNoneMatch?: string | undefined },
) => {
  const file = await db
    .selectFrom('file')
    .select(['mime', 'variants', 'detachedAt'])
    .where('token', '=', asked.token)
    .executeTakeFirst()
  if (!file || file.detachedAt) throw new Problem('notFound')
  const etag = `"${asked.size}"`
  if (asked.ifNoneMatch === etag) return { status: 304, headers: { ...headers, etag } }
  const small = asked.size === 'thumb' && file.variants.find(({ name }) => name === 'thumb')
  const stored = await store.open(small ? thumbOf(asked.token) : asked.token)
  if (!stored) throw new Problem('notFound')
  const mime = small ? small.mime : file.mime
  return {
    status: 200,
    headers: { ...headers, etag, 'content-type': mime, 'content-length': stored.bytes },
    stream: stored.stream,
  }
}

const COLLECT_AFTER_MINUTES = 60
const COLLECT_AT_ONCE = 500

/** Removes what nobody has owned for an hour: first the bytes, then the row, so that nothing is ever forgotten. */
export const collectFiles = async (db: Db, store: FileStore, now = new Date()): Promise<number> => {
  const before = new Date(now.getTime() - COLLECT_AFTER_MINUTES * 60_000)
  const detached = await db
    .selectFrom('file')
    .select(['id', 'token'])
    .where('detachedAt', '<', before)
    .limit(COLLECT_AT_ONCE)
    .execute()
  for (const { id, token } of detached) {
    await store.remove(token)
    await store.remove(thumbOf(token))
    await db.deleteFrom('file').where('id', '=', id).where('detachedAt', '<', before).execute()
  }
  return detached.length
}
