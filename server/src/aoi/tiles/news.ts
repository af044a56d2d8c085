import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

const MESSAGES_AT_ONCE = 500
/** More than this is read faster by reading everything. */
const MOST_MISSED = 50_000

export type News = { position: number; aoiIds: string[]; isAll: boolean }

type Row = { oldest: number; newest: number; position: number | null; type: string | null; aoiIds: string[] | null }

const isNews = sql`o.body ->> 'type' in ('AOI_CREATED', 'AOI_UPDATED', 'RESYNC')`
const told = sql`o.body ->> 'type' as type, array(select jsonb_array_elements_text(o.body -> 'aoiIds')) as aoi_ids`

/**
 * Which AOIs changed after a position, as the messages of their changes tell. Nothing when that cannot be known: some of
 * the messages are no longer kept, the database went back in time, or someone says that everything changed.
 * A committed message has no position for some milliseconds: it is told already, and once more when it has one.
 */
export const newsAfter = async (db: Db, position: number): Promise<News | undefined> => {
  const { rows } = await sql<Row>`
    select kept.oldest, kept.newest, message.position, message.type, message.aoi_ids
    from (select coalesce(min(position), 0) as oldest, coalesce(max(position), 0) as newest from outbox) kept
    left join lateral (
      (select o.position, ${told} from outbox o where o.position > ${position} and ${isNews}
        order by o.position limit ${sql.lit(MESSAGES_AT_ONCE)})
      union all
      select o.position, ${told} from outbox o where o.position is null and ${isNews}
    ) message on true
    order by message.position`.execute(db)
  const { oldest, newest } = rows[0] ?? { oldest: 0, newest: 0 }
  if (oldest > position + 1 || newest < position || newest - position > MOST_MISSED) return undefined
  if (rows.some(({ type }) => type === 'RESYNC')) return undefined
  const messages = rows.filter((row) => row.position !== null)
  const isAll = messages.length < MESSAGES_AT_ONCE
  return {
    position: isAll ? newest : (messages.at(-1)?.position ?? newest),
    aoiIds: [...new Set(rows.flatMap(({ aoiIds }) => aoiIds ?? []))],
    isAll,
  }
}
