import type { CanvasSourceSpecification, LayerSpecification, Map as MapLibre, SourceSpecification } from 'maplibre-gl'

export interface Overlay {
  sources: Record<string, SourceSpecification | CanvasSourceSpecification>
  layers: LayerSpecification[]
}

/**
 * Adds sources and layers above the basemap and answers what takes them away again, so that a layer is
 * `useEffect(() => addOverlay(map, …), [map])`.
 */
export function addOverlay(map: MapLibre, { sources, layers }: Overlay): () => void {
  for (const [id, source] of Object.entries(sources)) map.addSource(id, source)
  for (const layer of layers) map.addLayer(layer)
  return () => {
    for (const { id } of layers) map.removeLayer(id)
    for (const id of Object.keys(sources)) map.removeSource(id)
  }
}
