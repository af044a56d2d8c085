import { expect, test } from 'vitest'
import { readBulkOptions } from './bulk-options.ts'

test('omitted options have defaults', () => {
  expect(readBulkOptions(['--events', '100'])).toMatchObject({
    events: 100,
    members: 0,
    services: 1,
    area: 'bay',
    seed: 1,
  })
})

test('states without a share divide the rest evenly', () => {
  expect(readBulkOptions(['--skew', 'new=0.92']).skew).toEqual({
    new: 0.92,
    inProgress: expect.closeTo(0.04),
    done: expect.closeTo(0.04),
  })
  expect(readBulkOptions(['--skew', 'new=0.5,done=0.5']).skew).toEqual({ new: 0.5, inProgress: 0, done: 0.5 })
})

test.each([
  [['--event', '5'], "Unknown option '--event'"],
  [['100'], 'Unexpected argument'],
  [['--events', 'many'], '--events must be a whole number'],
  [['--events'], 'argument missing'],
  [['--events', '1e5'], '--events must be a whole number'],
  [['--services', '0'], '--services must be a whole number from 1'],
  [['--skew', 'old=0.5'], '--skew must contain'],
  [['--skew', 'new=0.6,done=0.6'], '--skew must contain'],
  [['--skew', 'new=0.1,done=0.1,inProgress=0.1'], '--skew must contain'],
  [['--area', 'moon'], '--area must be bay or world'],
])('%j is refused with one clear line', (args, words) => {
  const refuse = () => readBulkOptions(args)
  expect(refuse).toThrow(words)
  expect(refuse).not.toThrow('\n')
})
