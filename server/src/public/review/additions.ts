import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { reportName } from '#contract'
import { addReviewEntries, removeReviewEntry } from '../../core/aoi/log/actions.ts'
import { recordAoiChange } from '../../core/aoi/record-change.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import type { HeldReportTable } from '../../platform/db/schema/review.ts'
import type { Announce } from '../../platform/http/serve.ts'
import { paragraphs } from '../../platform/kit/rich-text.ts'
import { announceReview, notifyReviewers } from './notify.ts'

type PhotoSubject = {
  id: string
  serviceId: string
  number: number
  name: string
  eventTypeId: string
  isAnonymous: boolean
  address: string | null
  lng: number | null
  lat: number | null
}

/**
 * The visitor's report, if photos that are added to it need review. They do if the report is held, or if the link or
 * the service holds reports now.
 */
export const heldPhotoSubject = async (
  db: Db,
  visitorId: string,
  reportId: string,
): Promise<PhotoSubject | undefined> => {
  const { rows } = await sql<PhotoSubject>`
    select h.id, h.service_id, h.number, h.draft ->> 'name' as name, h.event_type_id, h.is_anonymous, h.address,
      (h.draft -> 'startCoordinates' ->> 'lng')::float8 as lng, (h.draft -> 'startCoordinates' ->> 'lat')::float8 as lat
    from held_report h
    where h.id = ${reportId} and h.visitor_id = ${visitorId} and h.adds_to is null and h.state in ('waiting', 'asked')
    union all
    select a.id, a.service_id, a.number, a.name, a.event_type_id, a.is_anonymous, a.address, a.place[0], a.place[1]
    from aoi a
    where a.id = ${reportId} and a.visitor_id = ${visitorId} and a.kind = 'event' and a.deleted_at is null
      and a.event_type_id is not null and (
        exists (select from public_link l
          where l.service_id = a.service_id and l.replaced_at is null and l.holds_reports)
        or exists (select from review_setting r where r.service_id = a.service_id and r.holds_everything))`.execute(db)
  return rows[0]
}

type Photo = { visitorId: string; text: string; nonce: string; photo: { id: string; bytes: Uint8Array } }

export const holdPhoto = async (
  db: Db,
  announce: Announce,
  { id, serviceId, lng, lat, name, ...subject }: PhotoSubject,
  { visitorId, text, nonce, photo }: Photo,
): Promise<void> => {
  const draft = {
    name: reportName(text, name),
    type: 'default',
    description: paragraphs(text),
    text,
    ...(lng !== null && lat !== null && { startCoordinates: { lng, lat, altitude: 1 } }),
    forSensors: false,
    publicAction: { publicActionId: subject.eventTypeId, fields: [] },
  }
  const stored = await db
    .insertInto('heldReport')
    .values({
      id: newId(),
      serviceId,
      visitorId,
      addsTo: id,
      draft: JSON.stringify(draft),
      nonce: Number(nonce),
      contentHash: createHash('sha256')
        .update(JSON.stringify([id, text]))
        .update(photo.bytes)
        .digest(),
      imageFileId: photo.id,
      ...subject,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) return
  await notifyReviewers(db, serviceId)
  await announceReview(db, announce, serviceId)
}

type StoredReport = Selectable<HeldReportTable>

type EventRef = { _id: string; serviceId: string }

/** Locks the event of a report, or its main event after a merge. Undefined while the report has no event. */
export const eventOf = async (db: Db, reportId: string): Promise<EventRef | undefined> => {
  const { rows } = await sql<{ id: string; serviceId: string }>`
    select a.id, a.service_id from aoi own join aoi a on a.id = coalesce(own.main_id, own.id)
    where own.id = ${reportId} and own.deleted_at is null and a.deleted_at is null for update of a`.execute(db)
  return rows[0] && { _id: rows[0].id, serviceId: rows[0].serviceId }
}

type Acceptance = { aoi: EventRef; visitor: { id: string; name: string } | undefined }

type AddedPhoto = StoredReport & { addsTo: string }

export const acceptAddition = async (
  db: Db,
  { id, addsTo, draft, imageFileId, receivedAt }: AddedPhoto,
  { aoi, visitor }: Acceptance,
): Promise<void> => {
  const [entryId = null] = await addReviewEntries(db, { aoiId: aoi._id, reportId: addsTo }, [
    {
      authorKind: 'visitor',
      authorId: null,
      visitorId: visitor?.id ?? null,
      authorName: visitor?.name ?? '',
      text: draft.text ?? '',
      photoFileId: imageFileId,
      at: receivedAt,
    },
  ])
  await db.updateTable('heldReport').set({ entryId }).where('id', '=', id).execute()
  await recordAoiChange(db, aoi._id, null)
}

/** Removes the entry of an accepted photo. Returns false if the entry or its event is gone. */
export const withdrawAddition = async (db: Db, { id, entryId }: StoredReport): Promise<boolean> => {
  if (entryId === null) return false
  const entry = await db
    .selectFrom('logEntry')
    .select(['aoiId', 'photoFileId'])
    .where('id', '=', entryId)
    .executeTakeFirst()
  const aoi = entry && (await eventOf(db, entry.aoiId))
  if (!aoi) return false
  await removeReviewEntry(db, entryId)
  // The report takes the file after the entry is removed, because a file belongs to one row at a time.
  await db
    .updateTable('heldReport')
    .set({ imageFileId: entry.photoFileId, entryId: null })
    .where('id', '=', id)
    .execute()
  await recordAoiChange(db, aoi._id, null, undefined, { isNotified: false })
  return true
}
