import { type Insertable, sql } from 'kysely'
import { type AoiDraft, type EventType, Problem } from '#contract'
import { databaseMs, databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { pointText } from '../../platform/db/point.ts'
import type { AoiTable } from '../../platform/db/schema/aoi.ts'
import {
  type Answers,
  answerColumns,
  contentHash,
  descriptionColumns,
  insertAnswers,
  placeOnLocalMaps,
} from './draft.ts'
import * as logs from './log/queries.ts'
import { chosenRegion, regionOfPlace } from './region.ts'
import { searchTextOf } from './search.ts'

export type Report = {
  draft: AoiDraft
  serviceId: string
  creatorId: string | null
  visitorId: string | null
  visitorName?: string
  isAnonymous: boolean
  imageFileId: string | null
  imageBytes: Uint8Array | undefined
  /** Identity of a held report that becomes an event. */
  identity?: { id: string; number: number; contentHash: Buffer }
  address: string | null
  /** Author of the first log entry: a visitor has no id, null is the system. */
  author: { id: string | null; name: string } | null
  /** The event that a member merges this report into. A reporter's `draft.sameAs` is only a suggestion. */
  mergeInto?: { id: string; by: { id: string; name: string } }
}

type NewAoi = { id: string; serviceId: string } & Record<string, unknown>

type AoiInsert = {
  row: NewAoi
  /** The place whose region the statement looks up; undefined if the row names its region. */
  findRegionAt: readonly [lng: number, lat: number] | undefined
  author: logs.Author
  type: EventType | undefined
  answers: Answers
}

/**
 * Inserts the row, its answers and its first entry in one statement, which takes half the time of three. Returns false,
 * and stores nothing, if the nonce is taken.
 */
export const insertAoi = async (db: Db, { row, findRegionAt, author, type, answers }: AoiInsert): Promise<boolean> => {
  const region = findRegionAt && { regionId: sql`(${regionOfPlace(row.serviceId, findRegionAt)})` }
  const insertRow = db
    .insertInto('aoi')
    .values({ ...row, ...region } as never)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
  const { rows } = await sql`
    with stored as (${insertRow}),
      ${type ? sql`answered as (${insertAnswers(sql`stored`, answerColumns(type, answers))}),` : sql``}
      noted as (${logs.insertChange(sql`stored`, { by: author, change: { what: 'created' } })})
    select id from stored`.execute(db)
  return rows.length > 0
}

const NONCE_TRIES = 1000

/** The AOI that an earlier attempt created; clients retry after a lost reply. */
const findEarlier = async (db: Db, nonce: string, report: Report, hash: Buffer): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from aoi where coalesce(requested_nonce, nonce) = ${nonce} and content_hash = ${hash}
      and creator_id is not distinct from ${report.creatorId} and visitor_id is not distinct from ${report.visitorId}`.execute(
    db,
  )
  return rows[0]?.id
}

export const identifyReport = async (
  db: Db,
  report: Report,
): Promise<{ hash: Buffer; earlierId: string | undefined }> => {
  const { nonce, ...content } = report.draft
  const hash = contentHash(content, report.imageBytes)
  return { hash, earlierId: nonce === undefined ? undefined : await findEarlier(db, nonce, report, hash) }
}

/** The device's time, never in the future. */
const creationTimeOf = (time: Date | undefined): Date => (time && time.getTime() < databaseMs() ? time : databaseTime())

/** The columns of one kind of AOI; `regionId` only if the caller has decided it. */
type KindColumns = Pick<Insertable<AoiTable>, 'kind'> & Partial<Omit<Insertable<AoiTable>, 'createdAt'>>

export type StoredAoi = { id: string; isNew: boolean }

type StoreOptions = { type?: EventType; more?: (aoiId: string) => Promise<void> }

/**
 * Stores an AOI with its answers, its first log entry, and the related rows that `more` adds. A repeated report is not
 * stored again (`isNew: false`). A different report that has the same nonce gets the next free nonce.
 */
export const storeAoi = async (
  db: Db,
  report: Report,
  columns: KindColumns,
  { type, more }: StoreOptions,
): Promise<StoredAoi> => {
  const { draft, serviceId, author } = report
  const { nonce: requested = String(databaseMs()), ...content } = draft
  const hash = report.identity?.contentHash ?? contentHash(content, report.imageBytes)
  const answers = draft.publicAction?.fields ?? []
  const text = descriptionColumns(draft.description)
  const { lng, lat, altitude } = draft.startCoordinates
  const chosen = columns.regionId === undefined ? await chosenRegion(db, report) : undefined
  const row = {
    id: report.identity?.id ?? newId(),
    ...(report.identity && { number: report.identity.number }),
    serviceId,
    name: draft.name,
    ...text,
    searchText: searchTextOf({
      name: draft.name,
      ...text,
      answers: answers.map(({ value }) => value),
      visitorName: report.visitorName,
    }),
    imageFileId: report.imageFileId,
    creatorId: report.creatorId,
    visitorId: report.visitorId,
    isAnonymous: report.isAnonymous,
    place: pointText([lng, lat]),
    altitude,
    address: draft.address || report.address,
    isRegionChosen: chosen !== undefined,
    ...(chosen && { regionId: chosen }),
    contentHash: hash,
    changedBy: report.creatorId,
    ...columns,
    createdAt: creationTimeOf(draft.creationTime),
  }
  const findRegionAt = columns.regionId === undefined && !chosen ? ([lng, lat] as const) : undefined
  for (let step = 0; step < NONCE_TRIES; step++) {
    const nonced = { ...row, nonce: Number(requested) + step, requestedNonce: step > 0 ? Number(requested) : null }
    if (!(await insertAoi(db, { row: nonced, findRegionAt, author, type, answers }))) {
      // Looked up after a conflict only, since nearly every nonce is new.
      const earlier = await findEarlier(db, requested, report, hash)
      if (earlier) return { id: earlier, isNew: false }
      continue
    }
    await more?.(row.id)
    if (draft.localMaps) await placeOnLocalMaps(db, row.id, serviceId, draft.localMaps)
    return { id: row.id, isNew: true }
  }
  throw new Problem('conflict')
}
