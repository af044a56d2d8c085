import { expect, test } from 'vitest'
import { imageProblem } from './fit-image.ts'

test.each([
  ['a photo of 2,000,000 bytes', 'image/jpeg', 2_000_000, undefined],
  ['one byte more', 'image/jpeg', 2_000_001, 'form.fileSize'],
  ['a text', 'text/plain', 10, 'form.image'],
])('%s', (_, type, size, problem) => {
  expect(imageProblem({ type, size })).toBe(problem)
})
