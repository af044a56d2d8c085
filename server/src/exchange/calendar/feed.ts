import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type CalendarFeed, dutyWeeks, type Language } from '#contract'
import { withNames as rotasWithNames } from '../../alarms/rota/queries.ts'
import { mustEnrol } from '../../people/second-factor/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { hashToken, newToken } from '../../platform/secret/tokens.ts'
import { type IcalEvent, icalText } from './ical.ts'

/** Maximum number of calendar links per member; a further link replaces the oldest. */
const MOST_FEEDS = 10
/**
 * A feed contains at most `MOST_COMING` activities from `LATELY_DAYS` ago onwards, and at most `MOST_PAST` older ones
 * of the last year.
 */
const LATELY_DAYS = 31
const PAST_DAYS = 366
const MOST_COMING = 4000
const MOST_PAST = 1000

export const ofMember = async (db: Db, memberId: string): Promise<CalendarFeed[]> => {
  const feeds = await db
    .selectFrom('calendarFeed')
    .select(['id', 'createdAt', 'lastUsedAt'])
    .where('memberId', '=', memberId)
    .where('revokedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .execute()
  return feeds.map(({ id, createdAt, lastUsedAt }) => ({
    _id: id,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/** Stores only the hash of the token, so that a reader of the database cannot read calendars. */
export const create = async (db: Db, memberId: string): Promise<CalendarFeed & { token: string }> => {
  const token = newToken()
  const { id, createdAt } = await db
    .insertInto('calendarFeed')
    .values({ id: newId(), memberId, tokenHash: hashToken(token) })
    .returning(['id', 'createdAt'])
    .executeTakeFirstOrThrow()
  const older = (await ofMember(db, memberId)).slice(MOST_FEEDS)
  for (const { _id } of older) await revoke(db, memberId, _id)
  return { _id: id, createdAt: createdAt.toISOString(), lastUsedAt: null, token }
}

export const revokeAllOf = async (db: Db, members: readonly string[]): Promise<void> => {
  await db
    .updateTable('calendarFeed')
    .set({ revokedAt: sql<Date>`now()` })
    .where('memberId', '=', sql<string>`any(${members as string[]}::uuid[])`)
    .where('revokedAt', 'is', null)
    .execute()
}

export const revoke = async (db: Db, memberId: string, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('calendarFeed')
    .set({ revokedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Reader = { id: string; serviceId: string; language: Language; title: string; serviceIds: string[] }

/**
 * The member of a link, with current rights. Undefined if the link is revoked, the member deleted, or a second factor
 * must be set up first.
 */
export const readerOf = async (db: Db, token: string): Promise<Reader | undefined> => {
  const { rows } = await sql<Reader>`
    update calendar_feed f set last_used_at = now() from member m join service own on own.id = m.service_id
    where f.token_hash = ${hashToken(token)} and f.revoked_at is null and m.id = f.member_id
      and m.deleted_at is null and own.deleted_at is null and not ${mustEnrol(sql`m`, sql`own`)}
    returning m.id, m.service_id, coalesce(m.language, own.main_language) as language,
      coalesce(nullif(own.translations #>> array[coalesce(m.language, own.main_language), 'title'], ''), own.title) as title,
      array(select m.service_id union select ms.service_id from member_service ms
        join service s on s.id = ms.service_id and s.deleted_at is null where ms.member_id = m.id) as service_ids`.execute(
    db,
  )
  return rows[0]
}

type Row = Omit<IcalEvent, 'uid' | 'url' | 'lngLat' | 'categories'> & {
  id: string
  nonce: string
  lng: number
  lat: number
  community: string
}

const startColumn = sql`coalesce(a.start_at, a.end_at)`
const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`

/** Each part selects by start in the order of its index. Deleted activities have their own index. */
const selectActivities = (memberId: string, serviceIds: string[]) => {
  const visible = sql`a.kind = 'activity' and a.service_id = any(${serviceIds}::uuid[])`
  return sql`
    (select a.* from aoi a where ${visible} and a.deleted_at is null and ${startColumn} >= ${daysAgo(LATELY_DAYS)}
      order by ${startColumn} limit ${MOST_COMING})
    union all
    (select a.* from aoi a where ${visible} and a.deleted_at is null and ${startColumn} < ${daysAgo(LATELY_DAYS)}
      and ${startColumn} >= ${daysAgo(PAST_DAYS)} order by ${startColumn} desc limit ${MOST_PAST})
    union all
    select a.* from aoi a where ${visible} and a.deleted_at is not null and ${startColumn} >= ${daysAgo(PAST_DAYS)}
    union all
    select a.* from share s join aoi a on a.id = s.aoi_id
    where s.member_id = ${memberId} and a.kind = 'activity' and a.service_id <> all(${serviceIds}::uuid[])
      and ${startColumn} >= ${daysAgo(PAST_DAYS)}`
}

/**
 * Activities of the last year and later. Edits, deletions and restores count as revisions; other entries do not.
 * Deleted activities are sent as cancelled while they can be restored.
 */
const activitiesFor = async (db: Db, { id, language, serviceIds }: Reader): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select a.id, a.nonce::text as nonce, a.name as summary, a.description_text as description, a.address as location,
      a.place[0] as lng, a.place[1] as lat,
      coalesce(nullif(c.translations #>> array[${language}::text, 'title'], ''), c.title) as community,
      coalesce(a.start_at, a.end_at) as start_at, case when a.start_at is not null then a.end_at end as end_at,
      a.created_at, greatest(a.created_at, coalesce(r.at, a.created_at)) as modified_at, r.count as sequence,
      a.deleted_at is not null as is_cancelled
    from (${selectActivities(id, serviceIds)}) a
    join community c on c.id = a.community_id
    cross join lateral (
      select count(*)::int as count, max(e.received_at) as at from log_entry e
      where e.aoi_id = a.id and e.is_system and e.change ->> 'what' in ('edited', 'deleted', 'restored')) r
    order by coalesce(a.start_at, a.end_at), a.id`.execute(db)
  return rows
}

const COMING_WEEKS = 26
const DAY_MS = 86_400_000

/** Weeks of duty in the member's service, recent and for half a year ahead. */
const dutiesFor = async (db: Db, { serviceId }: Reader, publicUrl: string) => {
  const now = Date.now()
  const rotas = await rotasWithNames(db, serviceId)
  return rotas.flatMap(({ rota, names, createdAt, updatedAt }) =>
    dutyWeeks(rota, now - LATELY_DAYS * DAY_MS, now + COMING_WEEKS * 7 * DAY_MS).map(
      ({ week, from, until, memberId }) => {
        const event: IcalEvent = {
          uid: `${rota._id}-${week}@cohesion`,
          summary: `${rota.name}: ${names[memberId] ?? '–'}`,
          description: '',
          location: null,
          lngLat: null,
          categories: [rota.name],
          url: `${publicUrl}/?panel=alarms`,
          startAt: new Date(from),
          endAt: new Date(until),
          createdAt,
          modifiedAt: updatedAt,
          sequence: Math.floor((updatedAt.getTime() - createdAt.getTime()) / 1000),
          isCancelled: false,
        }
        return { memberId, event }
      },
    ),
  )
}

const names: Record<Language, Record<FeedContents, (service: string) => string>> = {
  en: { calendar: (service) => `${service}: activities`, duty: (service) => `${service}: on duty` },
  he: { calendar: (service) => `${service}: פעילויות`, duty: (service) => `${service}: תורנות` },
}

/**
 * Whether the link exists or existed. Calendar programs keep requesting revoked links, which must not count as guesses.
 */
export const linkExists = async (db: Db, token: string): Promise<true | undefined> =>
  (await db.selectFrom('calendarFeed').select('id').where('tokenHash', '=', hashToken(token)).executeTakeFirst()) &&
  true

/** `calendar`: activities and the member's own weeks of duty. `duty`: everybody's weeks of duty. */
export type FeedContents = 'calendar' | 'duty'

const activityEvents = async (db: Db, reader: Reader, publicUrl: string): Promise<IcalEvent[]> =>
  (await activitiesFor(db, reader)).map(({ id, nonce, lng, lat, community, ...event }) => ({
    ...event,
    uid: `${id}@cohesion`,
    url: `${publicUrl}/?panel=activities&selected=aoi.${nonce}`,
    lngLat: [lng, lat],
    categories: [community],
  }))

export const feedOf = async (
  db: Db,
  reader: Reader,
  contents: FeedContents,
  publicUrl: string,
): Promise<{ text: string; etag: string }> => {
  const duties = await dutiesFor(db, reader, publicUrl)
  const shown = contents === 'duty' ? duties : duties.filter(({ memberId }) => memberId === reader.id)
  const activities = contents === 'duty' ? [] : await activityEvents(db, reader, publicUrl)
  const events = [...activities, ...shown.map(({ event }) => event)]
  const text = icalText({ name: names[reader.language][contents](reader.title), events })
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}
