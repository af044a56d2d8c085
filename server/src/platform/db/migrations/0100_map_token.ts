import { type Kysely, sql } from 'kysely'

/** A service's own map style is served under an unguessable token of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update service set map = map || jsonb_build_object('token',
      replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
    where map ->> 'styleUrl' <> ''`.execute(db)
  await sql`create unique index service_map_token on service ((map ->> 'token'))`.execute(db)
}
