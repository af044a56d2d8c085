import { type Insertable, type InsertObject, type RawBuilder, sql } from 'kysely'
import { type AoiDraft, type EventType, eventProblems, offeredTypes, Problem } from '#contract'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { kept } from '../db/kept.ts'
import { pointText } from '../db/point.ts'
import type { AoiTable } from '../db/schema/aoi.ts'
import type { Database } from '../db/schema/index.ts'
import * as eventTypes from '../event-type/queries.ts'
import * as logs from '../log/queries.ts'
import * as aois from './queries.ts'
import { searchTextOf } from './search-text.ts'
import { contentHash, described } from './text.ts'

/** How many taken nonces are passed over; each belongs to another report of the same millisecond. */
const NONCE_TRIES = 1000

export type Report = {
  draft: AoiDraft
  serviceId: string
  creatorId: string | null
  visitorId: string | null
  /** The name that a visitor gave; it is found by it. */
  visitorName?: string
  isAnonymous: boolean
  imageFileId: string | null
  imageBytes: Uint8Array | undefined
  address: string | null
  /** As the log names who reported. */
  author: { id: string | null; name: string }
}

type Reported = { draft: Pick<AoiDraft, 'publicAction'>; serviceId: string; hasImage: boolean }

/**
 * The type of a report; its answers are held against its questions. What the member's role offers is accepted (behaviour
 * 5), and the type that the AOI has already.
 */
export const typeForMember = async (
  db: Db,
  memberId: string,
  { draft, serviceId, hasImage }: Reported,
  keptId?: string,
): Promise<EventType> => {
  const id = draft.publicAction?.publicActionId
  const found = id === undefined ? undefined : await eventTypes.byIdFor(db, id, memberId)
  const isAccepted =
    found?.type.service === serviceId && (id === keptId || offeredTypes([found.type], found.ofRole).length > 0)
  const type = isAccepted ? found.type : undefined
  if (draft.publicAction && !type) throw new Problem('invalid', { fields: { publicAction: 'form.invalid' } })
  const fields = eventProblems({ type, answers: draft.publicAction?.fields ?? [], hasImage })
  if (!type || Object.keys(fields).length > 0) throw new Problem('invalid', { fields })
  return type
}

/** The same report, sent again after a lost answer. */
const sentBefore = async (db: Db, nonce: string, report: Report, hash: Buffer): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from aoi where coalesce(requested_nonce, nonce) = ${nonce} and content_hash = ${hash}
      and creator_id is not distinct from ${report.creatorId} and visitor_id is not distinct from ${report.visitorId}`.execute(
    db,
  )
  return rows[0]?.id
}

/** The device's time, never in the future (behaviour 10). */
const happened = (time: Date | undefined): Date => (time && time.getTime() < Date.now() ? time : new Date())

/** Where the service has regions the author's choice counts; otherwise the place decides. */
export const regionOf = async (db: Db, { draft, serviceId }: Pick<Report, 'draft' | 'serviceId'>) => {
  const chosen = [draft.region].flat()[0]
  if (!chosen) {
    const { lng, lat } = draft.startCoordinates
    return { regionId: await aois.regionAt(db, serviceId, [lng, lat]), isRegionChosen: false }
  }
  await checkRegion(db, serviceId, chosen)
  return { regionId: chosen, isRegionChosen: true }
}

/** The same, found while the row is written, for those who need not know it before. */
const regionColumns = async (db: Db, { draft, serviceId }: Report) => {
  const chosen = [draft.region].flat()[0]
  const { lng, lat } = draft.startCoordinates
  if (!chosen) return { regionId: sql<string>`(${aois.regionOfPlace(serviceId, [lng, lat])})`, isRegionChosen: false }
  await checkRegion(db, serviceId, chosen)
  return { regionId: chosen, isRegionChosen: true }
}

const checkRegion = async (db: Db, serviceId: string, chosen: string): Promise<void> => {
  const found = await db
    .selectFrom('region')
    .select('id')
    .where('id', '=', chosen)
    .where('serviceId', '=', serviceId)
    .executeTakeFirst()
  if (!found) throw new Problem('invalid', { fields: { region: 'form.invalid' } })
}

export const placeOnLocalMaps = async (
  db: Db,
  aoiId: string,
  serviceId: string,
  maps: NonNullable<AoiDraft['localMaps']>,
) => {
  const known = await db.selectFrom('localMap').select('id').where('serviceId', '=', serviceId).execute()
  if (maps.some(({ mapId }) => !known.some(({ id }) => id === mapId)))
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

/** What was answered, as columns. A question is kept as it was asked: it may be worded anew later. */
const answersTo = (type: EventType, given: readonly { _id: string; value: string }[]) => {
  const answers = type.fields.flatMap((question, sortOrder) => {
    const value = given.find(({ _id }) => _id === question._id)?.value.trim()
    return value ? [{ id: question._id, name: question.name, value, sortOrder }] : []
  })
  const ids = answers.map(({ id }) => id)
  const names = answers.map(({ name }) => name)
  const values = answers.map(({ value }) => value)
  const order = answers.map(({ sortOrder }) => sortOrder)
  return sql`unnest(${ids}::uuid[], ${names}::text[], ${values}::text[], ${order}::int[])`
}

/** `aois` names rows with an id: a table, or what a statement has just stored. */
const insertAnswers = (aois: RawBuilder<unknown>, answers: RawBuilder<unknown>) => sql`
  insert into aoi_answer (aoi_id, question_id, question_name, value, sort_order)
  select stored.id, given.* from ${aois} as stored, ${answers} as given`

export const answer = async (
  db: Db,
  aoiId: string,
  type: EventType,
  given: readonly { _id: string; value: string }[],
) => {
  await insertAnswers(sql`(select ${aoiId}::uuid as id)`, answersTo(type, given)).execute(db)
}

/** What one kind of AOI has beyond the others; a region only where it was looked for already. */
export type KindColumns = Pick<Insertable<AoiTable>, 'kind'> & Partial<Insertable<AoiTable>>

/** In one statement, which is half the time of three; nothing when the nonce is taken. */
const inserting =
  (author: Report['author'], answers: RawBuilder<unknown> | undefined) =>
  async (db: Db, row: InsertObject<Database, 'aoi'>): Promise<{ id: string } | undefined> => {
    const insertAoi = db
      .insertInto('aoi')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
    const { rows } = await sql<{ id: string }>`${kept}
      with stored as (${insertAoi}),
        ${answers ? sql`answered as (${insertAnswers(sql`stored`, answers)}),` : sql``}
        noted as (${logs.insertChange(sql`stored`, author, { what: 'created' })})
      select id from stored`.execute(db)
    return rows[0]
  }

/** Stores an AOI with its answers, its first log entry and, by `more`, what else hangs on it; or finds the one that this very report made before. */
export const storeAoi = async (
  db: Db,
  report: Report,
  columns: KindColumns,
  { type, more }: { type?: EventType; more?: (aoiId: string) => Promise<void> },
): Promise<{ id: string; isNew: boolean }> => {
  const { draft, serviceId, author } = report
  const { nonce: requested = String(Date.now()), ...content } = draft
  const hash = contentHash(content, report.imageBytes)
  const answers = draft.publicAction?.fields ?? []
  const text = described(draft.description)
  const { lng, lat, altitude } = draft.startCoordinates
  const row = {
    id: newId(),
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
    ...(columns.regionId === undefined && (await regionColumns(db, report))),
    contentHash: hash,
    changedBy: report.creatorId,
    createdAt: happened(draft.creationTime),
    ...columns,
  }
  const insert = inserting(author, type && answersTo(type, answers))
  for (let step = 0; step < NONCE_TRIES; step++) {
    const nonce = Number(requested) + step
    const stored = await insert(db, { ...row, nonce, requestedNonce: step > 0 ? Number(requested) : null })
    if (!stored) {
      // Asked only now: a nonce that was never seen, which is nearly every one, needs no look first.
      const earlier = await sentBefore(db, requested, report, hash)
      if (earlier) return { id: earlier, isNew: false }
      continue
    }
    await more?.(row.id)
    if (draft.localMaps) await placeOnLocalMaps(db, row.id, serviceId, draft.localMaps)
    return { id: row.id, isNew: true }
  }
  throw new Problem('conflict')
}

export const createEvent = (db: Db, report: Report, type: EventType) =>
  storeAoi(db, report, { kind: 'event', eventTypeId: type._id }, { type })
