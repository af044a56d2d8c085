import { expect, test } from 'vitest'
import { importReasonText } from './texts.ts'

test('an English reason continues the name of its field', () => {
  expect(importReasonText('en', { code: 'outside', field: 'lat', value: '950' })).toBe(
    'Latitude isn’t on the map. Check the columns, and convert other projections to WGS 84. (“950”)',
  )
})

test('a Hebrew reason is a sentence after its field, and a reason about the row has no field', () => {
  expect(importReasonText('he', { code: 'missing', field: 'address' })).toBe('כתובת: הערך חסר. מלאו אותו.')
  expect(importReasonText('he', { code: 'extraCells', field: 'row' })).toMatch(/^בשורה יותר ערכים/)
})
