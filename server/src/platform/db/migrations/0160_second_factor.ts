import { type Kysely, sql } from 'kysely'

/** One-time codes as a second factor, recovery codes, and tickets of sign-ins that wait for a code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table second_factor (
      member_id uuid primary key references member on delete cascade,
      -- encrypted with a key derived for this member
      secret text not null,
      -- null until the member has entered a first code; the factor is not used before that
      confirmed_at timestamptz,
      -- time step of the newest accepted code, so that no code is accepted twice
      last_step bigint not null default 0,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table recovery_code (
      member_id uuid not null references second_factor on delete cascade,
      code_hash bytea not null,
      used_at timestamptz,
      primary key (member_id, code_hash)
    )`.execute(db)
  await sql`
    create table sign_in_ticket (
      token_hash bytea primary key,
      member_id uuid not null references member on delete cascade,
      tries int not null default 0,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index sign_in_ticket_member on sign_in_ticket (member_id)`.execute(db)
  await sql`create index sign_in_ticket_expiry on sign_in_ticket (expires_at)`.execute(db)
  await sql`alter table service add column requires_second_factor boolean not null default false`.execute(db)
}
