import { fromVectorTileJs, type VectorTileFeatureLike, type VectorTileLayerLike } from '@maplibre/vt-pbf'
import { tileLayers } from '#contract'
import { type Feature, type Features, TILE_EXTENT } from './features.ts'

export const encodeTile = ({ clusters, points }: Features): Buffer => {
  const layers: Record<string, VectorTileLayerLike> = {}
  if (clusters.length > 0) layers[tileLayers.clusters] = layerOf(tileLayers.clusters, clusters)
  if (points.length > 0) layers[tileLayers.points] = layerOf(tileLayers.points, points)
  return Buffer.from(fromVectorTileJs({ layers }))
}

type Properties = VectorTileFeatureLike['properties']
type Geometry = ReturnType<VectorTileFeatureLike['loadGeometry']>

const layerOf = (name: string, features: Feature<Properties>[]): VectorTileLayerLike => ({
  version: 2,
  name,
  extent: TILE_EXTENT,
  length: features.length,
  feature: (index) => {
    const { id, place, properties } = features[index] as Feature<Properties>
    const [x, y] = place
    // The encoder reads only a point's coordinates.
    return { type: 1, id, properties, extent: TILE_EXTENT, loadGeometry: () => [[{ x, y }]] as Geometry }
  },
})
