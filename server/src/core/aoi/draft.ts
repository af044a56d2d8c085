import type { Actor, AoiDraft, Language, LngLat } from '#contract'
import * as users from '../../people/user/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { saveImage } from '../../platform/files/files.ts'
import { readImage } from '../../platform/files/images.ts'
import type { FileStore } from '../../platform/files/store.ts'
import type { UploadedFile } from '../../platform/http/serve.ts'

type AddressOf = (lngLat: LngLat, language: Language, serviceId: string) => Promise<string | null>

/** Tools for storing a draft. Both are slow and run before the transaction. */
export type DraftTools = { store: FileStore; addressOf: AddressOf }

export const saveUpload = async (db: Db, store: FileStore, actor: Actor, file: UploadedFile | undefined) =>
  file && { ...(await saveImage(db, store, await readImage(file.bytes), actor)), bytes: file.bytes }

/** Looks up the address of a draft that has only a place; undefined if none is missing. */
export const missingAddress = async (
  db: Db,
  addressOf: AddressOf,
  actor: Actor,
  draft: Partial<Pick<AoiDraft, 'startCoordinates' | 'address'>>,
) => {
  if (!draft.startCoordinates || draft.address) return undefined
  const { lng, lat } = draft.startCoordinates
  return addressOf([lng, lat], await users.languageOf(db, actor.id), actor.serviceId).catch(() => null)
}
