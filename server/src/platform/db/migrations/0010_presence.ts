import { type Kysely, sql } from 'kysely'

/** Whether a member was announced as online. The end of a session deletes its devices and the member's location. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member add column is_told_online boolean not null default false`.execute(db)
  await sql`create index member_told_online on member (last_seen_at) where is_told_online`.execute(db)
  await sql`create index member_position on member (service_id) where location is not null`.execute(db)

  await sql`create index audit_about_member on audit (target_id, at desc) where target_kind = 'member'`.execute(db)

  // A trigger, because sessions end in many ways: by sign-out, by an Admin, or because the member is deleted.
  await sql`
    create function session_ended() returns trigger language plpgsql as $$ begin
      delete from push_device where session_id = new.id;
      update member set location = null, location_at = null where id = new.member_id and location is not null;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger session_ended after update of ended_at on session for each row
      when (old.ended_at is null and new.ended_at is not null) execute function session_ended()`.execute(db)
}
