import { expect, test } from 'vitest'
import { contrast } from '../testing/contrast.ts'
import { palettes } from './palette.ts'

test.each(['light', 'dark'] as const)('names can be read on the %s map', (theme) => {
  const { land, water, label, labelDim, labelHalo, waterLabel } = palettes[theme]
  const pairs = [
    contrast(label, land),
    contrast(labelDim, land),
    contrast(labelDim, labelHalo),
    // Labels of bridges and coastal towns cross water.
    contrast(label, water),
    contrast(labelDim, water),
    contrast(waterLabel, water),
  ]
  expect(Math.min(...pairs)).toBeGreaterThanOrEqual(4.5)
})
