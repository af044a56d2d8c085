import { expect, test } from 'vitest'
import { photoProblem } from './photo.ts'

test.each([
  ['image/jpeg', 1_999_999, undefined],
  ['image/jpeg', 2_000_001, 'form.fileSize'],
  ['application/pdf', 10, 'form.image'],
])('%s of %d bytes: %s', (type, size, problem) => {
  expect(photoProblem({ type, size })).toBe(problem)
})
