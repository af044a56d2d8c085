import { type Kysely, sql } from 'kysely'
import { givingWay } from '../give-way.ts'

/** Number of entries updated per transaction. */
const AT_ONCE = 5_000

/**
 * A restore runs in one transaction on tables that are not visible to others. Otherwise each step is a short
 * transaction.
 */
const briefly = (db: Kysely<unknown>, work: (db: Kysely<unknown>) => Promise<void>): Promise<void> =>
  db.isTransaction ? work(db) : givingWay(db, work)

/**
 * The kind of author of an entry, which is kept when the author is erased. `report_id`: report of the visitor who wrote
 * the entry or is its only recipient; null if the entry is for everyone. It has no foreign key, because the entry is
 * kept when the report is deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await briefly(db, async (brief) => {
    await sql`
      alter table log_entry
        add column if not exists author_kind text not null default 'member'
          check (author_kind in ('member', 'visitor', 'system')),
        add column if not exists report_id uuid`.execute(brief)
    // Servers of the previous version set neither column.
    await sql`
      create or replace function log_entry_authorship() returns trigger language plpgsql as $$ begin
        if new.visitor_id is not null then
          new.author_kind := 'visitor';
          new.report_id := coalesce(new.report_id, (select a.id from aoi a
            where a.visitor_id = new.visitor_id and a.kind = 'event' and new.aoi_id in (a.id, a.main_id)
            order by a.id = new.aoi_id desc, a.created_at, a.id limit 1));
        elsif new.is_system then
          new.author_kind := 'system';
        end if;
        return new;
      end $$`.execute(brief)
    await sql`
      create or replace trigger log_entry_authorship before insert on log_entry for each row
        when (new.author_id is null and new.author_kind = 'member') execute function log_entry_authorship()`.execute(
      brief,
    )
  })
  await fill(db)
}

/**
 * Entries without a member were written by a visitor or the system. Three facts about old entries cannot be recovered:
 * the report of an erased visitor, which of a visitor's merged reports an entry belongs to, and whether a member's
 * entry was a question to one reporter.
 */
async function fill(db: Kysely<unknown>): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (let isMore = true; isMore; ) {
    await briefly(db, async (brief) => {
      const { rows } = await sql<{ id: string; last: string | null; count: number }>`
        with part as (select id from log_entry where author_id is null and id > ${after}::uuid order by id limit ${sql.lit(AT_ONCE)}),
        filled as (update log_entry e set
          author_kind = case
            when e.visitor_id is null and e.is_system and e.author_name = ''
              and coalesce(e.change ->> 'what', '') not like 'reporter%' then 'system'
            else 'visitor' end,
          report_id = (select a.id from aoi a
            where a.visitor_id = e.visitor_id and a.kind = 'event' and e.aoi_id in (a.id, a.main_id)
            order by a.id = e.aoi_id desc, a.created_at, a.id limit 1)
          from part where e.id = part.id)
        select (select id from part order by id desc limit 1) as last, (select count(*)::int from part) as count`.execute(
        brief,
      )
      after = rows[0]?.last ?? after
      isMore = rows[0]?.count === AT_ONCE
    })
  }
}

export const outsideTransaction = true
export const isCompatible = true
