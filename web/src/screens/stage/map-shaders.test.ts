import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import type { LayerSpecification } from 'maplibre-gl'
import { expect, test } from 'vitest'
import { aoiLayers, selectedLayer } from '../../core/aoi/map/layers.ts'
import { withLevels } from '../../map/overlay.ts'
import { worldLayers, worldStyle } from '../../map/world/worldStyle.ts'
import { memberLayers } from '../../people/user/map/layers.ts'

const layers = [
  ...worldLayers('light', 'en'),
  ...aoiLayers('general', 'light', undefined),
  selectedLayer('general', 'light'),
  ...memberLayers('light'),
]

/** Shader program of a layer: its type, and data-driven paint properties. */
const programOf = ({ type, paint = {} }: LayerSpecification): string => {
  const byFeature = Object.entries(paint).filter(([, value]) => JSON.stringify(value).includes('"get"'))
  return [type, ...byFeature.map(([name]) => name)].join(' ')
}

test('the workspace map uses four kinds of shaders', () => {
  expect([...new Set(layers.map(programOf))].toSorted()).toEqual(['background', 'fill', 'line', 'symbol'])
})

test('layers above the world are valid, since MapLibre skips validation of our style', () => {
  const sources = new Set(layers.flatMap((layer) => ('source' in layer ? [layer.source] : [])))
  const world = withLevels(worldStyle('light', 'en'))
  const added = [...sources].filter((source) => !(source in world.sources))
  const tiles = { type: 'vector' as const, tiles: ['http://localhost/{z}/{x}/{y}'] }
  const points = { type: 'geojson' as const, data: { type: 'FeatureCollection' as const, features: [] } }
  const style = {
    ...world,
    sources: {
      ...world.sources,
      ...Object.fromEntries(added.map((source) => [source, source.endsWith('tiles') ? tiles : points])),
    },
    layers: [...world.layers, ...layers.slice(worldLayers('light', 'en').length)],
  }
  expect(validateStyleMin(style)).toEqual([])
})
