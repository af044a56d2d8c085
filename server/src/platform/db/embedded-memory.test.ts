import { expect, test } from 'vitest'
import { memorySettings } from './embedded-memory.ts'

const GIGABYTE = 2 ** 30

test.each([
  [0.5, '128MB'],
  [2, '256MB'],
  [4, '512MB'],
  [64, '1024MB'],
])('of %d GB the database keeps %s of pages', (gigabytes, pages) => {
  expect(memorySettings(gigabytes * GIGABYTE).shared_buffers).toBe(pages)
})

test('the memory of the machine becomes a size that PostgreSQL accepts', () => {
  expect(memorySettings().shared_buffers).toMatch(/^\d{3,4}MB$/)
})
