import { expect, test } from 'vitest'
import { chooseRequests, replayCommand, withFailed } from '../trials/world/mutated-requests.ts'

const operations = ['GET /aoi', 'POST /aoi', 'POST /user/invite']
const failedBefore = [
  { seed: 3, number: 4710, operation: 'POST /aoi' },
  { seed: 5, number: 8, operation: 'GET /gone' },
]

test('previously failing requests come first, and those of removed operations are skipped', () => {
  expect(chooseRequests({ seed: 7, total: 4, operations, failedBefore })).toEqual([
    { seed: 3, number: 4710, operation: 'POST /aoi' },
    { seed: 7, number: 0, operation: 'GET /aoi' },
    { seed: 7, number: 1, operation: 'POST /aoi' },
    { seed: 7, number: 2, operation: 'POST /user/invite' },
    { seed: 7, number: 3, operation: 'GET /aoi' },
  ])
})

test('one request is repeated alone, also if its place in the document has moved', () => {
  const choose = (seed: number, only: number) =>
    chooseRequests({ seed, only, total: 100_000, operations, failedBefore })
  expect(choose(7, 4712)).toEqual([{ seed: 7, number: 4712, operation: 'POST /user/invite' }])
  expect(choose(7, 0)).toEqual([{ seed: 7, number: 0, operation: 'GET /aoi' }])
  expect(operations[4710 % operations.length]).not.toBe('POST /aoi')
  expect(choose(3, 4710)).toEqual([failedBefore[0]])
})

test('a failure is kept once, and its command names seed and number', () => {
  const [first] = failedBefore
  const another = { seed: 7, number: 4711, operation: 'GET /aoi' }
  expect(withFailed(failedBefore, [another, { ...another }, ...(first ? [first] : [])])).toEqual([
    ...failedBefore,
    another,
  ])
  expect(replayCommand(another)).toBe('npm run trials -- R1 --seed 7 --only 4711')
})
