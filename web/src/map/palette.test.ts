import { expect, test } from 'vitest'
import { palettes } from './palette.ts'

const light = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** As WCAG counts it. */
const contrast = (a: string, b: string): number => {
  const [brighter = 0, darker = 0] = [light(a), light(b)].sort((x, y) => y - x)
  return (brighter + 0.05) / (darker + 0.05)
}

test.each(['light', 'dark'] as const)('names can be read on the %s map', (theme) => {
  const { land, water, label, labelDim, labelHalo, waterLabel } = palettes[theme]
  const pairs = [
    contrast(label, land),
    contrast(labelDim, land),
    contrast(labelDim, labelHalo),
    contrast(waterLabel, water),
  ]
  expect(Math.min(...pairs)).toBeGreaterThanOrEqual(4.5)
})
