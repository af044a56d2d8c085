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

test('themes use tokens, and no style sheet uses light-dark()', () => {
  const folder = join(import.meta.dirname, '../..')
  const styles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  expect(styles.length).toBeGreaterThan(50)
  expect(styles.filter((file) => readFileSync(join(folder, file), 'utf8').includes('light-dark('))).toEqual([])
})

test.each(['#1f5fbf', '#ffec99', '#000000', '#c92a2a'])(
  'in the dark theme a tinted button of %s is lighter than the surface, and its text readable',
  (primary) => {
    const shades = themeFor(primary).colors?.primary ?? []
    const [, shade, percent] =
      /-primary-light: color-mix\(in srgb, var\(--mantine-color-primary-(\d)\) (\d+)%, var\(--surface\)\)/.exec(css) ??
      []
    const surface = colors.dark?.[7] ?? ''
    const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
    const share = Number(percent) / 100
    const tint = [1, 3, 5].map((at) => part(shades[Number(shade)] ?? '', at) * share + part(surface, at) * (1 - share))
    const hex = `#${tint.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
    expect(contrast(hex, surface)).toBeGreaterThan(1.25)
    expect(contrast(shades[0] ?? '', hex)).toBeGreaterThanOrEqual(ENOUGH)
  },
)

test('white is readable on red buttons', () => {
  expect(contrast(colors.red?.[6] ?? '', '#ffffff')).toBeGreaterThanOrEqual(ENOUGH)
})
