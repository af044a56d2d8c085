import { type Kysely, sql } from 'kysely'
import { needsExtension } from './needsExtension.ts'

/**
 * Places as points on a unit sphere. The straight distance between two of them grows with their distance on the earth,
 * also across the poles and the 180th meridian, and an index of cubes can sort by it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await needsExtension(db, 'cube')
  await needsExtension(db, 'btree_gist')
  await sql`
    create function on_globe(place point) returns cube language sql immutable strict parallel safe
    return cube(array[
      cosd(place[1]) * cosd(place[0]), cosd(place[1]) * sind(place[0]), sind(place[1])
    ])`.execute(db)
  await sql`
    create index aoi_nearest on aoi using gist (service_id, kind, on_globe(place))
      where deleted_at is null`.execute(db)
}
