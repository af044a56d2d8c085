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

test('it asks for nothing from the network', () => {
  const { glyphs, sprite, sources } = worldStyle('light', 'en')
  expect([glyphs, sprite]).toEqual([undefined, undefined])
  expect(Object.values(sources).map(({ type }) => type)).toEqual(['geojson', 'geojson', 'geojson'])
})

test('both themes have the same layers and paint the same properties', () => {
  const shape = (theme: 'light' | 'dark') =>
    worldLayers(theme, 'he').map(({ id, paint }) => [id, Object.keys(paint ?? {})])
  expect(shape('light')).toEqual(shape('dark'))
})
