import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { expect, test } from 'vitest'
import { tilesLayers, tilesSource } from './tilesLayers.ts'

test.each([
  ['light', 'en'],
  ['dark', 'he'],
] as const)('the layers of a tiles file need no network: %s, %s', (theme, language) => {
  const layers = tilesLayers(theme, language)
  const problems = validateStyleMin({
    version: 8,
    sources: { [tilesSource]: { type: 'vector', url: 'pmtiles://x' } },
    layers,
  })
  expect(problems).toEqual([])
  const text = JSON.stringify(layers)
  expect(text).not.toContain('icon-image')
  expect(text).not.toContain('http')
  expect(text).toContain(`name:${language}`)
})

test('both themes have the same layers, so that one can be painted as the other', () => {
  const ids = (theme: 'light' | 'dark') => tilesLayers(theme, 'en').map(({ id }) => id)
  expect(ids('light')).toEqual(ids('dark'))
})
