import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('commas, quotes and line breaks stay in their cell, and nothing becomes a formula', () => {
  expect(csvOf([['a,b', 'say "hi"', 'two\nlines', '=1+1', 'דנה']])).toBe(
    '\uFEFF"a,b","say ""hi""","two\nlines",\'=1+1,דנה\r\n',
  )
})
