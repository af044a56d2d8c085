import { sql } from 'kysely'
import type { AoiChange, AoiDraft, LngLat } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { lngLat, type Point } from '../../platform/db/point.ts'
import { changeArea, createArea } from './areas.ts'
import { changeAoi } from './change.ts'
import { deleteImported, untouched, type WrittenAoi } from './imported.ts'
import { recordAoiChange } from './record-change.ts'

type Author = { id: string; name: string }

export type StoredArea = {
  id: string
  name: string
  descriptionHtml: string
  descriptionText: string
  place: LngLat
  radiusMetres: number | null
  coordinates: [LngLat[]] | null
}

/** The sensor areas of a service, with the fields that an import compares. */
export const storedAreas = async (db: Db, serviceId: string): Promise<StoredArea[]> => {
  const { rows } = await sql<Omit<StoredArea, 'place'> & { place: Point }>`
    select id, name, description_html, description_text, place, radius_metres, coordinates from aoi
    where service_id = ${serviceId} and kind = 'sensor' and deleted_at is null order by number desc`.execute(db)
  return rows.map(({ place, ...area }) => ({ ...area, place: lngLat(place) }))
}

/** When AOIs last changed, as text because a Date would lose microseconds. */
export const changedAt = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; at: string }>`
    select id, changed_at::text as at from aoi where id = any(${ids as string[]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

type Importing = { serviceId: string; author: Author; importId: string | null }
type AreaDraft = Pick<AoiDraft, 'name' | 'description' | 'startCoordinates' | 'address' | 'sensors'> &
  Pick<AoiDraft, 'coordinates' | 'radiusMetres'>

/** Creates a sensor area as a member would, without notifications. */
export const createImportedArea = async (
  db: Db,
  { serviceId, author, importId }: Importing,
  draft: AreaDraft,
): Promise<string> => {
  const { id } = await createArea(db, {
    draft: draft as AoiDraft,
    serviceId,
    author,
    creatorId: author.id,
    visitorId: null,
    isAnonymous: false,
    imageFileId: null,
    imageBytes: undefined,
    address: null,
  })
  await db.updateTable('aoi').set({ importId }).where('id', '=', id).execute()
  return id
}

/** Changes a sensor area as a member would, without notifications. */
export const changeImportedArea = async (db: Db, author: Author, id: string, change: AoiChange): Promise<void> => {
  const fields = await changeAoi(db, id, change, {
    type: undefined,
    imageFileId: undefined,
    address: change.address,
    ofKind: () => changeArea(db, id, change),
  })
  if (fields.length > 0) await recordAoiChange(db, id, author, { what: 'edited', fields }, { isNotified: false })
}

type WrittenArea = WrittenAoi & { outcome: 'new' | 'changed'; before: AoiChange | null }

/**
 * Undoes the import of areas: deletes new ones and restores changed ones, except those that somebody has changed since.
 * Returns the ids of these exceptions.
 */
export const undoAreas = async (db: Db, author: Author, areas: readonly WrittenArea[]): Promise<string[]> => {
  const kept = await deleteImported(db, author, areas.filter(({ outcome }) => outcome === 'new')) // biome-ignore format: one call
  const changed = areas.filter(({ outcome }) => outcome === 'changed')
  const free = await untouched(db, changed)
  for (const { id, before } of changed) if (before && free.has(id)) await changeImportedArea(db, author, id, before)
  return [...kept, ...changed.flatMap(({ id }) => (free.has(id) ? [] : [id]))]
}
