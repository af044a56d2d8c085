import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvCell } from './csv.ts'

const anyText = fc.string({ unit: fc.constantFrom(...'=+-@;,.()\'"\t\r\n <&>]57A\u0000\u0007\ud800\uffff\u202eש') })

describe('a CSV cell', () => {
  test.each([
    ['plain', 'plain'],
    ['', ''],
    ['a, b', '"a, b"'],
    ['say "no"', '"say ""no"""'],
    ['two\nlines', '"two\nlines"'],
    ['סניף חסום', 'סניף חסום'],
  ])('of %o is %o', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })

  test.each(['+972501234567', '+972 50-123-4567', '+1 (415) 555 0110', '-5', '-12.75'])('%o stays as it is', (text) => {
    expect(csvCell(text)).toBe(text)
  })

  test.each(['=1+1', '+1+1', '-5+A1', '+A1', '-(2)', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\u200b=1', '＝1+1', '＠A1'])(
    'that begins like %o is no formula',
    (text) => {
      expect(csvCell(text).replace(/^"/, '').startsWith("'")).toBe(true)
    },
  )

  test.each([
    ['a;=1+1', "a;'=1+1"],
    ['a\t@A1', "a\t'@A1"],
    ['a\n=1+1', `"a\n'=1+1"`],
    ['Closed; - use the detour', 'Closed; - use the detour'],
    ['a;-5', 'a;-5'],
  ])('of %o has no formula after another separator', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })

  test('of any text is read back unchanged, except for apostrophes', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cell = csvCell(text)
        const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
        expect(read.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
        expect(cell).toMatch(/^(?:"(?:[^"]|"")*"|[^",\r\n]*)$/)
      }),
    )
  })

  test('of any text begins with a sign only if it is a number', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cell = csvCell(text)
        const read = cell.startsWith('"') ? cell.slice(1, -1) : cell
        expect(read).not.toMatch(/^[\t\r]/)
        if (/^[=+\-@]/.test(read.trim())) expect(read.trim()).toMatch(/^(?:-\d[\d .,()]*|\+\d[\d .,()-]*)$/)
      }),
    )
  })
})
