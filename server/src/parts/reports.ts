import { type Kysely, sql } from 'kysely'
import { clockTexts, memberChannels, quarantineTexts } from '#contract'
import { adminsOf, messageMembers } from '../messaging/notification/actions.ts'
import { documents, type StoredDocument } from '../operations/backup/service/documents.ts'
import { ownersOf } from '../people/mail/queries.ts'
import * as settings from '../people/setting/queries.ts'
import { type Batch, batchJob } from '../platform/clock/batch.ts'
import type { Job } from '../platform/clock/clock.ts'
import { isTroubled } from '../platform/clock/heartbeat.ts'
import type { Db } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema/index.ts'

const EVERY = { everyMs: 5_000 }
const REPORTS = 'reports of quarantined rows'

/** A message of a day to the owners, and to the Admins of a service. */
const reportRows = async (db: Db, serviceId: string | null, now: Date): Promise<void> => {
  const { name } = await settings.read(db)
  const day = now.toISOString().slice(0, 10)
  const message = { action: 'QUARANTINE', texts: quarantineTexts(name), path: '/?panel=serversettings' }
  const send = (members: Parameters<typeof messageMembers>[1], key: string, path: string) =>
    messageMembers(db, members, {
      ...{ kind: 'quarantine', message: { ...message, path }, channels: memberChannels },
      dedupeKey: `quarantine ${key} ${day}`,
    })
  await send(await ownersOf(db), 'server', '/?panel=serversettings')
  if (serviceId !== null) await send(await adminsOf(db, serviceId), serviceId, '/?panel=alarms')
}

const rowKey = sql`(q.job || ' ' || q.row_id)`

/** Reports rows that jobs could not process, once each. */
const quarantinedRows: Batch = {
  table: 'quarantine',
  due: () => sql`select ${rowKey} as id, q.service_id, q.first_at as at from quarantine q
    where q.reported_at is null and q.job <> ${REPORTS}`,
  process: async (db, keys, now) => {
    const { rows } = await sql<{ serviceId: string | null }>`
      update quarantine q set reported_at = ${now} where ${rowKey} = any(${keys}::text[]) and q.reported_at is null
      returning q.service_id`.execute(db)
    for (const serviceId of new Set(rows.map((row) => row.serviceId))) await reportRows(db, serviceId, now)
    return rows.length
  },
}

/** Reports the clocks of other servers that have stopped or fail, once each. */
const otherClocks = (server: string): Batch => ({
  table: 'server_clock',
  due: (now) => sql`select c.server as id, null::uuid as service_id, c.ticked_at as at from server_clock c
    where c.server <> ${server} and c.reported_at is null and ${isTroubled(now)}`,
  process: async (db, servers, now) => {
    const { rows } = await sql<{ server: string }>`
      update server_clock c set reported_at = ${now} where c.server = any(${servers}::text[]) and c.reported_at is null
      returning c.server`.execute(db)
    for (const row of rows)
      await messageMembers(db, await ownersOf(db), {
        ...{ kind: 'clockStopped', channels: memberChannels },
        message: { action: 'CLOCK_STOPPED', texts: clockTexts(row.server), path: '/?panel=serversettings' },
      })
    return rows.length
  },
})

/** Names the rows with a value that this version cannot read. Jobs leave it out; this one only parses. */
const unreadable = ({ table, column, schema, condition }: StoredDocument): Batch => ({
  table,
  due: (now) =>
    sql`select id, service_id, ${now}::timestamptz as at from ${sql.table(table)} where ${sql.raw(condition)}`,
  process: async (db, ids) => {
    const { rows } = await sql<{ value: unknown }>`
      select ${sql.ref(column)} as value from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(db)
    for (const { value } of rows) schema.parse(value)
    return 0
  },
})

export const reportJobs = (db: Kysely<Database>, server: string): Job[] => [
  ...documents.map((document) =>
    batchJob(db, `values of ${document.table}`, unreadable(document), { everyMs: 30_000 }),
  ),
  batchJob(db, REPORTS, quarantinedRows, EVERY),
  batchJob(db, 'clocks of other servers', otherClocks(server), EVERY),
]
