import { type RawBuilder, sql } from 'kysely'
import { AoiKind, AoiState } from '#contract'
import type { Db } from '../platform/db/database.ts'
import { type AoiRow, REMOVED } from './columns.ts'

/** Rows per fetch: few enough to decode without a noticeable pause. */
const ROWS_PER_FETCH = 2_000

const indexIn = (column: string, options: readonly string[]) =>
  sql`case ${sql.ref(column)} ${sql.join(
    options.map((option, index) => sql`when ${sql.lit(option)} then ${sql.lit(index)}`),
    sql` `,
  )} end`
export const kindIndex = indexIn('a.kind', AoiKind.options)
export const stateIndex = indexIn('a.state', AoiState.options)

/** Microseconds since 1970 as a whole number, the unit of a store's columns. */
export const microseconds = (time: RawBuilder<unknown>) => sql<number>`round(date_part('epoch', ${time}) * 1000000)`
export const microsecondsOf = (time: Date): number => time.getTime() * 1000

const values: { [N in keyof AoiRow]: RawBuilder<unknown> } = {
  number: sql`a.number`,
  x: sql`a.grid_x`,
  y: sql`a.grid_y`,
  createdAt: microseconds(sql`a.created_at`),
  receivedAt: microseconds(sql`a.received_at`),
  respondedAt: sql`coalesce(${microseconds(sql`a.responded_at`)}, 'Infinity')`,
  firstWordAt: sql`case when a.visitor_id is null then 'NaN' else coalesce(${microseconds(sql`a.first_word_at`)}, 'Infinity') end`,
  kind: sql`case when a.deleted_at is null and a.main_id is null then ${kindIndex} else ${sql.lit(REMOVED)} end`,
  state: stateIndex,
  eventTypeId: sql`a.event_type_id`,
  regionId: sql`a.region_id`,
  communityId: sql`a.community_id`,
  creatorId: sql`a.creator_id`,
  soleChangerId: sql`case when a.changed_by_others_at is null then a.changed_by end`,
  mainNumber: sql`case when a.main_id is not null and a.visitor_id is not null and a.deleted_at is null
    then (select main.number from aoi main where main.id = a.main_id) end`,
}
const selected = sql.join(Object.entries(values).map(([name, value]) => sql`${value} as ${sql.id(name)}`))

export async function* readService(
  snapshot: Db,
  serviceId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<AoiRow[]> {
  const db = snapshot.withoutPlugins()
  await sql`declare service_aois no scroll cursor for select ${selected} from aoi a
    where a.service_id = ${sql.lit(serviceId)} and a.deleted_at is null
      and (a.main_id is null or a.visitor_id is not null)`.execute(db)
  for (;;) {
    signal?.throwIfAborted()
    const { rows } = await sql<AoiRow>`fetch ${sql.lit(ROWS_PER_FETCH)} from service_aois`.execute(db)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close service_aois`.execute(db)
}

export const readSome = async (
  snapshot: Db,
  serviceId: string,
  ids: readonly string[],
): Promise<{ rows: AoiRow[]; namedCount: number }> => {
  const { rows } = await sql<AoiRow & { isNamed: boolean }>`
    select ${selected}, a.id = any(${ids}::uuid[]) as "isNamed" from aoi a
    where a.service_id = ${serviceId} and a.id in (
      select unnest(${ids}::uuid[]) union select m.id from aoi m where m.main_id = any(${ids}::uuid[]))`.execute(
    snapshot.withoutPlugins(),
  )
  return { rows, namedCount: rows.filter(({ isNamed }) => isNamed).length }
}

export const isAnyGone = async (snapshot: Db, ids: readonly string[]): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from aoi where id = any(${ids}::uuid[])`.execute(snapshot)
  return (rows[0]?.count ?? 0) < ids.length
}

export const countRows = async (db: Db, serviceId: string, limit?: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from aoi where service_id = ${serviceId} and deleted_at is null and main_id is null
      ${limit === undefined ? sql`` : sql`limit ${limit}`}) a`.execute(db)
  return rows[0]?.count ?? 0
}
