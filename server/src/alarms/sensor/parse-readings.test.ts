import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { READINGS_AT_ONCE } from '#contract'
import { parseReadings } from './intake.ts'

test('a full batch is parsed in short parts', async () => {
  const parameters = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`parameter ${at}`, at]))
  const sent = Array.from({ length: READINGS_AT_ONCE }, (_, at) => ({ serial: `tide-${at}`, parameters }))
  let isDone = false
  const parsing = parseReadings(sent).then(({ good }) => {
    isDone = true
    return good
  })
  let turns = 0
  for (; !isDone; turns++) await nextTurn()
  expect(turns).toBeGreaterThan(2)
  expect(await parsing).toHaveLength(READINGS_AT_ONCE)
})
