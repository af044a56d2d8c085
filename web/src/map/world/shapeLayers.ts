import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import { byZoom } from '../expressions.ts'
import type { Palette } from '../palette.ts'
import type { ShapeKind } from './features.ts'
import { squaresFromZoom } from './packed.ts'
import { worldLayer, worldSources } from './sources.ts'

const is = (kind: ShapeKind): ExpressionSpecification => ['==', ['get', 'kind'], kind]

export function shapeLayers(distance: 'far' | 'near', colours: Palette): LayerSpecification[] {
  const from = { source: worldSources[distance], 'source-layer': worldLayer }
  const range = distance === 'far' ? { maxzoom: squaresFromZoom } : { minzoom: squaresFromZoom }
  const round = { 'line-join': 'round', 'line-cap': 'round' } as const
  const shoreWidth = byZoom(0, 0.4, 5, 0.9, 9, 1.2, 13, 2)
  return [
    {
      id: `land-${distance}`,
      type: 'fill',
      ...from,
      ...range,
      filter: is('land'),
      paint: { 'fill-color': colours.land },
    },
    {
      id: `coast-${distance}`,
      type: 'line',
      ...from,
      ...range,
      filter: is(distance === 'far' ? 'land' : 'coast'),
      layout: round,
      paint: { 'line-color': colours.coast, 'line-width': shoreWidth },
    },
    {
      id: `state-${distance}`,
      type: 'line',
      ...from,
      minzoom: 3,
      ...range,
      filter: is('state'),
      layout: round,
      paint: {
        'line-color': colours.state,
        'line-width': byZoom(3, 0.6, 7, 1.2),
        'line-opacity': byZoom(3, 0, 3.5, 1),
      },
    },
    {
      id: `lake-${distance}`,
      type: 'fill',
      ...from,
      ...range,
      filter: is('lake'),
      paint: { 'fill-color': colours.water },
    },
    {
      id: `shore-${distance}`,
      type: 'line',
      ...from,
      ...range,
      filter: is(distance === 'far' ? 'lake' : 'shore'),
      layout: round,
      paint: { 'line-color': colours.coast, 'line-width': shoreWidth },
    },
    {
      id: `border-${distance}`,
      type: 'line',
      ...from,
      ...range,
      filter: is('border'),
      layout: round,
      paint: {
        'line-color': colours.border,
        'line-width': byZoom(0, 0.4, 5, 1, 9, 1.6),
        'line-opacity': byZoom(0, 0.5, 3, 0.9),
      },
    },
  ]
}
