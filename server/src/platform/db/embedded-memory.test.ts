import { expect, test } from 'vitest'
import { memorySettings } from './embedded.ts'

const GIGABYTE = 2 ** 30

test.each([
  [0.5, '128MB'],
  [2, '256MB'],
  [4, '512MB'],
  [64, '1024MB'],
])('of %d GB the database keeps %s of pages', (gigabytes, pages) => {
  expect(memorySettings(gigabytes * GIGABYTE).shared_buffers).toBe(pages)
})

test('the setting follows the machine’s memory within PostgreSQL’s limits', () => {
  expect(memorySettings().shared_buffers).toMatch(/^\d{3,4}MB$/)
})
