import { type Insertable, sql } from 'kysely'
import { type AoiDraft, type EventType, eventProblems, offeredTypes, Problem } from '#contract'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { pointText } from '../db/point.ts'
import type { AoiTable } from '../db/schema/aoi.ts'
import * as eventTypes from '../event-type/queries.ts'
import { searchTextOf } from '../search/meaning.ts'
import { insert } from './insert.ts'
import * as aois from './queries.ts'
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

/** The region that the author chose; nothing when the place is to decide. */
const chosenRegion = async (db: Db, { draft, serviceId }: Pick<Report, 'draft' | 'serviceId'>) => {
  const chosen = [draft.region].flat()[0]
  if (!chosen) return undefined
  const found = await db
    .selectFrom('region')
    .select('id')
    .where('id', '=', chosen)
    .where('serviceId', '=', serviceId)
    .executeTakeFirst()
  if (!found) throw new Problem('invalid', { fields: { region: 'form.invalid' } })
  return chosen
}

/** Where the service has regions the author's choice counts; otherwise the place decides. */
export const regionOf = async (db: Db, report: Pick<Report, 'draft' | 'serviceId'>) => {
  const chosen = await chosenRegion(db, report)
  if (chosen) return { regionId: chosen, isRegionChosen: true }
  const { lng, lat } = report.draft.startCoordinates
  return { regionId: await aois.regionAt(db, report.serviceId, [lng, lat]), isRegionChosen: false }
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

/** What one kind of AOI has beyond the others; a region only where it was looked for already. */
export type KindColumns = Pick<Insertable<AoiTable>, 'kind'> & Partial<Insertable<AoiTable>>

type Storing = { type?: EventType; more?: (aoiId: string) => Promise<void> }

/** Stores an AOI with its answers, its first log entry and, by `more`, what else hangs on it; or finds the one that this very report made before. */
export const storeAoi = async (
  db: Db,
  report: Report,
  columns: KindColumns,
  { type, more }: Storing,
): Promise<{ id: string; isNew: boolean }> => {
  const { draft, serviceId, author } = report
  const { nonce: requested = String(Date.now()), ...content } = draft
  const hash = contentHash(content, report.imageBytes)
  const answers = draft.publicAction?.fields ?? []
  const text = described(draft.description)
  const { lng, lat, altitude } = draft.startCoordinates
  const chosen = columns.regionId === undefined ? await chosenRegion(db, report) : undefined
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
    isRegionChosen: chosen !== undefined,
    ...(chosen && { regionId: chosen }),
    contentHash: hash,
    changedBy: report.creatorId,
    createdAt: happened(draft.creationTime),
    ...columns,
  }
  const within = columns.regionId === undefined && !chosen ? ([lng, lat] as const) : undefined
  for (let step = 0; step < NONCE_TRIES; step++) {
    const nonced = { ...row, nonce: Number(requested) + step, requestedNonce: step > 0 ? Number(requested) : null }
    if (!(await insert(db, { row: nonced, within, author, type, given: answers }))) {
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
