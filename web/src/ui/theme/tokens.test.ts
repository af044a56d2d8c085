import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { contrast } from './colour.ts'
import { themeFor } from './theme.ts'

const ENOUGH = 4.5
const css = readFileSync(join(import.meta.dirname, 'ui.css'), 'utf8')
const { colors, white } = mergeMantineTheme(DEFAULT_THEME, themeFor())

/** The tokens of one theme from the stylesheet; references to Mantine colours are resolved. */
const tokensOf = (selector: string): Map<string, string> => {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? ''
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, resolved(value)]),
  )
}
const resolved = (value: string): string => {
  if (value === 'var(--mantine-color-white)') return white
  const [, colour = '', shade] = /^var\(--mantine-color-(\w+)-(\d)\)$/.exec(value) ?? []
  return colors[colour]?.[Number(shade)] ?? value
}

const inks = ['text', 'text-dim', 'state-new', 'state-progress', 'state-done', 'alert', 'warn', 'good']
const grounds = ['surface', 'surface-sunken', 'surface-hover']

describe.each([
  ['light', ':root'],
  ['dark', ":root[data-mantine-color-scheme='dark']"],
])('%s', (_theme, selector) => {
  const tokens = tokensOf(selector)
  const of = (name: string) => {
    expect(tokens.get(name), name).toMatch(/^#[\da-f]{3,6}$/i)
    const hex = tokens.get(name) ?? ''
    return hex.length === 4 ? hex.replace(/[^#]/g, (digit) => digit + digit) : hex
  }
  test.each(inks.flatMap((ink) => grounds.map((ground) => [ink, ground])))('%s is readable on %s', (ink, ground) => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(ENOUGH)
  })

  test('raised surfaces are distinct and readable', () => {
    expect(contrast(of('surface-raised'), of('surface-hover'))).toBeGreaterThan(1.1)
    expect(contrast(of('text'), of('surface-raised'))).toBeGreaterThanOrEqual(ENOUGH)
  })
})

test('themes use tokens, and no light-dark() remains for a chosen theme', () => {
  const folder = join(import.meta.dirname, '../..')
  const styles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  expect(styles.length).toBeGreaterThan(50)
  expect(styles.filter((file) => readFileSync(join(folder, file), 'utf8').includes('light-dark('))).toEqual([])
})

test('white is readable on red buttons', () => {
  expect(contrast(colors.red?.[6] ?? '', '#ffffff')).toBeGreaterThanOrEqual(ENOUGH)
})
