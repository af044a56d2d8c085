import { sql } from 'kysely'
import type { AoiDraft, EventType, LngLat } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { descriptionColumns } from './draft.ts'
import { recordAoiChange } from './record-change.ts'
import { receiveReport } from './report.ts'
import { searchTextOf } from './search.ts'

type SystemReport = { name: string; description: string; place: LngLat; address: string | null; type: EventType }

export const createSystemReport = (
  db: Db,
  { name, description, place, address, type }: SystemReport,
): Promise<string> => {
  const [lng, lat] = place
  const draft: AoiDraft = {
    name,
    description,
    type: 'default',
    startCoordinates: { lng, lat, altitude: 1 },
    forSensors: false,
    publicAction: { publicActionId: type._id, fields: [] },
  }
  const report = {
    draft,
    serviceId: type.service,
    creatorId: null,
    visitorId: null,
    isAnonymous: false,
    imageFileId: null,
    imageBytes: undefined,
    address,
    author: null,
  }
  return receiveReport(db, report, { kind: 'event', type })
}

/** Replaces the description of an event of the system, without log entry or notification. */
export const describeSystemReport = async (db: Db, id: string, html: string): Promise<void> => {
  const columns = descriptionColumns(html)
  const row = await db.selectFrom('aoi').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  const searchText = searchTextOf({ name: row.name, ...columns, answers: [] })
  await db
    .updateTable('aoi')
    .set({ ...columns, searchText, updatedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

export const archiveSystemReport = async (db: Db, id: string): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('aoi')
    .set({ archivedAt: sql<Date>`now()`, archivedBy: null })
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await recordAoiChange(db, id, null, { what: 'archived' })
}
