import { type Kysely, sql } from 'kysely'
import { givingWay } from '../give-way.ts'
import { createIndexConcurrently } from './migration.ts'

/**
 * A restore runs in one transaction on tables that are not visible to others. Otherwise each step is a short
 * transaction.
 */
const briefly = (db: Kysely<unknown>, work: (db: Kysely<unknown>) => Promise<void>): Promise<void> =>
  db.isTransaction ? work(db) : givingWay(db, work)

/**
 * Imports of files. All rows of a file are stored before the first is imported, so that an import can continue after
 * the server was killed. `aoi.import_id` has no foreign key: it would need an index, and the id is kept when the import
 * is deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await briefly(db, async (brief) => {
    await sql`alter table aoi add column if not exists import_id uuid,
      add column if not exists external_id text check (length(external_id) <= 200)`.execute(brief)
  })
  await createIndexConcurrently(
    db,
    'aoi_external_id',
    'aoi (service_id, kind, external_id) where external_id is not null',
  )
  await briefly(db, async (brief) => {
    await sql`
      create table if not exists import (
        id uuid primary key,
        service_id uuid not null references service on delete cascade,
        creator_id uuid references member on delete set null,
        undone_by uuid,
        state text not null default 'reading',
        file_name text not null default '' check (length(file_name) <= 200),
        format text,
        encoding text,
        -- hash of the column names, to reuse the mapping of the last file with the same columns
        shape text,
        columns jsonb not null default '[]',
        mapping jsonb,
        problem jsonb,
        row_count integer not null default 0,
        -- rows imported or undone so far
        done_rows integer not null default 0,
        new_count integer not null default 0,
        changed_count integer not null default 0,
        unchanged_count integer not null default 0,
        rejected_count integer not null default 0,
        undone_count integer not null default 0,
        kept_count integer not null default 0,
        created_at timestamptz not null default now(),
        -- while the file is read: when a row was last stored
        worked_at timestamptz not null default now(),
        finished_at timestamptz
      )`.execute(brief)
    await sql`create index if not exists import_service on import (service_id, created_at desc)`.execute(brief)
    await sql`create index if not exists import_creator on import (creator_id) where creator_id is not null`.execute(
      brief,
    )
    await sql`create index if not exists import_due on import (created_at) where state in ('running', 'undoing')`.execute(
      brief,
    )
    await sql`
      create table if not exists import_row (
        import_id uuid not null references import on delete cascade,
        service_id uuid not null,
        number integer not null,
        -- line number in the file
        line integer not null,
        cells jsonb not null,
        outcome text,
        reasons jsonb,
        aoi_id uuid,
        -- values before the import, for undo
        before jsonb,
        -- the AOI's changed_at after the import; a later one means that someone has changed the AOI since
        written_at timestamptz,
        is_kept boolean not null default false,
        primary key (import_id, number)
      )`.execute(brief)
  })
}

export const outsideTransaction = true
export const isCompatible = true
