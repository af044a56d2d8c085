import type { FeatureCollection } from 'geojson'
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import type { MapLanguage } from '../palette.ts'
import { placeFeatures, placeNamer, shapeFeatures } from './features.ts'
import {
  type PackedPlace,
  type PackedShapes,
  type PackedSquare,
  type Square,
  squareOf,
  squaresFromZoom,
} from './packed.ts'
import { worldSources } from './worldStyle.ts'

/** Addresses of the files that the build made, by their paths. */
const addresses = import.meta.glob<string>('../data/**/*.json', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})

const squares = Object.keys(addresses).flatMap((path) => {
  const name = path.match(/squares\/(.+)\.json$/)?.[1]
  return name ? [{ ...squareOf(name), path }] : []
})

/** Squares are fetched a little before they are needed. */
const earlierZoom = 0.5

/**
 * Fills the sources of the bundled world: names at once, outlines for the zoom and the part of the world in view.
 * Answers what stops it.
 */
export function feedWorld(map: MapLibre, language: MapLanguage, onProblem: (problem: unknown) => void): () => void {
  const stopped = new AbortController()
  const fetched = new Set<string>()
  const nameOf = placeNamer(language)

  /** Each file once; one that failed is asked for again at the next move. */
  async function once<T>(path: string, use: (data: T) => void) {
    const address = addresses[path]
    if (!address || fetched.has(path)) return
    fetched.add(path)
    try {
      const answer = await fetch(address, { signal: stopped.signal })
      if (!answer.ok) throw new Error(`${answer.status} for ${address}`)
      const data = (await answer.json()) as T
      if (!stopped.signal.aborted) use(data)
    } catch (problem) {
      if (stopped.signal.aborted) return
      fetched.delete(path)
      onProblem(problem)
    }
  }

  const source = (id: string) => map.getSource<GeoJSONSource>(id)
  const collection = (features: FeatureCollection['features']): FeatureCollection => ({
    type: 'FeatureCollection',
    features,
  })

  const look = () => {
    void once<PackedPlace[]>('../data/places.json', (places) =>
      source(worldSources.places)?.updateData({ add: placeFeatures(places, nameOf) }),
    )
    const zoom = map.getZoom()
    if (zoom < squaresFromZoom) {
      void once<PackedShapes>('../data/world.json', (world) =>
        source(worldSources.far)?.setData(collection(shapeFeatures(world, false))),
      )
    }
    if (zoom < squaresFromZoom - earlierZoom) return
    const bounds = map.getBounds()
    const view = { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() }
    for (const square of squares) {
      if (!isInView(square, view)) continue
      void once<PackedSquare>(square.path, (data) => {
        source(worldSources.near)?.updateData({ add: shapeFeatures(data, true) })
        source(worldSources.places)?.updateData({ add: placeFeatures(data.places, nameOf, smallPlaces) })
      })
    }
  }

  map.on('move', look)
  look()
  return () => {
    stopped.abort()
    map.off('move', look)
  }
}

/** Behind all ranks of the first file. */
const smallPlaces = 10_000

interface View {
  west: number
  south: number
  east: number
  north: number
}

/** The map repeats the world, so a view may reach past 180° either way. */
export function isInView({ west, south, side }: Square, view: View): boolean {
  if (south >= view.north || south + side <= view.south) return false
  const firstCopy = Math.floor((view.west - west - side) / 360) + 1
  return west + firstCopy * 360 < view.east
}
