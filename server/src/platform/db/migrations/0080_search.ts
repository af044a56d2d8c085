import { type Kysely, sql } from 'kysely'

/**
 * PostgreSQL never joins the finds of two indexes that share a condition, and all those of an AOI say `deleted_at is
 * null`: a word could not be looked up within a service, a box or a part of the alphabet. The index of words says it no
 * longer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index aoi_search`.execute(db)
  await sql`create index aoi_search on aoi using gin (search_text gin_trgm_ops)`.execute(db)
  // A function that is `strict` is called for each row; without it, it becomes a part of the statement: a third of the
  // time. Connections know an index with the function as it was, until it is made again.
  await sql`
    create or replace function on_globe(place point) returns cube language sql immutable parallel safe
    return cube(array[
      cosd(place[1]) * cosd(place[0]), cosd(place[1]) * sind(place[0]), sind(place[1])
    ])`.execute(db)
  await sql`reindex index aoi_nearest`.execute(db)
}
