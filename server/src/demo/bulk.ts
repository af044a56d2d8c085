import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/db/schema/index.ts'
import { publish } from '../platform/outbox/outbox.ts'
import { hashPassword } from '../platform/secret/passwords.ts'
import { insertBatch } from './bulk-insert.ts'
import { makeBatch } from './bulk-make.ts'
import type { BulkOptions } from './bulk-options.ts'
import { bayPlaces, worldPlaces } from './bulk-places.ts'
import { addMembers, ensureServices, readServices } from './bulk-services.ts'
import { demoPassword } from './fill.ts'
import { seeded } from './random.ts'

const batchSize = 5_000
const writers = 2

export type BulkRun = { now?: Date; onProgress?: (events: number) => void; signal?: AbortSignal }

/**
 * Adds any amount of data. The same options produce the same data on the same database; each run adds more.
 * `onProgress` receives the number of stored events. After an abort, complete batches stay.
 */
export async function addBulk(
  db: Kysely<Database>,
  options: BulkOptions,
  { now = new Date(), onProgress, signal }: BulkRun = {},
): Promise<{ events: number; entries: number }> {
  const random = seeded(options.seed * 1_000_003 + (await lastNumber(db)))
  const making = { db, random, now, passwordHash: await hashPassword(demoPassword) }
  const serviceIds = await ensureServices(making, options.services)
  await addMembers(making, serviceIds, options.members)

  const services = await readServices(db, serviceIds)
  const nextPlace = options.area === 'world' ? worldPlaces(random) : bayPlaces(random)
  let events = 0
  let entries = 0
  let asked = 0
  const atWork = new Set<Promise<void>>()
  while (asked < options.events && !signal?.aborted) {
    const numbers = await nextNumbers(db, Math.min(batchSize, options.events - asked))
    const batch = makeBatch({ random, now: now.getTime(), services, options, nextPlace }, numbers)
    asked += numbers.length
    if (atWork.size === writers) await Promise.race(atWork)
    const insertion = insertBatch(db, batch).then(() => {
      atWork.delete(insertion)
      events += numbers.length
      entries += batch.entries.length
      onProgress?.(events)
    })
    // `Promise.all(atWork)` throws a failure later. Until then, this handler keeps it from being unhandled.
    insertion.catch(() => {})
    atWork.add(insertion)
  }
  await Promise.all(atWork)
  if (options.events > 0) await sql`analyze aoi, aoi_answer, log_entry, share`.execute(db)
  await publish(db, { message: { type: 'RESYNC' }, everyone: true })
  return { events, entries }
}

/** Event numbers are taken before the batches run concurrently, so that equal runs produce equal data. */
async function nextNumbers(db: Kysely<Database>, count: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select nextval('aoi_number') as number from generate_series(1, ${count}::int)`.execute(db)
  return rows.map(({ number }) => number)
}

async function lastNumber(db: Kysely<Database>): Promise<number> {
  const { number } = await db
    .selectFrom('aoi')
    .select((eb) => eb.fn.max('number').as('number'))
    .executeTakeFirstOrThrow()
  return number ?? 0
}
