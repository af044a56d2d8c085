import { buffer } from 'node:stream/consumers'
import { type CoverStroke, Problem } from '#contract'
import type { Db } from '../db/database.ts'
import type { FileStore } from './file-store.ts'
import { saveImage } from './files.ts'
import { coverImage } from './images.ts'

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
