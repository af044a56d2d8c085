import { sql } from 'kysely'
import { type Actor, AoiState, type GenericMetrics } from '#contract'
import { visitRows } from '../../memory/select.ts'
import type { View, Views } from '../../memory/view.ts'
import type { Db } from '../../platform/db/database.ts'
import { aoiFilter } from './filter.ts'
import { type CounterFilter, countShared, isCounted, isVisible, listFilter, onlyRow, states } from './queries.ts'
import { historyOf, isReadInJoin, type ReaderHistory, unreadRows } from './reading.ts'

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
    ...{ newAois: counts.new, isProgressAois: counts.inProgress, doneAois: counts.done },
    ...{ readAois: counts.new + counts.inProgress - unreadAois, unreadAois },
  }
}

const fromSql = async (db: Db, actor: Actor, filter: CounterFilter): Promise<GenericMetrics> => {
  const { rows } = await sql<GenericMetrics>`
    select ${states},
      count(*) filter (where is_read)::int as "readAois",
      count(*) filter (where not is_read)::int as "unreadAois",
      ${countShared(actor, filter)} as "sharedAois"
    from (
      select a.state, case when a.state <> 'done' then ${isReadInJoin(actor)} end as is_read
      from aoi a join member me on me.id = ${actor.id}
      left join aoi_read r on r.aoi_id = a.id and r.member_id = ${actor.id}
      where ${isVisible(actor)} and ${isCounted(filter)}
    ) seen`.execute(db)
  return onlyRow(rows)
}

/** Archived AOIs count as neither read nor unread. */
export const genericMetrics = async (
  db: Db,
  view: Views,
  actor: Actor,
  filter: CounterFilter,
): Promise<GenericMetrics> => {
  const [history, sharedAois] = [await historyOf(db, actor), await sharedCount(db, actor, filter)]
  const found = await view(aoiFilter(listFilter(filter), actor))
  return found.rows ? fromSql(db, actor, filter) : { ...(await countRows(found, actor, history)), sharedAois }
}
