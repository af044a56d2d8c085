import { sql } from 'kysely'
import type { Actor } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { isoTime } from '../../platform/db/time.ts'

export type OwnedPhoto = { fileId: string; serviceId: string; number: number; reportId?: string; aoiId?: string }

/**
 * A photo of a report, event or entry. Undefined for other pictures, such as of members or groups, which are not
 * redacted.
 */
export const photoByToken = async (db: Db, token: string): Promise<OwnedPhoto | undefined> => {
  const { rows } = await sql<OwnedPhoto>`
    with photo as (select id from file where token = ${token} and kind = 'image' and detached_at is null)
    select p.id as file_id, h.service_id, h.number, h.id as report_id, null::uuid as aoi_id
      from photo p join held_report h on h.image_file_id = p.id
    union all
    select p.id, a.service_id, a.number, null, a.id from photo p join aoi a on a.image_file_id = p.id
      where a.deleted_at is null and a.kind <> 'sensor'
    union all
    select p.id, a.service_id, a.number, null, a.id from photo p join log_entry e on e.photo_file_id = p.id
      join aoi a on a.id = e.aoi_id where a.deleted_at is null and a.kind <> 'sensor'`.execute(db)
  return rows[0]
}

export const reportById = async (
  db: Db,
  id: string,
): Promise<{ serviceId: string; number: number; isEvent: boolean } | undefined> => {
  const { rows } = await sql<{ serviceId: string; number: number; isEvent: boolean }>`
    select service_id, number, true as is_event from aoi
      where id = ${id} and deleted_at is null and kind <> 'sensor'
    union all
    select service_id, number, false from held_report where id = ${id} and state <> 'accepted'`.execute(db)
  return rows[0]
}

/** A report, the reports merged into it, and events that rules made of these reports and named in their words. */
export const familyOf = async (db: Db, id: string): Promise<string[]> => {
  const merged = await db.selectFrom('aoi').select('id').where('mainId', '=', id).execute()
  const reports = [id, ...merged.map((report) => report.id)]
  // The alarms are locked, so that no job names an event in words that are being redacted.
  const alarms = await db
    .selectFrom('alarm')
    .select('eventId')
    .where('watchedAoiId', 'in', reports)
    .orderBy('id')
    .forUpdate()
    .execute()
  return [...reports, ...alarms.flatMap(({ eventId }) => eventId ?? [])]
}

export const missingFiles = async (db: Db, tokens: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ token: string }>`
    select t.token from unnest(${tokens as string[]}::text[]) as t(token)
    where not exists (select from file f where f.token = t.token and f.detached_at is null)`.execute(db)
  return rows.map(({ token }) => token)
}

/** Time of the last redaction in the services from which the member may have copies. */
export const lastCoveredAt = async (db: Db, actor: Actor): Promise<string | null> => {
  const { rows } = await sql<{ coveredAt: string | null }>`
    select ${isoTime(sql`max(r.covered_at)`)} as covered_at from review_setting r
    where r.service_id = any(${actor.visibleServiceIds as string[]}::uuid[]) or r.service_id in (
      select a.service_id from share s join aoi a on a.id = s.aoi_id where s.member_id = ${actor.id})`.execute(db)
  return rows[0]?.coveredAt ?? null
}
