import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { TileCluster, TilePoint, tileLayers } from '#contract'
import type { Tile } from '../grid.ts'

export const readTile = (bytes: Uint8Array) => {
  const { layers } = new VectorTile(new PbfReader(bytes))
  const featuresOf = <T>(name: string, parse: (properties: unknown) => T) => {
    const layer = layers[name]
    if (!layer) return []
    return Array.from({ length: layer.length }, (_, index) => {
      const feature = layer.feature(index)
      const [place] = feature.loadGeometry().flat()
      return { featureId: feature.id, x: place?.x ?? -1, y: place?.y ?? -1, ...parse({ ...feature.properties }) }
    })
  }
  return {
    clusters: featuresOf(tileLayers.clusters, (properties) => TileCluster.parse(properties)),
    points: featuresOf(tileLayers.points, (properties) => TilePoint.parse(properties)),
  }
}

export type ReadTile = ReturnType<typeof readTile>

export const countIn = ({ clusters, points }: ReadTile) => {
  const count = { new: 0, inProgress: 0, done: 0 }
  for (const { state } of points) count[state]++
  for (const cluster of clusters)
    for (const state of ['new', 'inProgress', 'done'] as const) count[state] += cluster[state]
  return count
}

export const tileAt = (z: number, lng: number, lat: number): Tile => {
  const width = 2 ** z
  const north = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))
  const y = Math.floor(((1 - north / Math.PI) / 2) * width)
  return { z, x: Math.floor(((lng + 180) / 360) * width), y: Math.max(0, Math.min(width - 1, y)) }
}
