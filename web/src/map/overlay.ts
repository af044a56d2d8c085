import type {
  CanvasSourceSpecification,
  LayerSpecification,
  Map as MapLibre,
  PointLike,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl'

/**
 * The drawing order of overlays, whatever is added first. Symbols of a higher level are also placed first: labels below
 * give way and are never drawn over them.
 */
export const levels = ['ground', 'people', 'things', 'selected'] as const
type Level = (typeof levels)[number]

export interface Overlay {
  sources: Record<string, SourceSpecification | CanvasSourceSpecification>
  layers: LayerSpecification[]
  level?: Level
}

/** An invisible layer at the lower edge of a level. */
const edgeOf = (level: Level) => `level-${level}`

/**
 * Adds the edges of all levels above a style's own layers. Adding them to a map one by one would check each with all
 * others.
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

/** Whether something is drawn here above the ground: an event, a member, a pin. */
export function isCovered(map: MapLibre, point: PointLike): boolean {
  const order = map.getLayersOrder()
  const layers = order.slice(order.indexOf(edgeOf('people')) + 1)
  return map.queryRenderedFeatures(point, { layers }).length > 0
}
