import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/db/id.ts'
import { testDatabase } from '../../testing/database.ts'
import { addService } from '../../testing/people.ts'
import { readConsistently, rowsBehind, rowsBetween } from './read-table.ts'

const database = await testDatabase()
afterAll(() => database.close())
const { db } = database

test('the rows of one service are read by its own index, not among those of all services', async () => {
  const services = await Promise.all(Array.from({ length: 10 }, (_, at) => addService(db, `Service ${at}`)))
  await db
    .insertInto('aoi')
    .values(
      Array.from({ length: 2_000 }, (_, at) => ({
        ...{ id: newId(), kind: 'event' as const, nonce: at + 1, name: `Gate ${at}`, place: '(34,32)' },
        serviceId: services[at % services.length]?.id ?? '',
      })),
    )
    .execute()
  await sql`analyze aoi`.execute(db)
  const serviceId = services[3]?.id ?? ''
  const numbers = await db
    .selectFrom('aoi')
    .select('number')
    .where('serviceId', '=', serviceId)
    .orderBy('number')
    .execute()
  const [after, until] = [Number(numbers[50]?.number), Number(numbers[150]?.number)]
  for (const rows of [rowsBehind(serviceId, 0, 100), rowsBetween(serviceId, { after, until })]) {
    const { rows: plan } = await readConsistently(db, (snapshot) =>
      sql`explain select a.number, a.search_text from ${rows}`.execute(snapshot),
    )
    expect(JSON.stringify(plan)).toContain('Index Scan using aoi_by_number')
  }
})
