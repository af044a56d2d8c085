import { IconFlame } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { symbols } from './all-symbols.ts'
import { pathsOf } from './icon-paths.ts'

test('every symbol has strokes to draw on a canvas', () => {
  expect(Object.entries(symbols).filter(([, icon]) => pathsOf(icon).length === 0)).toEqual([])
  expect(pathsOf(IconFlame)[0]).toMatch(/^[Mm]/)
})
