import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

const MESSAGES_AT_ONCE = 500
/** More than this is read faster by reading everything. */
const MOST_MISSED = 50_000

/** Which messages were heard: all up to a position, and of those that had none yet the ones with these ids. */
export type Heard = { position: number; early: ReadonlySet<number> }

export type News = { heard: Heard; aoiIds: string[]; isAll: boolean }

type Row = {
  oldest: number
  newest: number
  id: number | null
  position: number | null
  type: string
  aoiIds: string[]
}

const isOfAois = sql`body ->> 'type' in ('AOI_CREATED', 'AOI_UPDATED', 'RESYNC')`

/** What whoever reads everything at this moment has heard. */
export const heardBy = async (db: Db): Promise<Heard> => {
  const { rows } = await sql<{ position: number; early: number[] }>`
    select (select coalesce(max(position), 0) from outbox) as position,
      array(select id::int8 from outbox where position is null and ${isOfAois})::float8[] as early`.execute(db)
  const [{ position, early } = { position: 0, early: [] }] = rows
  return { position, early: new Set(early) }
}

/** Asked for every tile and every search, and nearly always true. */
const isAll = async (db: Db, { position, early }: Heard): Promise<boolean> => {
  const { rows } = await sql<{ newest: number; hasUnheard: boolean }>`
    select coalesce(max(position), 0) as newest,
      exists (select from outbox where position is null and id <> all(${[...early]}::int8[])) as has_unheard
    from outbox`.execute(db)
  return rows[0]?.newest === position && !rows[0].hasUnheard
}

/**
 * Which AOIs changed since, as the messages of their changes tell. A message gets its position a moment after its commit;
 * it is heard before that. Nothing when the changes cannot be known: some of the messages are no longer kept, the
 * database went back in time, or someone says that everything changed.
 */
export const newsAfter = async (db: Db, heard: Heard): Promise<News | undefined> => {
  if (await isAll(db, heard)) return { heard, aoiIds: [], isAll: true }
  const { position, early } = heard
  const { rows } = await sql<Row>`
    select kept.oldest, kept.newest, message.id, message.position, message.body ->> 'type' as type,
      array(select jsonb_array_elements_text(message.body -> 'aoiIds')) as aoi_ids
    from (select coalesce(min(position), 0) as oldest, coalesce(max(position), 0) as newest from outbox) kept
    left join lateral (
      (select id, position, body from outbox where position > ${position} and ${isOfAois}
        order by position limit ${sql.lit(MESSAGES_AT_ONCE)})
      union all
      (select id, position, body from outbox where position is null and ${isOfAois} and id <> all(${[...early]}::int8[])
        order by id limit ${sql.lit(MESSAGES_AT_ONCE)})
    ) message on true
    order by message.position`.execute(db)
  const [{ oldest, newest } = { oldest: 0, newest: 0 }] = rows
  if (oldest > position + 1 || newest < position || newest - position > MOST_MISSED) return undefined

  const messages = rows.flatMap((row) => (row.id === null ? [] : { ...row, id: row.id }))
  const unheard = messages.filter(({ id }) => !early.has(id))
  if (unheard.some(({ type }) => type === 'RESYNC')) return undefined
  const numbered = messages.filter((message) => message.position !== null)
  const hasPosition = new Set(numbered.map(({ id }) => id))
  const isUpToDate = numbered.length < MESSAGES_AT_ONCE
  return {
    heard: {
      position: isUpToDate ? newest : (numbered.at(-1)?.position ?? newest),
      early: new Set([...early, ...messages.map(({ id }) => id)]).difference(hasPosition),
    },
    aoiIds: [...new Set(unheard.flatMap(({ aoiIds }) => aoiIds))],
    isAll: isUpToDate && messages.length - numbered.length < MESSAGES_AT_ONCE,
  }
}
