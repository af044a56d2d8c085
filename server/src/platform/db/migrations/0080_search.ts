import { type Kysely, sql } from 'kysely'

/**
 * PostgreSQL does not combine two indexes with the same condition, and all indexes of AOIs had the condition
 * `deleted_at is null`. A text search could therefore not use the index of a service or box, too. The text index no
 * longer has the condition.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index aoi_search`.execute(db)
  await sql`create index aoi_search on aoi using gin (search_text gin_trgm_ops)`.execute(db)
  // PostgreSQL inlines this function now that it is not `strict`, which makes queries three times as fast. The index
  // must be rebuilt, because open connections keep its definition with the previous function.
  await sql`
    create or replace function on_globe(place point) returns cube language sql immutable parallel safe
    return cube(array[
      cosd(place[1]) * cosd(place[0]), cosd(place[1]) * sind(place[0]), sind(place[1])
    ])`.execute(db)
  await sql`reindex index aoi_nearest`.execute(db)
}
