import { sql } from 'kysely'
import { Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import * as logs from './log/queries.ts'
import { refreshState } from './record-change.ts'

type Report = { _id: string; number: number; serviceId: string }

type Author = { id: string | null; name: string }

const label = ({ number }: Pick<Report, 'number'>) => `#${number}`

/**
 * Locks reports, their main events and all reports merged into these, ordered by id. Merging and separating write
 * several of these rows, and two members would deadlock without a common order.
 */
export const lockFamilies = async (db: Db, ids: readonly string[]): Promise<void> => {
  await sql`
    with main as (select coalesce(main_id, id) as id from aoi where id = any(${ids as string[]}::uuid[]))
    select id from aoi
    where id in (select id from main union all select a.id from aoi a join main on a.main_id = main.id)
    order by id for update`.execute(db)
}

/**
 * Merges events into a main one, together with the reports merged into them. Rows keep their data, so that separating
 * only resets the reference. Read marks do not change. The caller has checked that all are unmerged events of one
 * service and locked them.
 */
export const mergeReports = async (
  db: Db,
  author: Author | null,
  main: Report,
  merged: readonly Report[],
): Promise<void> => {
  const ids = merged.map(({ _id }) => _id)
  if (ids.includes(main._id)) throw new Problem('invalid', { fields: { aoiIds: 'form.invalid' } })
  await sql`
    update aoi set main_id = ${main._id},
      merged_into_id = case when id = any(${ids}::uuid[]) then ${main._id}::uuid else merged_into_id end,
      merged_at = case when id = any(${ids}::uuid[]) then clock_timestamp() else merged_at end,
      merged_by = case when id = any(${ids}::uuid[]) then ${author?.id ?? null}::uuid else merged_by end
    where id = any(${ids}::uuid[]) or main_id = any(${ids}::uuid[])`.execute(db)
  for (const report of merged)
    await logs.recordChange(db, report._id, author, { what: 'mergedInto', names: [label(main)] })
  await refreshState(db, main._id)
  await logs.recordChange(db, main._id, author, { what: 'merged', names: merged.map(label) })
}

export const mergedInto = async (db: Db, mainId: string): Promise<Report[]> => {
  const { rows } = await sql<Omit<Report, '_id'> & { id: string }>`
    select id, number, service_id from aoi where merged_into_id = ${mainId} order by merged_at, number`.execute(db)
  return rows.map(({ id, ...report }) => ({ ...report, _id: id }))
}

/**
 * Separates reports from their main event, each with the reports that had been merged into it. Entries stay where they
 * were written. Returns the ids of all changed AOIs.
 */
export const separateReports = async (
  db: Db,
  author: Author | null,
  main: Report,
  separated: readonly Report[],
): Promise<string[]> => {
  const changed: string[] = []
  for (const report of separated) {
    const { rows } = await sql<{ id: string }>`
      with recursive below as (
        select id from aoi where merged_into_id = ${report._id}
        union all select a.id from aoi a join below on a.merged_into_id = below.id)
      update aoi set main_id = case when aoi.id = ${report._id} then null else ${report._id}::uuid end,
        merged_into_id = case when aoi.id = ${report._id} then null else merged_into_id end,
        merged_at = case when aoi.id = ${report._id} then null else merged_at end,
        merged_by = case when aoi.id = ${report._id} then null else merged_by end
      where aoi.id = ${report._id} or aoi.id in (select id from below)
      returning aoi.id`.execute(db)
    changed.push(...rows.map(({ id }) => id))
    await logs.recordChange(db, report._id, author, { what: 'separatedFrom', names: [label(main)] })
  }
  await refreshState(db, main._id)
  await logs.recordChange(db, main._id, author, { what: 'separated', names: separated.map(label) })
  return changed
}
