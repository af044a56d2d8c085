import { sql } from 'kysely'
import {
  type Actor,
  type AoiKind,
  AoiState,
  type GenericMetrics,
  type Metric,
  type SharedMetrics,
  type StateMetrics,
} from '#contract'
import { countStates } from '../../memory/counts.ts'
import { visitRows } from '../../memory/select.ts'
import type { View, Views } from '../../memory/view.ts'
import type { Db } from '../../platform/db/database.ts'
import { aoiFilter, type Filter, visibleAois } from './filter.ts'
import { type Alias, historyOf, isReadInJoin, type ReaderHistory, unreadRows } from './reading.ts'

type PeriodFilter = { startTime?: Date | undefined; endTime?: Date | undefined; metric?: Metric | undefined }

export type CounterFilter = { type: AoiKind } & PeriodFilter

const countByState = (a: Alias) => sql`
  count(*) filter (where ${a}.state = 'new')::int as "newAois",
  count(*) filter (where ${a}.state = 'inProgress')::int as "isProgressAois",
  count(*) filter (where ${a}.state = 'done')::int as "doneAois"`

/** Counts the reader's open shares from any service, as the list *Shared with me* does. */
const countShared = (actor: Actor, { type, ...filter }: CounterFilter) => {
  const shared = { ...filter, type: 'shared', isActivity: type === 'activity', isSensors: type === 'sensor' } as const
  return sql`(select count(*)::int from ${visibleAois(actor, shared)} shared)`
}

const onlyRow = <T>(rows: readonly T[]): T => {
  if (!rows[0]) throw new Error('an aggregate without a group returns one row')
  return rows[0]
}

const listFilter = ({ type, ...period }: CounterFilter): Filter => ({
  ...period,
  type: 'all',
  isActivity: type === 'activity',
  isSensors: type === 'sensor',
})

/** Without memory, PostgreSQL counts with an index-only scan. */
export const stateMetrics = async (db: Db, view: Views, actor: Actor, filter: CounterFilter): Promise<StateMetrics> => {
  const found = await view(aoiFilter(listFilter(filter), actor))
  if (!found.rows) return countStates(found)
  const { rows } = await sql<StateMetrics>`
    select ${countByState(sql`a`)} from ${visibleAois(actor, listFilter(filter))} a`.execute(db)
  return onlyRow(rows)
}

export const sharedMetrics = async (db: Db, actor: Actor): Promise<SharedMetrics> => {
  const { rows } = await sql<SharedMetrics>`
    select ${countShared(actor, { type: 'event' })} as "sharedAois"`.execute(db)
  return onlyRow(rows)
}

const sharedCount = async (db: Db, actor: Actor, filter: CounterFilter): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select ${countShared(actor, filter)} as count`.execute(db)
  return onlyRow(rows).count
}

const countRows = async (
  { parts }: View,
  actor: Actor,
  history: ReaderHistory,
): Promise<Omit<GenericMetrics, 'sharedAois'>> => {
  const counts = { new: 0, inProgress: 0, done: 0 }
  let unreadAois = 0
  for (const { store, tests } of parts) {
    const isUnread = unreadRows(store, history, actor)
    const byState = new Uint32Array(AoiState.options.length)
    const done = AoiState.options.indexOf('done')
    await visitRows(store, tests, (rows) => {
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] as number
        const state = store.columns.state[row] as number
        byState[state] = (byState[state] as number) + 1
        if (state !== done && isUnread(row)) unreadAois++
      }
    })
    for (const [index, state] of AoiState.options.entries()) counts[state] += byState[index] as number
  }
  return {
    newAois: counts.new,
    isProgressAois: counts.inProgress,
    doneAois: counts.done,
    readAois: counts.new + counts.inProgress - unreadAois,
    unreadAois,
  }
}

const fromSql = async (db: Db, actor: Actor, filter: CounterFilter): Promise<GenericMetrics> => {
  const { rows } = await sql<GenericMetrics>`
    select ${countByState(sql`seen`)},
      count(*) filter (where is_read)::int as "readAois",
      count(*) filter (where not is_read)::int as "unreadAois",
      ${countShared(actor, filter)} as "sharedAois"
    from (
      select a.state, case when a.state <> 'done' then ${isReadInJoin(actor, sql`a`, sql`r`)} end as is_read
      from ${visibleAois(actor, listFilter(filter))} a
      left join aoi_read r on r.aoi_id = a.id and r.member_id = ${actor.id}
    ) seen`.execute(db)
  return onlyRow(rows)
}

/** Counts of read and unread AOIs leave out archived ones. */
export const genericMetrics = async (
  db: Db,
  view: Views,
  actor: Actor,
  filter: CounterFilter,
): Promise<GenericMetrics> => {
  const history = await historyOf(db, actor)
  const sharedAois = await sharedCount(db, actor, filter)
  const found = await view(aoiFilter(listFilter(filter), actor))
  return found.rows ? fromSql(db, actor, filter) : { ...(await countRows(found, actor, history)), sharedAois }
}
