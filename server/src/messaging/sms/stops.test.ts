import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { addService } from '../../testing/people.ts'
import { allowTexts, isStopped, stopTexts } from './stops.ts'

const { db, close } = await testDatabase()
afterAll(close)

test.each([
  ['+972501112233', '+972 50-111-2233', true],
  ['+972501112233', '00972501112233', true],
  ['+972501112233', '050-1112233', true],
  ['0501112233', '+972501112233', true],
  ['972501112233', '+972501112233', true],
  ['+14155550123', '(415) 555-0123', true],
  // International numbers of two countries with the same ending.
  ['+3725011122', '+5725011122', false],
  ['+14155550123', '+34155550123', false],
  ['+8613800138000', '+13800138000', false],
  // A local number without its area could be anybody's.
  ['+972501112233', '1112233', false],
  ['+972501112233', '0521112233', false],
  ['+972501112233', '33', false],
])('STOP from %s applies to %s: %s', async (from, to, isSame) => {
  const { id } = await addService(db, 'Home')
  await stopTexts(db, id, from)
  expect(await isStopped(db, id, to)).toBe(isSame)
  await allowTexts(db, id, to)
  expect(await isStopped(db, id, from)).toBe(!isSame)
})

test('a number stored by an earlier version is still compared with and without its country code', async () => {
  const { id: serviceId } = await addService(db, 'Home')
  await db.insertInto('smsStop').values({ serviceId, phoneDigits: '972501112233' }).execute()
  for (const to of ['+972501112233', '0501112233']) expect(await isStopped(db, serviceId, to)).toBe(true)
})
