import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import {
  type Actor,
  type AoiDraft,
  type EventType,
  eventProblems,
  type Language,
  type LngLat,
  offeredTypes,
  Problem,
} from '#contract'
import * as users from '../../people/user/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { pointText } from '../../platform/db/point.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { saveImage } from '../../platform/files/files.ts'
import { readImage } from '../../platform/files/images.ts'
import type { UploadedFile } from '../../platform/http/serve.ts'
import { plainText, storedRichText } from '../../platform/kit/rich-text.ts'
import * as eventTypes from '../event-type/queries.ts'

type AddressOf = (lngLat: LngLat, language: Language, serviceId: string) => Promise<string | null>

export type DraftTools = { store: FileStore; addressOf: AddressOf }

export const saveUpload = async (db: Db, store: FileStore, actor: Actor, file: UploadedFile | undefined) =>
  file && { ...(await saveImage(db, store, await readImage(file.bytes), actor)), bytes: file.bytes }

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

type CheckedDraft = { draft: Pick<AoiDraft, 'publicAction'>; serviceId: string; hasImage: boolean }

/**
 * Returns the event type of a draft and checks the draft's answers against the type's questions. Accepts the types of
 * the member's role and `currentId`, the present type of the AOI.
 */
export const acceptedType = async (
  db: Db,
  memberId: string,
  { draft, serviceId, hasImage }: CheckedDraft,
  currentId?: string,
): Promise<EventType> => {
  const id = draft.publicAction?.publicActionId
  const offer = id === undefined ? undefined : await eventTypes.byIdFor(db, id, memberId)
  const isAccepted =
    offer?.type.service === serviceId && (id === currentId || offeredTypes([offer.type], offer.ofRole).length > 0)
  const type = isAccepted ? offer.type : undefined
  if (draft.publicAction && !type) throw new Problem('invalid', { fields: { publicAction: 'form.invalid' } })
  const fields = eventProblems({ type, answers: draft.publicAction?.fields ?? [], hasImage })
  if (!type || Object.keys(fields).length > 0) throw new Problem('invalid', { fields })
  return type
}

export const descriptionColumns = (html: string) => {
  const descriptionHtml = storedRichText(html, 'description', 200_000)
  return { descriptionHtml, descriptionText: plainText(descriptionHtml) }
}

/**
 * Hash that distinguishes a retry from another report with the same nonce. Ignores `sameAs` and `differsFrom`, because
 * each attempt resolves board entries again.
 */
export const contentHash = (
  { sameAs: _same, differsFrom: _differs, ...content }: { sameAs?: unknown; differsFrom?: unknown },
  file: Uint8Array | undefined,
): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(content))
    .update(file ?? '')
    .digest()

export type Answers = readonly { _id: string; value: string }[]

/** Columns of the answers. An answer keeps the wording of its question, which may change. */
export const answerColumns = (type: EventType | undefined, given: Answers) => {
  const answers = (type?.fields ?? []).flatMap((question, sortOrder) => {
    const value = given.find(({ _id }) => _id === question._id)?.value.trim()
    return value ? [{ id: question._id, name: question.name, value, sortOrder }] : []
  })
  return {
    questionIds: answers.map(({ id }) => id),
    questionNames: answers.map(({ name }) => name),
    answers: answers.map(({ value }) => value),
    order: answers.map(({ sortOrder }) => sortOrder),
  }
}

/** `aois` is a source of ids: a table, or rows that the same statement stored. */
export const insertAnswers = (
  aois: RawBuilder<unknown>,
  { questionIds, questionNames, answers, order }: ReturnType<typeof answerColumns>,
) => sql`
  insert into aoi_answer (aoi_id, question_id, question_name, value, sort_order)
  select stored.id, given.* from ${aois} as stored,
    unnest(${questionIds}::uuid[], ${questionNames}::text[], ${answers}::text[], ${order}::int[]) as given`

export const storeAnswers = async (db: Db, aoiId: string, type: EventType, given: Answers): Promise<void> => {
  await insertAnswers(sql`(select ${aoiId}::uuid as id)`, answerColumns(type, given)).execute(db)
}

/** Replaces the AOI's places on the local maps of its service; refuses a map of another service. */
export const placeOnLocalMaps = async (
  db: Db,
  aoiId: string,
  serviceId: string,
  maps: NonNullable<AoiDraft['localMaps']>,
) => {
  const ownMaps = await db.selectFrom('localMap').select('id').where('serviceId', '=', serviceId).execute()
  if (maps.some(({ mapId }) => !ownMaps.some(({ id }) => id === mapId)))
    throw new Problem('invalid', { fields: { localMaps: 'form.invalid' } })
  await db.deleteFrom('aoiLocalMap').where('aoiId', '=', aoiId).execute()
  if (maps.length === 0) return
  await db
    .insertInto('aoiLocalMap')
    .values(
      maps.map(({ mapId, position }, sortOrder) => ({
        aoiId,
        localMapId: mapId,
        position: pointText(position),
        sortOrder,
      })),
    )
    .execute()
}
