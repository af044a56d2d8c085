import { type Kysely, sql } from 'kysely'

/** A reporter's claim that two reports are of the same event. Only members merge reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table twin_claim (
      service_id uuid not null references service on delete cascade,
      aoi_id uuid primary key references aoi on delete cascade,
      other_id uuid not null references aoi on delete cascade,
      claimed_at timestamptz not null default now(),
      check (aoi_id <> other_id)
    )`.execute(db)
  await sql`create index twin_claim_other on twin_claim (other_id)`.execute(db)
  await sql`create index twin_claim_service on twin_claim (service_id)`.execute(db)
}

export const isCompatible = true
