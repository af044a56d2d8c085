import { expect, test } from 'vitest'
import { unsteadyOfPlaywright, unsteadyOfVitest } from './checks.js'

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
