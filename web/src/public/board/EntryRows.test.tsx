import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cellOf } from '#contract'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { EntryRows } from './EntryRows.tsx'
import { coarseDistance, lengthText, numbered } from './public-board.ts'

afterEach(cleanup)

const cell = cellOf([34.98, 32.81], 500)
const types = [{ name: 'Flooding', translations: { he: { name: 'הצפה' } }, icon: 'ripple', colour: '#1c7ed6' }]
const entry = { type: 0, state: 'inProgress' as const, date: '2026-11-05', cell, text: 'The underpass is closed' }

test('an entry shows type, state, day and text', async () => {
  await startTestI18n('he')
  show(<EntryRows label="רשימה" types={types} entries={numbered([entry])} />)
  expect(screen.getByText('הצפה')).toBeDefined()
  expect(screen.getByText('בטיפול')).toBeDefined()
  expect(screen.getByText('The underpass is closed')).toBeDefined()
  expect(document.querySelector('time')?.dateTime).toBe('2026-11-05')
  expect(screen.getByText(/^05 .* 2026$/)).toBeDefined()
})

test('a distance is rounded to the cell size, at least one cell', async () => {
  const t = await startTestI18n('en')
  const [west, south] = cell
  expect(coarseDistance(cell, [west, south], 500)).toBe(500)
  expect(coarseDistance(cell, [34.98, 32.82], 500) % 500).toBe(0)
  expect([lengthText(500, t), lengthText(1500, t)]).toEqual(['500 m', '1.5 km'])
})
