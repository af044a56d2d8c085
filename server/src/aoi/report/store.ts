import { type Insertable, sql } from 'kysely'
import { type EventType, Problem } from '#contract'
import type { Db } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import { pointText } from '../../db/point.ts'
import type { AoiTable } from '../../db/schema/aoi.ts'
import { searchTextOf } from '../../search/meaning.ts'
import { placeOnLocalMaps } from '../local-maps.ts'
import { chosenRegion } from '../region.ts'
import { contentHash, descriptionColumns } from '../text.ts'
import { insertAoi } from './insert.ts'
import type { Report } from './report.ts'

/** How many taken nonces are passed over; each belongs to another report of the same millisecond. */
const NONCE_TRIES = 1000

/** The AOI that this very report created before: it was sent again after its answer was lost. */
const findEarlier = async (db: Db, nonce: string, report: Report, hash: Buffer): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from aoi where coalesce(requested_nonce, nonce) = ${nonce} and content_hash = ${hash}
      and creator_id is not distinct from ${report.creatorId} and visitor_id is not distinct from ${report.visitorId}`.execute(
    db,
  )
  return rows[0]?.id
}

/** The device's time, never in the future (behaviour 10). */
const creationTimeOf = (time: Date | undefined): Date => (time && time.getTime() < Date.now() ? time : new Date())

/** What one kind of AOI has beyond the others; a region only where it was looked for already. */
type KindColumns = Pick<Insertable<AoiTable>, 'kind'> & Partial<Insertable<AoiTable>>

type StoreOptions = { type?: EventType; more?: (aoiId: string) => Promise<void> }

/**
 * Stores an AOI with its answers, its first log entry and, by `more`, what else belongs to it. A report that was stored
 * before is not stored again (`isNew: false`); another report with the same nonce gets the next free one.
 */
export const storeAoi = async (
  db: Db,
  report: Report,
  columns: KindColumns,
  { type, more }: StoreOptions,
): Promise<{ id: string; isNew: boolean }> => {
  const { draft, serviceId, author } = report
  const { nonce: requested = String(Date.now()), ...content } = draft
  const hash = contentHash(content, report.imageBytes)
  const answers = draft.publicAction?.fields ?? []
  const text = descriptionColumns(draft.description)
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
    createdAt: creationTimeOf(draft.creationTime),
    ...columns,
  }
  const within = columns.regionId === undefined && !chosen ? ([lng, lat] as const) : undefined
  for (let step = 0; step < NONCE_TRIES; step++) {
    const nonced = { ...row, nonce: Number(requested) + step, requestedNonce: step > 0 ? Number(requested) : null }
    if (!(await insertAoi(db, { row: nonced, within, author, type, answers }))) {
      // Asked only now: a nonce that was never seen, which is nearly every one, needs no look first.
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
