import { type Kysely, sql } from 'kysely'

/**
 * A calendar shows activities that overlap a month. An index of starts would have to read all earlier activities; this
 * index of periods finds only those that overlap.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index aoi_calendar_span on aoi
      using gist (tstzrange(coalesce(start_at, end_at), coalesce(end_at, start_at), '[]'))
      where kind = 'activity' and deleted_at is null`.execute(db)
  // A member's links, the newest first. Revoked links are kept only to recognise their tokens.
  await sql`create index calendar_feed_live on calendar_feed (member_id, created_at desc)
    where revoked_at is null`.execute(db)
}
