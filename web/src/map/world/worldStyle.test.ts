import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { expect, test } from 'vitest'
import { worldLayers, worldStyle } from './worldStyle.ts'

test.each([
  ['light', 'en'],
  ['light', 'he'],
  ['dark', 'en'],
  ['dark', 'he'],
] as const)('the style of the bundled world is valid: %s, %s', (theme, language) => {
  expect(validateStyleMin(worldStyle(theme, language))).toEqual([])
})

test('the style requests no other host: its tiles are made in the worker', () => {
  const { glyphs, sprite, sources } = worldStyle('light', 'en')
  expect([glyphs, sprite]).toEqual([undefined, undefined])
  const tiles = Object.values(sources).flatMap((source) => ('tiles' in source ? source.tiles : undefined))
  expect(tiles).toEqual(['far', 'near', 'places'].map((name) => `world://${name}/en/{z}/{x}/{y}`))
})

test('both themes have the same layers and paint the same properties', () => {
  const shape = (theme: 'light' | 'dark') =>
    worldLayers(theme, 'he').map(({ id, paint }) => [id, Object.keys(paint ?? {})])
  expect(shape('light')).toEqual(shape('dark'))
})
