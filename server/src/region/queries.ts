import { sql } from 'kysely'
import type { LocalMap, Region } from '#contract'
import type { Db } from '../db/database.ts'
import { lngLat } from '../db/point.ts'
import { addressOfFile } from '../files/files.ts'

const localMapNames = sql<{ _id: string; name: string }[]>`coalesce((
  select json_agg(json_build_object('_id', l.id, 'name', l.name) order by l.name)
  from local_map l where l.region_id = region.id), '[]')`

/** Members whose home lies inside. */
const usersCount = sql<number>`(
  select count(*)::int from member m
  where m.service_id = region.service_id and m.deleted_at is null and m.home_location is not null
    and region.outline @> m.home_location)`

const publicUsersCount = sql<number>`(
  select count(distinct a.visitor_id)::int from aoi a where a.region_id = region.id and a.deleted_at is null)`

const regions = (db: Db) =>
  db
    .selectFrom('region')
    .select(['region.id', 'region.serviceId', 'region.name', 'region.coordinates'])
    .select([usersCount.as('usersCount'), publicUsersCount.as('publicUsersCount'), localMapNames.as('localMaps')])
    .orderBy('region.sortOrder')
    .orderBy('region.name')

type Row = Awaited<ReturnType<ReturnType<typeof regions>['execute']>>[number]

const asRegion = (row: Row): Region => ({
  _id: row.id,
  service: row.serviceId,
  name: row.name,
  usersCount: row.usersCount,
  geometry: { type: 'Polygon', coordinates: row.coordinates },
  localMaps: row.localMaps,
})

export const ofServices = async (db: Db, serviceIds: readonly string[]): Promise<Region[]> =>
  (await regions(db).where('region.serviceId', 'in', serviceIds).execute()).map(asRegion)

export const withPublicUsers = async (db: Db, serviceIds: readonly string[]) =>
  (await regions(db).where('region.serviceId', 'in', serviceIds).execute()).map((row) => ({
    ...asRegion(row),
    publicUsersCount: row.publicUsersCount,
  }))

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

export const localMapsOf = async (db: Db, serviceId: string): Promise<LocalMap[]> => {
  const rows = await db
    .selectFrom('localMap')
    .leftJoin('file', 'file.id', 'localMap.imageFileId')
    .select(['localMap.id', 'localMap.name', 'localMap.regionId', 'file.token'])
    .select(['localMap.originX', 'localMap.originY', 'localMap.width', 'localMap.height', 'localMap.rotation'])
    .where('localMap.serviceId', '=', serviceId)
    .orderBy('localMap.sortOrder')
    .orderBy('localMap.name')
    .execute()
  return rows.map(({ id, name, regionId, token, ...position }) => ({
    _id: id,
    name,
    region: regionId,
    image: token && addressOfFile(token),
    position,
  }))
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
