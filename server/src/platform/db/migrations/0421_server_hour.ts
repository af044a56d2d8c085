import { type Kysely, sql } from 'kysely'

/** How all servers on this database answered, hour by hour, and what failed on them: swept after a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table server_hour (
      hour timestamptz primary key,
      requests bigint not null,
      failures bigint not null,
      total_ms double precision not null
    )`.execute(db)
  await sql`
    create table failed_request (
      at timestamptz not null,
      -- as the log has it
      id text not null,
      method text not null,
      -- the pattern of the route: nothing that a person wrote
      path text not null,
      code text not null,
      primary key (at, id)
    )`.execute(db)
}

export const isCompatible = true
