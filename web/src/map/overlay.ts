import type {
  CanvasSourceSpecification,
  LayerSpecification,
  Map as MapLibre,
  PointLike,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl'

/**
 * Drawing order of overlays, from bottom to top, whichever is added first. Symbols of a higher level are also placed
 * first: labels of lower levels give way to them.
 */
export const levels = ['ground', 'people', 'things', 'selected'] as const
type Level = (typeof levels)[number]

export interface Overlay {
  sources: Record<string, SourceSpecification | CanvasSourceSpecification>
  layers: LayerSpecification[]
  level?: Level
}

/** Id of the invisible layer that marks the lower edge of a level. */
const edgeOf = (level: Level) => `level-${level}`

/**
 * Adds the edges of all levels above a style's own layers. Adding them to a live map is slower: MapLibre checks each
 * added layer against all others.
 */
export const withLevels = (style: StyleSpecification): StyleSpecification => ({
  ...style,
  layers: [
    ...style.layers,
    ...levels.map((level) => ({
      id: edgeOf(level),
      type: 'background' as const,
      layout: { visibility: 'none' as const },
    })),
  ],
})

/**
 * Adds sources and layers above the basemap and returns a function that removes them, so that a layer is `useEffect(()
 * => addOverlay(map, …), [map])`.
 */
export function addOverlay(map: MapLibre, { sources, layers, level = 'things' }: Overlay): () => void {
  const above = levels[levels.indexOf(level) + 1]
  for (const [id, source] of Object.entries(sources)) map.addSource(id, source)
  for (const layer of layers) map.addLayer(layer, above && edgeOf(above))
  return () => {
    for (const { id } of layers) map.removeLayer(id)
    for (const id of Object.keys(sources)) map.removeSource(id)
  }
}

/** Whether an event, a member, a pin or other content above the `ground` level is drawn at this point. */
export function isCovered(map: MapLibre, point: PointLike): boolean {
  const order = map.getLayersOrder()
  const layers = order.slice(order.indexOf(edgeOf('people')) + 1)
  return map.queryRenderedFeatures(point, { layers }).length > 0
}
