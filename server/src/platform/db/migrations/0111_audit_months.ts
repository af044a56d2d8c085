import { type Kysely, sql } from 'kysely'

/**
 * Partitions the audit by month, so that whole months can be dropped although no entry can be changed or deleted.
 * Repeated refusals of a caller have one entry and a count.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger audit_append_only on audit`.execute(db)
  await sql`alter table audit rename to audit_before`.execute(db)
  await sql`alter table audit_before rename constraint audit_pkey to audit_before_pkey`.execute(db)
  await sql`alter index audit_service rename to audit_before_service`.execute(db)
  await sql`alter index audit_member rename to audit_before_member`.execute(db)
  await sql`
    create table audit (like audit_before including defaults including constraints, primary key (id, at))
    partition by range (at)`.execute(db)
  await sql`create index audit_service on audit (service_id, at desc, id desc)`.execute(db)
  await sql`create index audit_member on audit (member_id, at desc)`.execute(db)
  await createMonths(db)
  await sql`insert into audit select * from audit_before`.execute(db)
  await sql`drop table audit_before`.execute(db)
  await createRefusals(db)
}

/** Each partition needs its own trigger, because the parent table's does not fire for statements on the partition. */
async function createMonths(db: Kysely<unknown>) {
  await sql`
    create trigger audit_append_only before update or delete or truncate on audit
      for each statement execute function audit_refuse()`.execute(db)
  // For times without a partition, which occur only if a clock jumps.
  await sql`create table audit_rest partition of audit default`.execute(db)
  await sql`
    create trigger audit_append_only before update or delete or truncate on audit_rest
      for each statement execute function audit_refuse()`.execute(db)
  await sql`
    create function audit_add_month(month date) returns void language plpgsql as $$
    declare name text := 'audit_' || to_char(month, 'YYYY_MM');
    begin
      if to_regclass(name) is null then
        execute format('create table %I partition of audit for values from (%L) to (%L)', name,
          to_char(month, 'YYYY-MM-01 00:00:00+00'), to_char(month + interval '1 month', 'YYYY-MM-01 00:00:00+00'));
        execute format('create trigger audit_append_only before update or delete or truncate on %I
          for each statement execute function audit_refuse()', name);
      end if;
    end $$`.execute(db)
  await sql`
    select audit_add_month(month::date) from generate_series(
      date_trunc('month', (select coalesce(least(min(at), now()), now()) from audit_before) at time zone 'UTC'),
      date_trunc('month', now() at time zone 'UTC') + interval '3 months', interval '1 month') as month`.execute(db)
}

async function createRefusals(db: Kysely<unknown>) {
  await sql`
    create table audit_refusal (
      -- hash of the caller and the refused request, without requested ids
      fingerprint text not null,
      hour timestamptz not null,
      -- audit entry of the first refusal
      audit_id uuid not null unique,
      count integer not null default 1,
      last_at timestamptz not null default now(),
      primary key (fingerprint, hour)
    )`.execute(db)
  await sql`create index audit_refusal_age on audit_refusal (last_at)`.execute(db)
}
