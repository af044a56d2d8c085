import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Reading as ReadingSchema } from '#contract'
import { testDatabase } from '../../testing/database.ts'
import { addService } from '../../testing/people.ts'
import { ingest } from './ingest.ts'
import { pruneHistory } from './prune.ts'
import { remove } from './queries.ts'
import { sumReadings } from './sums.ts'
import { telemetry } from './telemetry.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let serviceId: string
beforeAll(async () => {
  database = await testDatabase()
  serviceId = (await addService(database.db, 'Bay')).id
  await sql`create table every_reading as table sensor_reading`.execute(database.db)
  await sql`
    create function keep_reading() returns trigger language plpgsql as $$ begin
      insert into every_reading select new.*; return null; end $$`.execute(database.db)
  await sql`
    create trigger kept after insert on sensor_reading for each row execute function keep_reading()`.execute(
    database.db,
  )
})
afterAll(() => database.close())
beforeEach(async () => {
  await sql`delete from sensor`.execute(database.db)
  await sql`truncate sensor_sum_job, every_reading`.execute(database.db)
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const noon = new Date('2026-03-01T12:00:00Z').getTime()

type SentReading = { serial: string; hoursAgo: number; parameters: Record<string, number> }
const send = (readings: readonly SentReading[], now: number) =>
  database.db.transaction().execute((db) =>
    ingest(
      db,
      serviceId,
      readings.map(({ serial, hoursAgo, parameters }) =>
        ReadingSchema.parse({ serial, id: crypto.randomUUID(), time: now - hoursAgo * HOUR_MS, parameters }),
      ),
      new Date(now),
    ),
  )
const sensorId = async (serial: string) =>
  (await database.db.selectFrom('sensor').select('id').where('serial', '=', serial).executeTakeFirst())?.id

const compare = async (table: 'sensor_hour' | 'sensor_day', step: 'hour' | 'day') => {
  const stored = await sql`
    select sensor_id, parameter, at, count, trim_scale(total)::text as total, lowest, highest from ${sql.table(table)}
    order by sensor_id, parameter, at`.execute(database.db)
  const counted = await sql`
    select sensor_id, key as parameter, date_trunc(${step}, at, 'UTC') as at, count(*) as count,
      trim_scale(sum(value::numeric))::text as total, min(value::numeric) as lowest, max(value::numeric) as highest
    from every_reading r cross join jsonb_each(parameters) where sensor_id in (select id from sensor)
    group by 1, 2, 3 order by 1, 2, 3`.execute(database.db)
  expect(stored.rows).toEqual(counted.rows)
  return stored.rows.length
}

const sent = fc.record({
  serial: fc.constantFrom('tide', 'wind', 'gate'),
  hoursAgo: fc.oneof(fc.double({ min: 0, max: 3, noNaN: true }), fc.double({ min: 0, max: 5000, noNaN: true })),
  parameters: fc.dictionary(
    fc.constantFrom('level', 'heat'),
    fc.oneof(fc.integer({ min: -50, max: 50 }), fc.double({ min: -1e9, max: 1e9, noNaN: true })),
    { maxKeys: 2 },
  ),
})
const step = fc.oneof(
  { weight: 4, arbitrary: fc.array(sent, { minLength: 1, maxLength: 20 }) },
  { weight: 2, arbitrary: fc.constant('sum' as const) },
  { weight: 1, arbitrary: fc.constant('two servers' as const) },
  { weight: 1, arbitrary: fc.constant('prune' as const) },
  { weight: 1, arbitrary: fc.constant('delete' as const) },
)

test('every reading is counted in one hour and one day, whenever it arrives', async () => {
  const { db } = database
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      let now = noon
      for (const one of steps) {
        now += 7 * DAY_MS
        if (Array.isArray(one)) await send(one, now)
        else if (one === 'sum') await sumReadings(db)
        else if (one === 'two servers')
          await Promise.all([
            sumReadings(db),
            send([{ serial: 'tide', hoursAgo: 1, parameters: { level: 1 } }], now),
            sumReadings(db),
          ])
        else if (one === 'prune') await pruneHistory(db, new Date(now + 60 * DAY_MS))
        else await remove(db, (await sensorId('gate')) ?? crypto.randomUUID())
      }
      await sumReadings(db)
      await compare('sensor_hour', 'hour')
      await compare('sensor_day', 'day')
    }),
    { numRuns: 12 },
  )
  expect(await database.db.selectFrom('sensorSumJob').select('id').execute()).toEqual([])
})

test('readings from before sums existed are added once, and are kept until then', async () => {
  const { db } = database
  const later = noon + 100 * DAY_MS
  // As after an upgrade: stored readings without a job, of sensors that keep reporting.
  await sql`alter table sensor_reading disable trigger sensor_reading_summed`.execute(db)
  await send([{ serial: 'tide', hoursAgo: 2, parameters: { level: 4 } }], noon)
  await sql`alter table sensor_reading enable trigger sensor_reading_summed`.execute(db)
  await sql`insert into sensor_sum_backlog select id, service_id from sensor`.execute(db)
  await send([{ serial: 'tide', hoursAgo: 50, parameters: { level: 8 } }], noon + HOUR_MS)

  await pruneHistory(db, new Date(later))
  const id = (await sensorId('tide')) ?? ''
  const month = () => telemetry(db, id, { period: 'month' }, new Date(noon + 2 * HOUR_MS))
  const before = (await month()).series
  expect(before[0]?.points.map(({ average }) => average)).toEqual([8, 4])

  const underWay = await db.startTransaction().execute()
  const readings = [ReadingSchema.parse({ serial: 'tide', id: 'c', parameters: { level: 16 } })]
  await ingest(underWay, serviceId, readings, new Date(noon + 2 * HOUR_MS))
  await sumReadings(db)
  expect((await month()).series).toEqual(before)
  await underWay.commit().execute()
  await sumReadings(db)
  expect(await compare('sensor_hour', 'hour')).toBe(3)
  await compare('sensor_day', 'day')

  await pruneHistory(db, new Date(later))
  expect(await db.selectFrom('sensorReading').select('at').execute()).toEqual([])
  expect(await compare('sensor_hour', 'hour')).toBe(3)
})

test('a chart of months and years matches the readings, also after they are deleted', async () => {
  const { db } = database
  const now = noon + 400 * DAY_MS
  const hours = [0.1, 0.9, 1.5, 5, 30, 31, 200, 700, 3000, 8000]
  await send(
    hours.map((hoursAgo) => ({ serial: 'tide', hoursAgo, parameters: { level: hoursAgo, heat: 1 } })),
    now,
  )
  await sumReadings(db)
  const id = (await sensorId('tide')) ?? ''
  const chart = (period: 'month' | 'year' | 'fiveYears', at = now) =>
    telemetry(db, id, { period, parameter: 'level' }, new Date(at))
  const highest = async (...args: Parameters<typeof chart>) =>
    (await chart(...args)).series[0]?.points.map(({ maximum }) => maximum)
  expect((await chart('year')).series).toHaveLength(1)
  expect(await highest('month')).toEqual([700, 200, 31, 5, 1.5])
  expect(await highest('year')).toEqual([8000, 3000, 700, 200, 31, 5])
  const years = await chart('fiveYears')
  expect(years.series[0]?.points.reduce((sum, { average }) => sum + average, 0)).toBeGreaterThan(8000)

  const later = now + 100 * DAY_MS
  const before = await chart('fiveYears', later)
  await pruneHistory(db, new Date(later))
  expect(await db.selectFrom('sensorReading').select('at').execute()).toEqual([])
  expect(await chart('fiveYears', later)).toEqual(before)
  expect(Math.min(...(before.series[0]?.points.map(({ minimum }) => minimum) ?? []))).toBe(0.1)

  await pruneHistory(db, new Date(now + 1200 * DAY_MS))
  expect(await db.selectFrom('sensorHour').select('at').execute()).toEqual([])
  expect(await chart('fiveYears', later)).toEqual(before)
})
