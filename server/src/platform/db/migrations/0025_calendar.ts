import { type Kysely, sql } from 'kysely'

/**
 * What is in a month began before it or in it, and ends in it or after it: an index by the start alone would read every
 * activity there ever was. This one finds whatever overlaps.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index aoi_calendar_span on aoi
      using gist (tstzrange(coalesce(start_at, end_at), coalesce(end_at, start_at), '[]'))
      where kind = 'activity' and deleted_at is null`.execute(db)
  // A member's own links, the newest first; those that were revoked are only kept to be known as such.
  await sql`create index calendar_feed_live on calendar_feed (member_id, created_at desc)
    where revoked_at is null`.execute(db)
}
