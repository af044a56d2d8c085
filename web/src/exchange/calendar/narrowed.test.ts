import { expect, test } from 'vitest'
import type { CalendarFilter } from './data.ts'
import { isNarrowed } from './narrowed.ts'

test('a calendar is narrowed by a search, a type or a community, and not without them', () => {
  const whole: CalendarFilter[] = [{}, { type: 'all', search: '', community: undefined }]
  expect(whole.map(isNarrowed)).toEqual([false, false])
  const narrow: CalendarFilter[] = [{ search: 'flood' }, { type: 'new' }, { type: 'all', community: 'c1' }]
  expect(narrow.map(isNarrowed)).toEqual([true, true, true])
})
