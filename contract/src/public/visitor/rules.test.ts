import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicToken, reporterProblems, reportName } from './rules.ts'

test('a report is named after its first line, truncated between words, or after its type', () => {
  expect(reportName('Water in the street\nand rising', 'Flood')).toBe('Water in the street')
  expect(reportName(' \n ', 'Flood')).toBe('Flood')
  expect(reportName(`${'word '.repeat(30)}`, 'Flood')).toMatch(/^(word ){14,15}word…$/)
})

test('a name fits, has one line and no broken character, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const name = reportName(text, 'Flood')
      expect(name.length).toBeGreaterThan(0)
      expect(name.length).toBeLessThanOrEqual(81)
      expect(name).not.toContain('\n')
      expect(name.isWellFormed()).toBe(true)
    }),
  )
})

test('name and number are required unless the type allows anonymous reports', () => {
  const who = { firstName: ' ', phone: '', isAnonymous: false }
  expect(reporterProblems(who, { anonymous: true })).toEqual({ firstName: 'form.required', phone: 'form.required' })
  expect(reporterProblems({ ...who, isAnonymous: true }, { anonymous: true })).toEqual({})
  expect(reporterProblems({ ...who, isAnonymous: true }, { anonymous: false })).toEqual({ isAnonymous: 'form.invalid' })
  expect(reporterProblems({ ...who, isAnonymous: true }, undefined)).toEqual({ isAnonymous: 'form.invalid' })
})

test("a public link's token differs in form from a member's", () => {
  expect(isPublicToken('p.abc')).toBe(true)
  fc.assert(
    fc.property(fc.stringMatching(/^[\w-]{43}$/), (token) => {
      expect(isPublicToken(token)).toBe(false)
    }),
  )
  expect(isPublicToken(null)).toBe(false)
})
