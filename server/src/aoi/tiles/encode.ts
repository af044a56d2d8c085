import { fromVectorTileJs, type VectorTileFeatureLike, type VectorTileLayerLike } from '@maplibre/vt-pbf'
import { tileLayers } from '#contract'
import { EXTENT, type Feature, type Features } from './features.ts'

/** As a Mapbox vector tile, version 2. An empty one has no bytes. */
export const encode = ({ clusters, points }: Features): Buffer => {
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
  extent: EXTENT,
  length: features.length,
  feature: (index) => {
    const { id, place, properties } = features[index] as Feature<Properties>
    const [x, y] = place
    // Of a point nothing but its coordinates is read.
    return { type: 1, id, properties, extent: EXTENT, loadGeometry: () => [[{ x, y }]] as Geometry }
  },
})
