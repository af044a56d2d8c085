import { expect, test } from 'vitest'
import { failedTrials, unsteadyOfPlaywright, unsteadyOfVitest } from './checks.js'

test('a unit test that passed when it was run again is named with what went wrong before', () => {
  const passed = { fullName: 'steady', status: 'passed', failureMessages: [] }
  const again = { fullName: 'a race', status: 'passed', failureMessages: ['expected 1 to be 2'] }
  const failed = { fullName: 'broken', status: 'failed', failureMessages: ['no', 'no'] }
  expect(unsteadyOfVitest([{ assertionResults: [passed, again] }, { assertionResults: [failed] }])).toEqual([
    'a race: expected 1 to be 2',
  ])
})

test('so is a story, wherever it stands', () => {
  const spec = (title, status, ...messages) => ({
    title,
    tests: [{ status, results: messages.map((message) => ({ errors: message ? [{ message }] : [] })) }],
  })
  const suites = [
    { specs: [spec('steady', 'expected', '')], suites: [{ specs: [spec('a race', 'flaky', 'not visible', '')] }] },
    { specs: [spec('broken', 'unexpected', 'no', 'no')] },
  ]
  expect(unsteadyOfPlaywright(suites)).toEqual(['a race: not visible'])
})

test('a trial that failed is found by its id, with its first failure', () => {
  const output = [
    'R19 Two servers … 0 went wrong, 8.8 s',
    'R20 A day of many members … 19 rows left in them, 17.0 s',
    '  FAILED sensor_reading has 19 rows, 0 before the day (seed 1)',
    '  FAILED outbox has 300 rows, 100 before the day (seed 1)',
    '1 passed, 1 failed',
  ]
  expect([...failedTrials(output.join('\n'))]).toEqual([
    ['R20', 'FAILED sensor_reading has 19 rows, 0 before the day (seed 1)'],
  ])
})
