import { type Kysely, type RawBuilder, sql } from 'kysely'
import { clockTexts, deliveryChannels, memberChannels, notificationKinds, quarantineTexts } from '#contract'
import { adminsOf, messageMembers } from '../messaging/notification/actions.ts'
import { documents, jobOfValues, keyOf, largeDocuments, type StoredDocument } from '../operations/backup/documents.ts'
import { ownersOf } from '../people/mail/queries.ts'
import * as settings from '../people/setting/queries.ts'
import { type Batch, batchJob } from '../platform/clock/batch.ts'
import type { Job } from '../platform/clock/clock.ts'
import { markClocksReported, unreportedClocks } from '../platform/clock/heartbeat.ts'
import { markRowsReported, unreportedRows } from '../platform/clock/quarantine.ts'
import type { Db } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema/index.ts'
import { Turns } from '../platform/kit/slices.ts'

const EVERY = { everyMs: 5_000 }
const REPORTS = 'reports of quarantined rows'

/** Sends at most one message a day to the owners and to the Admins of a service. */
const reportRows = async (db: Db, serviceId: string | null, now: Date): Promise<void> => {
  const { name } = await settings.read(db)
  const day = now.toISOString().slice(0, 10)
  const message = { action: 'QUARANTINE', texts: quarantineTexts(name), path: '/?panel=serversettings' }
  const send = (members: Parameters<typeof messageMembers>[1], key: string, path: string) =>
    messageMembers(db, members, {
      kind: 'quarantine',
      message: { ...message, path },
      channels: memberChannels,
      dedupeKey: `quarantine ${key} ${day}`,
    })
  await send(await ownersOf(db), 'server', '/?panel=serversettings')
  if (serviceId !== null) await send(await adminsOf(db, serviceId), serviceId, '/?panel=alarms')
}

/** Reports rows that jobs could not process, once each. */
const quarantinedRows: Batch = {
  table: 'quarantine',
  due: () => unreportedRows(REPORTS),
  process: async (db, keys, now) => {
    const serviceIds = await markRowsReported(db, keys, now)
    for (const serviceId of new Set(serviceIds)) await reportRows(db, serviceId, now)
    return serviceIds.length
  },
}

/** Reports the clocks of other servers that have stopped or fail, once each. */
const otherClocks = (server: string): Batch => ({
  table: 'server_clock',
  due: (now) => unreportedClocks(server, now),
  process: async (db, servers, now) => {
    const reported = await markClocksReported(db, servers, now)
    for (const other of reported)
      await messageMembers(db, await ownersOf(db), {
        kind: 'clockStopped',
        channels: memberChannels,
        message: { action: 'CLOCK_STOPPED', texts: clockTexts(other), path: '/?panel=serversettings' },
      })
    return reported.length
  },
})

/** Quarantines rows with a value that this version cannot parse. Other jobs skip such values without a report. */
const unreadable = (document: StoredDocument): Batch => {
  const { table, column, schema, condition } = document
  const key = sql.ref(`t.${keyOf(document)}`)
  return {
    table,
    due: (now) =>
      sql`select ${key} as id, t.service_id, ${now}::timestamptz as at from ${sql.table(table)} t where ${sql.raw(condition)}`,
    process: async (db, ids) => {
      const { rows } = await sql<{ value: unknown }>`
      select ${sql.ref(column)} as value from ${sql.table(table)} t where ${key} = any(${ids}::uuid[])`.execute(db)
      const turns = new Turns()
      for (const { value } of rows) {
        await turns.next()
        schema.parse(value)
      }
      return 0
    },
  }
}

/** A row that no server of a newer version has taken after this time is reported. */
const UNKNOWN_MINUTES = 10
/** Maximum number of rows reported per table. */
const MOST_UNKNOWN = 100

/** Quarantines rows with a value that only a newer version knows, until a server of that version processes them. */
const unknown = (table: string, code: string, condition: RawBuilder<unknown>, since: RawBuilder<Date>): Batch => ({
  table,
  atOnce: 1,
  due: (now) => sql`select id, service_id, ${since} as at from ${sql.table(table)}
    where ${condition} and ${since} < ${now}::timestamptz - make_interval(mins => ${sql.lit(UNKNOWN_MINUTES)})
    order by ${since} limit ${sql.lit(MOST_UNKNOWN)}`,
  process: () => Promise.reject(Object.assign(new Error(code), { code })),
})

const unknownChannels = unknown(
  'delivery',
  'unknown channel',
  sql`state = 'waiting' and channel <> all(${[...deliveryChannels]}::text[])`,
  sql`next_attempt_at`,
)

const unknownKinds = unknown(
  'notification',
  'unknown kind',
  sql`kind <> all(${[...notificationKinds]}::text[])`,
  sql`created_at`,
)

/** Limits the check to rows that a restore quarantined, because the table is too large to read as a whole. */
const restored = (document: StoredDocument): StoredDocument => ({
  ...document,
  condition: `t.${keyOf(document)} = any(array(select row_id::uuid from quarantine where job = '${jobOfValues(document.table)}'))`,
})

export const reportJobs = (db: Kysely<Database>, server: string): Job[] => [
  ...[...documents, ...largeDocuments.map(restored)].map((document) =>
    batchJob(db, jobOfValues(document.table), unreadable(document), { everyMs: 30_000 }),
  ),
  batchJob(db, 'deliveries of a newer version', unknownChannels, { everyMs: 30_000 }),
  batchJob(db, 'notifications of a newer version', unknownKinds, { everyMs: 30_000 }),
  batchJob(db, REPORTS, quarantinedRows, EVERY),
  batchJob(db, 'clocks of other servers', otherClocks(server), EVERY),
]
