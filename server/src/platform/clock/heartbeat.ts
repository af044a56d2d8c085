import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** A clock that has not ticked, or has failed, for this long is reported. */
export const LATE_SECONDS = 30

/** Identifies this server among the servers of its database, also after a restart. */
export const serverName = (port: number): string => `${hostname()}:${port}`

export const noteTick = async (db: Db, server: string, problems: string[], now: Date): Promise<void> => {
  const isFailing = problems.length > 0
  await sql`
    insert into server_clock as c (server, ticked_at, problems, failing_since)
    values (${server}, ${now}, ${problems}, ${isFailing ? now : null})
    on conflict (server) do update set ticked_at = excluded.ticked_at, problems = excluded.problems,
      failing_since = case when ${isFailing} then coalesce(c.failing_since, excluded.failing_since) end,
      reported_at = case when ${isFailing} then c.reported_at end`.execute(db)
  await sql`delete from server_clock where ticked_at < ${now}::timestamptz - interval '1 day'`.execute(db)
}

export const forgetServer = async (db: Db, server: string): Promise<void> => {
  await db.deleteFrom('serverClock').where('server', '=', server).execute()
}

const isTroubled = (now: Date) => sql<boolean>`
  least(c.ticked_at, c.failing_since) < ${now}::timestamptz - make_interval(secs => ${sql.lit(LATE_SECONDS)})`

export type ServerClock = { server: string; tickedAt: Date; problems: string[]; isTroubled: boolean }

export const readClocks = async (db: Db, now: Date): Promise<ServerClock[]> => {
  const { rows } = await sql<ServerClock>`
    select server, ticked_at, problems, ${isTroubled(now)} as is_troubled from server_clock c order by server`.execute(
    db,
  )
  return rows
}

/** Stopped or failing clocks of other servers that have not been reported yet. */
export const unreportedClocks = (server: string, now: Date) => sql`
  select c.server as id, null::uuid as service_id, c.ticked_at as at from server_clock c
  where c.server <> ${server} and c.reported_at is null and ${isTroubled(now)}`

export const markClocksReported = async (db: Db, servers: readonly string[], now: Date): Promise<string[]> => {
  const { rows } = await sql<{ server: string }>`
    update server_clock c set reported_at = ${now}
    where c.server = any(${servers as string[]}::text[]) and c.reported_at is null
    returning c.server`.execute(db)
  return rows.map(({ server }) => server)
}
