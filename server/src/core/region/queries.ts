import { sql } from 'kysely'
import type { Language, LngLat, LocalMap, LocalMapPosition, Region, RegionDraft, Translations, Usage } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { lngLat } from '../../platform/db/point.ts'
import { swapTexts } from '../../platform/db/swap-texts.ts'
import { addressOfFile } from '../../platform/files/files.ts'

const localMapNames = sql<Region['localMaps']>`coalesce((
  select json_agg(json_build_object('_id', l.id, 'name', l.name, 'translations', l.translations) order by l.name)
  from local_map l where l.region_id = region.id), '[]')`

const usersCount = sql<number>`(
  select count(*)::int from member m
  where m.service_id = region.service_id and m.deleted_at is null and m.home_location is not null
    and region.outline @> m.home_location)`

const publicUsersCount = sql<number>`(
  select count(distinct a.visitor_id)::int from aoi a where a.region_id = region.id and a.visitor_id is not null
    and a.deleted_at is null)`

const regions = (db: Db) =>
  db
    .selectFrom('region')
    .select(['region.id', 'region.serviceId', 'region.name', 'region.translations', 'region.coordinates'])
    .select([usersCount.as('usersCount'), localMapNames.as('localMaps')])
    .orderBy('region.sortOrder')
    .orderBy('region.name')

type Row = Awaited<ReturnType<ReturnType<typeof regions>['execute']>>[number]

const asRegion = (row: Row): Region => ({
  _id: row.id,
  service: row.serviceId,
  name: row.name,
  translations: row.translations,
  usersCount: row.usersCount,
  geometry: { type: 'Polygon', coordinates: row.coordinates },
  localMaps: row.localMaps,
})

export const ofServices = async (db: Db, serviceIds: readonly string[]): Promise<Region[]> =>
  (await regions(db).where('region.serviceId', 'in', serviceIds).execute()).map(asRegion)

export type RegionName = Pick<Region, '_id' | 'name' | 'translations'>

/** The names of the regions of a service, without outlines, which may have megabytes. */
export const namesOf = async (db: Db, serviceId: string): Promise<RegionName[]> => {
  const rows = await db
    .selectFrom('region')
    .select(['id', 'name', 'translations'])
    .where('serviceId', '=', serviceId)
    .orderBy('sortOrder')
    .orderBy('name')
    .execute()
  return rows.map(({ id, ...region }) => ({ _id: id, ...region }))
}

export const withPublicUsers = async (db: Db, serviceIds: readonly string[]) =>
  (
    await regions(db)
      .select(publicUsersCount.as('publicUsersCount'))
      .where('region.serviceId', 'in', serviceIds)
      .execute()
  ).map((row) => ({ ...asRegion(row), publicUsersCount: row.publicUsersCount }))

const withService = (row: Row | undefined) => row && { ...asRegion(row), serviceId: row.serviceId }

export const byId = async (db: Db, id: string) =>
  withService(await regions(db).where('region.id', '=', id).executeTakeFirst())

export const ofLocalMap = async (db: Db, localMapId: string) =>
  withService(
    await regions(db)
      .where('region.id', '=', (eb) =>
        eb.selectFrom('localMap').select('regionId').where('localMap.id', '=', localMapId),
      )
      .executeTakeFirst(),
  )

const localMaps = (db: Db) =>
  db
    .selectFrom('localMap')
    .leftJoin('file', 'file.id', 'localMap.imageFileId')
    .select([
      'localMap.id',
      'localMap.name',
      'localMap.translations',
      'localMap.regionId',
      'localMap.serviceId',
      'localMap.opacity',
      'file.token',
    ])
    .select(['localMap.originX', 'localMap.originY', 'localMap.width', 'localMap.height', 'localMap.rotation'])
    .orderBy('localMap.sortOrder')
    .orderBy('localMap.name')

type LocalMapRow = Awaited<ReturnType<ReturnType<typeof localMaps>['execute']>>[number]

const asLocalMap = ({
  id,
  name,
  translations,
  regionId,
  token,
  opacity,
  serviceId: _,
  ...position
}: LocalMapRow): LocalMap => ({
  _id: id,
  name,
  translations,
  region: regionId,
  image: token && addressOfFile(token),
  position,
  opacity,
})

export const localMapsOf = async (db: Db, serviceId: string): Promise<LocalMap[]> =>
  (await localMaps(db).where('localMap.serviceId', '=', serviceId).execute()).map(asLocalMap)

export const localMapById = async (db: Db, id: string) => {
  const row = await localMaps(db).where('localMap.id', '=', id).executeTakeFirst()
  return row && { ...asLocalMap(row), serviceId: row.serviceId }
}

const AOIS_GEO_LIMIT = 10_000

export const aoisGeo = async (db: Db, regionId: string) => {
  const rows = await db
    .selectFrom('aoi')
    .select(['id', 'number', 'place'])
    .where('regionId', '=', regionId)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(AOIS_GEO_LIMIT)
    .execute()
  return rows.map(({ id, number, place }) => ({ _id: id, number, coordinates: lngLat(place) }))
}

const nextPlace = (table: 'region' | 'local_map', serviceId: string) =>
  sql<number>`(select coalesce(max(sort_order), 0) + 1 from ${sql.table(table)} where service_id = ${serviceId})`

type RegionValues = Pick<RegionDraft, 'name' | 'coordinates' | 'translations'>

export const create = async (db: Db, serviceId: string, { name, coordinates, translations = {} }: RegionValues) => {
  const id = newId()
  const outline = JSON.stringify(coordinates)
  const sortOrder = nextPlace('region', serviceId)
  await db
    .insertInto('region')
    .values({ id, serviceId, name, translations: JSON.stringify(translations), coordinates: outline, sortOrder })
    .execute()
  return id
}

export const change = async (
  db: Db,
  id: string,
  { name, coordinates, translations }: { [K in keyof RegionValues]?: RegionValues[K] | undefined },
): Promise<void> => {
  await db
    .updateTable('region')
    .set({
      ...(name !== undefined && { name }),
      ...(coordinates && { coordinates: JSON.stringify(coordinates) }),
      ...(translations && { translations: JSON.stringify(translations) }),
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

export const remove = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('region').where('id', '=', id).execute()
}

export const usesOf = async (db: Db, { _id, serviceId }: { _id: string; serviceId: string }): Promise<Usage[]> => {
  const { rows } = await sql<Usage>`select 'metric' as kind, name, translations from metric
    where service_id = ${serviceId} and strpos(conditions::text, ${_id}) > 0 order by 2`.execute(db)
  return rows
}

export const isOfService = async (db: Db, serviceId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('region')
    .select('id')
    .where('id', '=', id)
    .where('serviceId', '=', serviceId)
    .executeTakeFirst()) !== undefined

type LocalMapValues = {
  name: string
  translations?: Translations | undefined
  regionId: string | null
  position: LocalMapPosition
  opacity?: number | undefined
  imageFileId: string
}

export const createLocalMap = async (
  db: Db,
  serviceId: string,
  { position, opacity, translations, ...values }: LocalMapValues,
) => {
  const id = newId()
  await db
    .insertInto('localMap')
    .values({
      ...values,
      ...position,
      ...(opacity !== undefined && { opacity }),
      ...(translations && { translations: JSON.stringify(translations) }),
      id,
      serviceId,
      sortOrder: nextPlace('local_map', serviceId),
    })
    .execute()
  return id
}

export const changeLocalMap = async (
  db: Db,
  id: string,
  { position, translations, ...values }: { [K in keyof LocalMapValues]?: LocalMapValues[K] | undefined },
): Promise<void> => {
  const changes = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  await db
    .updateTable('localMap')

    .set({
      ...changes,
      ...position,
      ...(translations && { translations: JSON.stringify(translations) }),
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

export const removeLocalMap = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('localMap').where('id', '=', id).execute()
}

export const boundsOf = (ring: readonly LngLat[]): [number, number, number, number] => {
  const lngs = ring.map(([lng]) => lng)
  const lats = ring.map(([, lat]) => lat)
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}

export const swapLanguage = async (db: Db, serviceId: string, from: Language, to: Language): Promise<void> => {
  const rows = sql`service_id = ${serviceId}`
  await swapTexts(db, { table: 'region', column: 'name', rows, from, to })
  await swapTexts(db, { table: 'local_map', column: 'name', rows, from, to })
}
