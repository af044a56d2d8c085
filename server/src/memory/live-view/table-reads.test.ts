import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { testDatabase } from '../../testing/database.ts'
import { addMember, addService } from '../../testing/people.ts'
import type { AoiPart, Column } from './aoi-part.ts'
import { rangesBetween, rowsBetween } from './read-table.ts'
import { splitServiceRows } from './service-size.ts'
import { openTableReads } from './table-reads.ts'

const database = await testDatabase()
afterAll(() => database.close())
const { db } = database
const service = await addService(db, 'Harbour')
const creatorId = (await addMember(db, service, service.roleId)).id
const rows = Array.from({ length: 10 }, (_, at) => ({
  ...{ id: newId(), serviceId: service.id, kind: 'event' as const, nonce: at + 1, name: `Gate ${at}` },
  ...{ place: `(${at},32)`, creatorId: at % 3 === 0 ? null : creatorId },
}))
const [first] = await db.insertInto('aoi').values(rows).returning('number').execute()
const numbers = rows.map((_, at) => Number(first?.number) + at)

/** Counts the readings. `begin` is called at the beginning of each. */
const openCounted = (begin: (target: Db) => Promise<void> = async () => {}) => {
  const count = { reads: 0 }
  const reads = openTableReads(db, {
    gatherMs: 0,
    rowsPerPart: 3,
    read: async (work) => {
      count.reads++
      await begin(db)
      return work(db)
    },
  })
  return { count, reads }
}

const taker = <T>(columns: readonly Column[], valuesOf: (part: AoiPart) => T[]) => {
  const values: T[] = []
  return { data: values, columns, add: (part: AoiPart) => void values.push(...valuesOf(part)) }
}
const takeNumbers = () => taker(['number'], ({ number }) => [...number])
const takeCreators = () =>
  taker(['creatorId'], ({ creatorId: { codes, ids } }) => Array.from(codes, (code) => ids[code]))
const takePlaces = () => taker(['place'], ({ place }) => [...place].filter((_, at) => at % 2 === 0))

test('copies that are asked for together are read together, and each gets what it needs of every row', async () => {
  const { count, reads } = openCounted()
  const [found, creators, places] = await Promise.all([
    reads.rows(service.id, takeNumbers, false),
    reads.rows(service.id, takeCreators, false),
    reads.rows(service.id, takePlaces, false),
  ])
  expect(found).toEqual(numbers)
  expect(creators).toEqual(rows.map((row) => row.creatorId))
  expect(places).toEqual(rows.map((_, at) => at))
  expect(count.reads).toBe(1)
})

test('whoever comes after a reading began gets one of its own, for its copy must have what was committed since', async () => {
  const late: Promise<number[]>[] = []
  const { count, reads } = openCounted(async () => {
    if (late.length === 0) late.push(reads.rows(service.id, takeNumbers, false))
  })
  expect(await reads.rows(service.id, takeNumbers, false)).toEqual(numbers)
  expect(await late[0]).toEqual(numbers)
  expect(count.reads).toBe(2)
})

test('what is read a second time, after a replica was lost, is there once', async () => {
  let attempts = 0
  const breaking = () => {
    const isFirst = ++attempts === 1
    return {
      ...takeNumbers(),
      end: async () => {
        if (isFirst) throw new Error('lost')
      },
    }
  }
  const reads = openTableReads(db, { gatherMs: 0, rowsPerPart: 3, read: (work) => work(db).catch(() => work(db)) })
  const [found, others] = await Promise.all([
    reads.rows(service.id, breaking, false),
    reads.rows(service.id, takeNumbers, false),
  ])
  expect([found, others]).toEqual([numbers, numbers])
})

test('with few connections a reading takes one, and gets all rows in their order', async () => {
  const reads = openTableReads(db, { gatherMs: 0, rowsPerPart: 3, connections: 2 })
  const [found, creators] = await Promise.all([
    reads.rows(service.id, takeNumbers, false),
    reads.rows(service.id, takeCreators, false),
  ])
  expect([found, creators]).toEqual([numbers, rows.map((row) => row.creatorId)])
})

test('a failure is told to all who read together', async () => {
  const { reads } = openCounted(async () => {
    throw new Error('away')
  })
  const both = [reads.rows(service.id, takeNumbers, false), reads.rows(service.id, takeCreators, false)]
  for (const one of both) await expect(one).rejects.toThrow('away')
  await Promise.allSettled(both)
})

test('rows come in parts, and all as they were when the reading began', async () => {
  const { reads } = openCounted()
  const sizes: number[] = []
  const takeSlowly = () => ({
    ...takeNumbers(),
    add: async ({ count }: AoiPart) => {
      sizes.push(count)
      const late = {
        ...rows[0],
        id: newId(),
        serviceId: service.id,
        kind: 'event' as const,
        name: 'Late',
        place: '(1,1)',
      }
      await db
        .insertInto('aoi')
        .values({ ...late, nonce: 100 + sizes.length })
        .execute()
    },
  })
  await reads.rows(service.id, takeSlowly, false)
  await db.deleteFrom('aoi').where('name', '=', 'Late').execute()
  expect(sizes).toEqual([3, 3, 3, 1])
})

test('a service is cut into parts of about as many rows, however far apart their numbers are', async () => {
  const other = await addService(db, 'Depot')
  await sql`select setval('aoi_number', (select max(number) + 1000 from aoi))`.execute(db)
  const more = rows.map((row, at) => ({ ...row, id: newId(), nonce: 200 + at }))
  await db
    .insertInto('aoi')
    .values(more.flatMap((row, at) => [row, { ...row, id: newId(), nonce: 300 + at, serviceId: other.id }]))
    .execute()
  const { count, ends } = await splitServiceRows(db, service.id, 4)
  const cut = rangesBetween(ends).map(async (range) => {
    const { rows: found } = await sql<{
      number: number
    }>`select a.number from ${rowsBetween(service.id, range)}`.execute(db)
    return found.map(({ number }) => Number(number))
  })
  const parts = await Promise.all(cut)
  expect(count).toBe(20)
  expect(parts.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 0])
  expect(parts.flat()).toEqual(parts.flat().toSorted((a, b) => a - b))
})
