import { expect, test } from 'vitest'
import { Problem } from '#contract'
import { openStatistics } from './statistics.ts'

const HOUR_MS = 3_600_000
const request = (id: string) => ({ id, method: 'GET', routeOptions: { url: '/aoi' } }) as never

test('requests are counted by hour for a day, and what is older is forgotten', () => {
  let now = 100 * HOUR_MS
  const statistics = openStatistics(() => now)
  statistics.count('GET', '/aoi', 200, 10)
  statistics.count('GET', '/aoi', 503, 30)
  now += 23 * HOUR_MS
  statistics.count('GET', '/aoi', 200, 5)
  expect(statistics.read().hours).toHaveLength(24)
  expect(statistics.read().hours[0]).toEqual({
    start: new Date(100 * HOUR_MS),
    requests: 2,
    failures: 1,
    meanMs: 20,
  })
  expect(statistics.read().hours[1]?.meanMs).toBeNull()
  now += HOUR_MS
  expect(statistics.read().hours.map(({ requests }) => requests)).toEqual([...Array(22).fill(0), 1, 0])
})

test('the slowest routes come first, without those that were asked a few times only', () => {
  const statistics = openStatistics()
  for (let n = 0; n < 5; n++) {
    statistics.count('GET', '/fast', 200, 1)
    statistics.count('POST', '/slow', 200, 10 * n)
  }
  statistics.count('GET', '/once', 200, 9_000)
  expect(statistics.read().routes).toEqual([
    { method: 'POST', path: '/slow', count: 5, meanMs: 20, mostMs: 40 },
    { method: 'GET', path: '/fast', count: 5, meanMs: 1, mostMs: 1 },
  ])
})

test('the last failures of the server are kept with their ids, refusals are not', () => {
  const statistics = openStatistics(() => 0)
  statistics.noteProblem(new Problem('forbidden'), request('a'))
  for (let n = 0; n < 40; n++) statistics.noteProblem(new Problem('unknownServerError'), request(`id${n}`))
  const { errors } = statistics.read()
  expect(errors).toHaveLength(30)
  expect(errors[0]).toEqual({
    id: 'id39',
    at: new Date(0),
    method: 'GET',
    path: '/aoi',
    code: 'unknownServerError',
  })
})
