import { type RawBuilder, sql } from 'kysely'
import type { LngLat, Twin } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { isoTime } from '../../platform/db/time.ts'
import { fileAddress } from '../../platform/files/files.ts'
import type { ComparedReport, TwinRange } from './likeness.ts'

/** Maximum number of candidates. If there are more, the nearest are returned. */
const CANDIDATES = 200
const GROUPED_REPORTS = 2000
const GROUPED_DAYS = 7

const EARTH_RADIUS_METRES = 6_371_008.8

export type Candidate = {
  report: ComparedReport
  range: TwinRange
  shown: Omit<Twin, 'score' | 'isSuggested' | 'isClaimed' | 'metres' | 'minutes' | 'words'>
}

type Row = Candidate['shown'] & {
  id: string
  typeId: string | null
  lng: number
  lat: number
  createdAt: Date
  text: string
  answers: ComparedReport['answers']
} & TwinRange

/** Columns of `aoi a` for comparison and display. */
const columns = sql`a.id, a.number, a.nonce::text as nonce, a.name, a.state, ${isoTime(sql`a.created_at`)} as creation_time,
  ${fileAddress(sql`a.image_file_id`)} as image,
  (select count(*)::int from aoi m where m.main_id = a.id) as merged_count,
  coalesce(t.name, '') as type, t.icon, t.colour, a.address, a.event_type_id as type_id, a.place[0] as lng, a.place[1] as lat, a.created_at,
  a.name || ' ' || left(a.description_text, 2000) as text,
  coalesce((select json_agg(json_build_object('questionId', n.question_id, 'value', n.value))
    from aoi_answer n where n.aoi_id = a.id), '[]') as answers,
  coalesce(t.twin_radius_metres, 0) as radius_metres, coalesce(t.twin_hours, 0) as hours`

const asCandidate = ({
  id,
  typeId,
  lng,
  lat,
  createdAt,
  text,
  answers,
  radiusMetres,
  hours,
  ...shown
}: Row): Candidate => ({
  report: { typeId, typeName: shown.type, place: [lng, lat], createdAt, text, answers },
  range: { radiusMetres, hours },
  shown: { ...shown, _id: id },
})

const select = async (db: Db, condition: RawBuilder<unknown>): Promise<Candidate[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from aoi a left join event_type t on t.id = a.event_type_id
    where a.kind = 'event' and a.deleted_at is null and a.main_id is null and ${condition}`.execute(db)
  return rows.map(asCandidate)
}

export const candidate = async (db: Db, aoiId: string): Promise<Candidate | undefined> =>
  (await select(db, sql`a.id = ${aoiId}`))[0]

const CLAIMS = 20

/** Events that a reporter claimed to be the same as this one, or the reverse, unless dismissed or merged. */
export const claimedTwins = async (db: Db, aoiId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select c.id from (
      select coalesce(o.main_id, o.id) as id, t.claimed_at from twin_claim t join aoi o on o.id = t.other_id
      where t.aoi_id = ${aoiId}
      union all
      select a.id, t.claimed_at from aoi o join twin_claim t on t.other_id = o.id join aoi a on a.id = t.aoi_id
      where ${aoiId}::uuid in (o.id, o.main_id) and a.main_id is null) c
    where c.id <> ${aoiId} and not exists (select 1 from twin_dismissal d
      where d.aoi_id = least(c.id, ${aoiId}::uuid) and d.other_id = greatest(c.id, ${aoiId}::uuid))
    order by c.claimed_at desc limit ${sql.lit(CLAIMS)}`.execute(db)
  return rows.map(({ id }) => id)
}

export const candidatesOf = (db: Db, serviceId: string, ids: readonly string[]): Promise<Candidate[]> =>
  select(
    db,
    sql`a.service_id = ${serviceId}
    and a.id in (select coalesce(o.main_id, o.id) from aoi o where o.id = any(${ids as string[]}::uuid[]))`,
  )

type Around = { serviceId: string; place: LngLat; createdAt: Date; range: TwinRange; aoiId?: string }

/**
 * The events of a service near a place and a time, including archived events and except events dismissed for `aoiId`.
 */
export const candidatesAround = (db: Db, { serviceId, place: [lng, lat], createdAt, range, aoiId }: Around) => {
  const centre = sql`on_globe(point(${lng}::float8, ${lat}::float8))`
  const ms = range.hours * 3_600_000
  const from = new Date(createdAt.getTime() - ms)
  const until = new Date(createdAt.getTime() + ms)
  const notDismissed = aoiId
    ? sql`and a.id <> ${aoiId} and not exists (select 1 from twin_dismissal d
        where d.aoi_id = least(a.id, ${aoiId}::uuid) and d.other_id = greatest(a.id, ${aoiId}::uuid))`
    : sql``
  return select(
    db,
    sql`a.service_id = ${serviceId} and a.created_at between ${from} and ${until}
      and on_globe(a.place) <@ cube_enlarge(${centre}, ${range.radiusMetres / EARTH_RADIUS_METRES}::float8, 3)
      ${notDismissed} order by on_globe(a.place) <-> ${centre} limit ${sql.lit(CANDIDATES)}`,
  )
}

export const recentCandidates = async (db: Db, serviceId: string): Promise<Candidate[]> =>
  (
    await select(
      db,
      sql`a.service_id = ${serviceId} and a.state <> 'done'
        and a.created_at > now() - make_interval(days => ${sql.lit(GROUPED_DAYS)})
        order by a.created_at desc limit ${sql.lit(GROUPED_REPORTS)}`,
    )
  ).reverse()

/** Dismissed pairs as two ids joined by a space, the smaller id first. */
export const dismissedPairs = async (db: Db, serviceId: string): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('twinDismissal')
    .select(['aoiId', 'otherId'])
    .where('serviceId', '=', serviceId)
    .execute()
  return new Set(rows.map(({ aoiId, otherId }) => `${aoiId} ${otherId}`))
}
