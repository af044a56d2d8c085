import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema/index.ts'
import { publish } from '../live/outbox.ts'
import { hashPassword } from '../secret/passwords.ts'
import { insertBatch } from './bulk-insert.ts'
import { makeBatch } from './bulk-make.ts'
import type { BulkOptions } from './bulk-options.ts'
import { bayPlaces, worldPlaces } from './bulk-places.ts'
import { addMembers, ensureServices, readServices } from './bulk-services.ts'
import { demoPassword } from './fill.ts'
import { seeded } from './random.ts'

const batchSize = 5_000

export type BulkRun = { now?: Date; onProgress?: (events: number) => void; signal?: AbortSignal }

/**
 * Adds data of any size: the same for the same options on the same database, and more with every run. `onProgress` hears
 * how many events are in; whole batches stay when `signal` ends the run.
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
  let [events, entries] = [0, 0]
  // The next batch is made while PostgreSQL is busy with the one before.
  let busy = Promise.resolve()
  while (events < options.events && !signal?.aborted) {
    const size = Math.min(batchSize, options.events - events)
    const batch = makeBatch({ random, now: now.getTime(), services, options, nextPlace }, size)
    await busy
    events += size
    entries += batch.entries.length
    const inserted = events
    busy = insertBatch(db, batch).then(() => onProgress?.(inserted))
    // Awaited in the next round; until then a failure must not count as unheard.
    busy.catch(() => {})
  }
  await busy
  if (options.events > 0) await sql`analyze aoi, aoi_answer, log_entry, share`.execute(db)
  await publish(db, { message: { type: 'RESYNC' }, everyone: true })
  return { events, entries }
}

async function lastNumber(db: Kysely<Database>): Promise<number> {
  const { number } = await db
    .selectFrom('aoi')
    .select((eb) => eb.fn.max('number').as('number'))
    .executeTakeFirstOrThrow()
  return number ?? 0
}
