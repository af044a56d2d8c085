import { afterEach, expect, test, vi } from 'vitest'
import { testServer } from '../../testing/server.ts'
import { databaseMs, followDatabaseClock } from './clock.ts'
import { newId } from './id.ts'

const { pool } = await testServer()
const warnings: object[] = []
const log = { warn: (details: object) => void warnings.push(details) }
const MINUTE = 60_000

const shiftClock = (ms: number) => {
  const real = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => real() + ms)
}

const measureOnce = async () => (await followDatabaseClock(pool, log)).stop()

afterEach(async () => {
  vi.restoreAllMocks()
  await measureOnce()
})

test.each([1.5 * MINUTE, -1.5 * MINUTE, 60 * MINUTE])('a clock that is %d ms off is ignored', async (shift) => {
  const right = Date.now()
  shiftClock(shift)
  await measureOnce()
  expect(Math.abs(databaseMs() - right)).toBeLessThan(MINUTE)
  expect(warnings).toContainEqual({ seconds: expect.closeTo(shift / 1000, -1) })
})

test('ids of servers whose clocks differ sort in the order they were made', async () => {
  shiftClock(5 * MINUTE)
  await measureOnce()
  const fromTheFuture = newId()
  vi.restoreAllMocks()
  const madeAt = Number.parseInt(fromTheFuture.replace('-', '').slice(0, 12), 16)
  expect(Math.abs(madeAt - Date.now())).toBeLessThan(MINUTE)
})

test('clocks that agree are not corrected', async () => {
  await measureOnce()
  expect(Math.abs(databaseMs() - Date.now())).toBeLessThan(MINUTE)
})
