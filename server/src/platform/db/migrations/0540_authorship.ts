import { type Kysely, sql } from 'kysely'
import { givingWay } from '../give-way.ts'

/** Entries that are filled in one transaction. */
const AT_ONCE = 5_000

/** In the one transaction of a restore nobody else sees the tables; else each step is a short transaction of its own. */
const briefly = (db: Kysely<unknown>, work: (db: Kysely<unknown>) => Promise<void>): Promise<void> =>
  db.isTransaction ? work(db) : givingWay(db, work)

/**
 * Who wrote an entry, kept when its author is erased: a member, a visitor, or the system. `report_id` is the report of the
 * visitor who wrote the entry, or of the one visitor who was asked; null if the entry is for everyone. It has no reference:
 * it outlives its report.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await briefly(db, async (brief) => {
    await sql`
      alter table log_entry
        add column if not exists author_kind text not null default 'member'
          check (author_kind in ('member', 'visitor', 'system')),
        add column if not exists report_id uuid`.execute(brief)
    // Servers of the version before name neither.
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
 * Entries without a member are a visitor's, unless the system wrote them. Of old entries it cannot be known which report
 * an erased visitor wrote from, which of several merged reports of one visitor is meant, and which entries of members were
 * questions to one reporter.
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
