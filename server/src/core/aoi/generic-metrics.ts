import { sql } from 'kysely'
import type { Actor, GenericMetrics } from '#contract'
import type { CountIndex } from '../../memory/count-index/count-index.ts'
import { microsecondsSince2000 } from '../../memory/live-view/read-table.ts'
import type { Db } from '../../platform/db/database.ts'
import { changedByOthers, isReadInJoin } from './filter.ts'
import { type CounterFilter, countShared, isCounted, isVisible, onlyRow, states } from './queries.ts'

type Own = { joinedAt: number; opened: number; sharedAois: number }

/**
 * What only the database knows of the reader: when it joined, its shares, and how many AOIs would be unread had it not
 * opened them since their last change. It reads what this member opened, however many AOIs there are.
 */
const ownOf = async (db: Db, actor: Actor, filter: CounterFilter): Promise<Own> => {
  const { rows } = await sql<Own>`
    select ${microsecondsSince2000(sql`me.created_at`)} as joined_at, ${countShared(actor, filter)} as shared_aois, (
      select count(*)::int from aoi_read r join aoi a on a.id = r.aoi_id
      where r.member_id = me.id and r.read_at >= ${changedByOthers(actor)} and ${isVisible(actor)} and ${isCounted(filter)}
        and a.state <> 'done' and a.creator_id is distinct from me.id and a.received_at >= me.created_at) as opened
    from member me where me.id = ${actor.id}`.execute(db)
  return onlyRow(rows)
}

const fromMemory = async (
  countIndex: Pick<CountIndex, 'unopened'>,
  actor: Actor,
  filter: CounterFilter,
): Promise<GenericMetrics | undefined> => {
  const { type, ...period } = filter
  const kind = { isActivity: type === 'activity', isSensors: type === 'sensor' }
  const found = await countIndex.unopened(actor, { ...period, ...kind, type: 'all' }, (db) => ownOf(db, actor, filter))
  if (!found) return undefined
  const { counts, own } = found
  const unreadAois = counts.unopened - own.opened
  return {
    newAois: counts.new,
    isProgressAois: counts.inProgress,
    doneAois: counts.done,
    readAois: counts.new + counts.inProgress - unreadAois,
    unreadAois,
    sharedAois: own.sharedAois,
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

/** Archived ones are neither read nor unread. */
export const genericMetrics = async (
  db: Db,
  countIndex: Pick<CountIndex, 'unopened'>,
  actor: Actor,
  filter: CounterFilter,
): Promise<GenericMetrics> => (await fromMemory(countIndex, actor, filter)) ?? fromSql(db, actor, filter)
