import { type Kysely, sql } from 'kysely'

/** Requests per hour of all servers on this database, and failed requests. Deleted after a day. */
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
      -- the request id in the log
      id text not null,
      method text not null,
      -- the route's pattern, which contains no user input
      path text not null,
      code text not null,
      primary key (at, id)
    )`.execute(db)
}

export const isCompatible = true
