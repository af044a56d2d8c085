import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { AoiChange, EventType, LngLat } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import type { Point } from '../../platform/db/point.ts'
import { Turns } from '../../platform/kit/slices.ts'
import * as communities from '../community/actions.ts'
import { changeActivity } from './activity.ts'
import { changeAoi } from './change.ts'
import { type Answers, answerColumns } from './draft.ts'
import { recordAoiChange } from './record-change.ts'
import { announceReport } from './report.ts'
import { searchTextOf } from './search.ts'

export type ImportedAoi = {
  id: string
  name: string
  descriptionHtml: string
  descriptionText: string
  type: EventType | undefined
  answers: Answers
  communityId: string | null
  groups: readonly string[]
  startAt: Date | null
  endAt: Date | null
  isPublic: boolean
  place: LngLat
  address: string | null
  regionId: string | null
  isRegionChosen: boolean
  createdAt: Date
  externalId: string | null
}

type Author = { id: string; name: string }
type Importing = {
  importId: string
  serviceId: string
  kind: 'event' | 'activity'
  author: Author
  /** Rules, notifications, webhooks and automatic sharing treat the rows as just reported. */
  isReported: boolean
}

/** Returns a nonce larger than those of clients, which are milliseconds since 1970. */
const newNonce = (): number => 100_000_000_000_000 + randomInt(2 ** 47)

const rowOf = ({ type, answers, groups: _groups, place: [lng, lat], ...aoi }: ImportedAoi) => {
  const { questionIds, questionNames, answers: values } = answerColumns(type, answers)
  return {
    ...aoi,
    nonce: newNonce(),
    entryId: newId(),
    eventTypeId: type?._id ?? null,
    lng,
    lat,
    searchText: searchTextOf({ name: aoi.name, descriptionText: aoi.descriptionText, answers: values }),
    answers: questionIds.map((id, index) => ({ id, name: questionNames[index], value: values[index], order: index })),
  }
}

/**
 * Stores many AOIs with their answers and first entries in one statement. Nobody is notified and nothing is shared,
 * unless the AOIs count as reports. Triggers publish the AOIs as usual.
 */
export const insertImported = async (db: Db, importing: Importing, aois: readonly ImportedAoi[]): Promise<void> => {
  const { importId, serviceId, kind, author, isReported } = importing
  const turns = new Turns()
  let waiting: ReturnType<typeof rowOf>[] = []
  for (const aoi of aois) {
    await turns.next()
    waiting.push(rowOf(aoi))
  }
  while (waiting.length > 0) {
    const { rows } = await sql<{ id: string }>`
      with given as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as g(
          id uuid, nonce bigint, "entryId" uuid, name text, "descriptionHtml" text, "descriptionText" text,
          "searchText" text, "eventTypeId" uuid, "communityId" uuid, "startAt" timestamptz, "endAt" timestamptz,
          "isPublic" boolean, lng float8, lat float8, address text, "regionId" uuid, "isRegionChosen" boolean,
          "createdAt" timestamptz, "externalId" text, answers jsonb)),
      stored as (
        insert into aoi (id, service_id, kind, nonce, name, description_html, description_text, search_text,
          event_type_id, community_id, start_at, end_at, is_public, place, address, region_id, is_region_chosen,
          created_at, creator_id, changed_by, import_id, is_imported_report, external_id)
        select g.id, ${serviceId}, ${kind}, g.nonce, g.name, g."descriptionHtml", g."descriptionText", g."searchText",
          g."eventTypeId", g."communityId", g."startAt", g."endAt", g."isPublic", point(g.lng, g.lat), g.address,
          g."regionId", g."isRegionChosen", g."createdAt", ${author.id}, ${author.id}, ${importId},
          ${isReported}, g."externalId"
        from given g on conflict do nothing returning id),
      answered as (
        insert into aoi_answer (aoi_id, service_id, question_id, question_name, value, sort_order)
        select g.id, ${serviceId}, a.id, a.name, a.value, a.order from given g join stored using (id)
        cross join lateral jsonb_to_recordset(g.answers) as a(id uuid, name text, value text, "order" integer)),
      noted as (
        insert into log_entry (id, aoi_id, service_id, type, is_system, author_kind, author_id, author_name, change)
        select g."entryId", g.id, ${serviceId}, 'text', true, 'member', ${author.id}::uuid, ${author.name},
          '{"what": "created"}' from given g join stored using (id))
      select id from stored`.execute(db)
    const stored = new Set(rows.map(({ id }) => id))
    // A row that was not stored had a nonce that is taken.
    waiting = waiting.filter(({ id }) => !stored.has(id)).map((row) => ({ ...row, nonce: newNonce() }))
  }
  const grouped = aois.filter(({ groups }) => groups.length > 0)
  if (grouped.length > 0) await communities.addToGroups(db, serviceId, grouped)
  if (isReported) for (const { id, type } of aois) await announceReport(db, { id, type, by: author })
}

export type StoredAoi = {
  id: string
  number: number
  name: string
  descriptionHtml: string
  descriptionText: string
  eventTypeId: string | null
  answers: { _id: string; value: string }[]
  communityId: string | null
  groups: string[]
  startAt: Date | null
  endAt: Date | null
  isPublic: boolean
  place: Point
  address: string | null
  regionId: string | null
  isRegionChosen: boolean
  mainId: string | null
  externalId: string
}

/** AOIs of a service by external id; the oldest if several have the same one. */
export const byExternalId = async (
  db: Db,
  { serviceId, kind }: Pick<Importing, 'serviceId' | 'kind'>,
  externalIds: readonly string[],
): Promise<Map<string, StoredAoi>> => {
  if (externalIds.length === 0) return new Map()
  const { rows } = await sql<StoredAoi>`
    select distinct on (a.external_id) a.id, a.number, a.name, a.description_html, a.description_text, a.event_type_id,
      coalesce((select json_agg(json_build_object('_id', w.question_id, 'value', w.value)) from aoi_answer w
        where w.aoi_id = a.id), '[]') as answers,
      a.community_id, array(select g.group_id from aoi_group g where g.aoi_id = a.id order by 1) as groups, a.start_at,
      a.end_at, a.is_public, a.place, a.address, a.region_id, a.is_region_chosen, a.main_id, a.external_id
    from aoi a where a.service_id = ${serviceId} and a.kind = ${kind} and a.external_id = any(${externalIds as string[]})
      and a.deleted_at is null
    order by a.external_id, a.number`.execute(db)
  return new Map(rows.map((row) => [row.externalId, row]))
}

/** Changes an AOI as a member would. Returns whether a field has changed. */
export const changeImported = async (
  db: Db,
  { serviceId, kind, author, isReported }: Omit<Importing, 'importId'>,
  id: string,
  { change, type }: { change: AoiChange; type: EventType | undefined },
): Promise<boolean> => {
  const fields = await changeAoi(db, id, change, {
    type,
    imageFileId: undefined,
    address: change.address,
    ofKind: kind === 'activity' ? () => changeActivity(db, { _id: id, serviceId }, change) : undefined,
  })
  if (fields.length > 0) await recordAoiChange(db, id, author, { what: 'edited', fields }, { isNotified: isReported })
  return fields.length > 0
}

/** Returns the region id of each place, in the order of the places. */
export const regionsOfPlaces = async (db: Db, serviceId: string, places: readonly (LngLat | null)[]) => {
  const { rows } = await sql<{ id: string | null }>`
    select (select r.id from region r where r.service_id = ${serviceId} and p.lng between r.west and r.east
        and p.lat between r.south and r.north and r.outline @> point(p.lng, p.lat)
      order by (r.east - r.west) * (r.north - r.south) limit 1) as id
    from unnest(${places.map((place) => place?.[0] ?? null)}::float8[], ${places.map((place) => place?.[1] ?? null)}::float8[])
      with ordinality as p(lng, lat, at)
    order by p.at`.execute(db)
  return rows.map(({ id }) => id)
}

/** An AOI and its `changed_at` after the import, as text because a Date would lose microseconds. */
export type WrittenAoi = { id: string; writtenAt: string }

/** Whether only the import has touched `aoi a` since `written`: no member, subscriber or merge. */
const isUntouched = (written: ReturnType<typeof sql>) => sql`(a.deleted_at is null and a.changed_at = ${written}
  and a.main_id is null and not exists (select from aoi o where o.main_id = a.id)
  and not exists (select from subscriber s where s.aoi_id = a.id))`

/**
 * Deletes AOIs that an import created, except those that somebody has worked on since. Returns the ids of these
 * exceptions.
 */
export const deleteImported = async (db: Db, author: Author, aois: readonly WrittenAoi[]): Promise<string[]> => {
  const given = aois.map((aoi) => ({ ...aoi, entryId: newId() }))
  const { rows } = await sql<{ id: string }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g(id uuid, "writtenAt" timestamptz, "entryId" uuid)),
    gone as (
      update aoi a set deleted_at = now(), deleted_by = ${author.id}, changed_at = clock_timestamp(),
        changed_by = ${author.id}, updated_at = clock_timestamp()
      from given g where a.id = g.id and ${isUntouched(sql`g."writtenAt"`)} returning a.id, a.service_id, g."entryId"),
    noted as (
      insert into log_entry (id, aoi_id, service_id, type, is_system, author_kind, author_id, author_name, change)
      select "entryId", id, service_id, 'text', true, 'member', ${author.id}::uuid, ${author.name}, '{"what": "deleted"}'
      from gone)
    select a.id from given join aoi a using (id) where a.deleted_at is null and a.id not in (select id from gone)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Locks the imported AOIs that nobody has changed since, and returns their ids. */
export const untouched = async (db: Db, aois: readonly WrittenAoi[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select a.id from aoi a
    join jsonb_to_recordset(${JSON.stringify(aois)}::jsonb) as g(id uuid, "writtenAt" timestamptz) on g.id = a.id
    where ${isUntouched(sql`g."writtenAt"`)} for update of a`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

type Suspect = { place: LngLat; name: string; at: Date; eventTypeId: string | null; hasExternalId: boolean }
export type Twin = { index: number; id: string; number: number; nonce: string; name: string }

/**
 * Finds up to three AOIs near each suspect with the same name, or with the same type within a day. Two AOIs with
 * external ids are different, because an equal id would have made the import an update.
 */
export const likelyTwins = async (
  db: Db,
  { serviceId, kind }: Pick<Importing, 'serviceId' | 'kind'>,
  suspects: readonly (Suspect & { index: number })[],
): Promise<Twin[]> => {
  if (suspects.length === 0) return []
  const given = suspects.map(({ place: [lng, lat], ...suspect }) => ({ ...suspect, lng, lat }))
  const { rows } = await sql<Twin>`
    select s.index, t.id, t.number, t.nonce::text, t.name
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as s(index integer, lng float8, lat float8, name text, at timestamptz, "eventTypeId" uuid, "hasExternalId" boolean)
    cross join lateral (
      select a.id, a.number, a.nonce, a.name from aoi a
      where a.place <@ box(point(s.lng - 0.001, s.lat - 0.001), point(s.lng + 0.001, s.lat + 0.001))
        and a.service_id = ${serviceId} and a.kind = ${kind} and a.deleted_at is null and a.main_id is null
        and (a.external_id is null or not s."hasExternalId") and (lower(a.name) = lower(s.name)
          or a.event_type_id = s."eventTypeId" and a.created_at between s.at - interval '1 day' and s.at + interval '1 day')
      order by a.created_at desc limit 3) t`.execute(db)
  return rows
}
