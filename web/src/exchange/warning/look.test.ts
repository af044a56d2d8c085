import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { warningSeverities } from '#contract'
import { palettes } from '../../map/palette.ts'
import { contrast } from '../../testing/contrast.ts'
import { lineColours, ranks } from './look.ts'

const css = readFileSync(join(import.meta.dirname, 'Severity.module.css'), 'utf8')
const dark = ":root[data-mantine-color-scheme='dark'] "
const surfaces = { light: '#ffffff', dark: '#242424' }

test.each(warningSeverities)('%s has the same colour in lists and on the map, readable on both', (severity) => {
  for (const theme of ['light', 'dark'] as const) {
    const colour = lineColours[theme][severity]
    expect(css).toContain(
      `${theme === 'dark' ? `\n${dark}` : '\n'}[data-severity='${severity}'] {\n  --severity: ${colour};`,
    )
    expect(contrast(colour, palettes[theme].land)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colour, surfaces[theme])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colour, theme === 'dark' ? '#101217' : '#ffffff')).toBeGreaterThanOrEqual(4.5)
  }
})

test('severities rank as in the contract', () => {
  const byRank = [...warningSeverities].sort((a, b) => ranks[b] - ranks[a])
  expect(byRank).toEqual(warningSeverities)
})
