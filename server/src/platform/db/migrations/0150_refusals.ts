import { type Kysely, sql } from 'kysely'

/** Number of refused requests per hour. Service null: the service of the sender is unknown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refusal (
      service_id uuid references service on delete cascade,
      hour timestamptz not null,
      kind text not null check (length(kind) <= 40),
      count integer not null check (count > 0),
      unique nulls not distinct (service_id, hour, kind)
    )`.execute(db)
}
