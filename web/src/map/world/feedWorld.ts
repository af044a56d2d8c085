import type { FeatureCollection } from 'geojson'
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { loadLabelFont } from '../labelFont.ts'
import type { MapLanguage } from '../palette.ts'
import type { LngLat } from '../view.ts'
import { type PlaceFeature, placeFeatures, placeNamer, shapeFeatures } from './features.ts'
import {
  type MapDataIndex,
  type PackedPlace,
  type PackedShapes,
  type PackedSquare,
  type Square,
  squareOf,
  squaresFromZoom,
} from './packed.ts'
import { worldSources } from './sources.ts'

/** Made by the build; absent in unit tests. */
const index = import.meta.glob<MapDataIndex>('../data/index.json', { import: 'default', eager: true })[
  '../data/index.json'
]
const addressOf = (name: string) => `${import.meta.env.BASE_URL}assets/data/${index?.version}/${name}.json`
const squares = (index?.squares ?? []).map((name) => ({ ...squareOf(name), name }))

/** Squares are fetched a little before they are needed. */
const earlierZoom = 0.5

/**
 * Fills the sources of the bundled world: names at once, outlines for the zoom and area in view. If something else hides
 * the world in the first view, it is loaded after that. Returns a function that stops it.
 */
export function feedWorld(
  map: MapLibre,
  language: MapLanguage,
  onProblem: (problem: unknown) => void,
  isHidden: (view: View, zoom: number) => boolean = () => false,
): () => void {
  const stopped = new AbortController()
  const fetched = new Set<string>()
  const nameOf = placeNamer(language)

  /** Loads each file once; a failed one is tried again at the next move. */
  async function once<T>(name: string, use: (data: T) => unknown) {
    if (fetched.has(name)) return
    fetched.add(name)
    try {
      const answer = await fetch(addressOf(name), { signal: stopped.signal })
      if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`)
      const data = (await answer.json()) as T
      if (!stopped.signal.aborted) await use(data)
    } catch (problem) {
      if (stopped.signal.aborted) return
      fetched.delete(name)
      onProblem(problem)
    }
  }

  const source = (id: string) => map.getSource<GeoJSONSource>(id)
  const collection = (features: FeatureCollection['features']): FeatureCollection => ({
    type: 'FeatureCollection',
    features,
  })

  /** Names in view wait for their letters. Those elsewhere are drawn later, when all letters are there. */
  const addPlaces = async (places: PlaceFeature[]) => {
    const bounds = map.getBounds()
    const seen = places.filter(({ geometry }) => bounds.contains(geometry.coordinates as LngLat))
    await loadLabelFont(seen.map(({ properties }) => properties.name).join(''), onProblem)
    if (!stopped.signal.aborted) source(worldSources.places)?.updateData({ add: places })
  }

  let isComplete = false
  const look = () => {
    const zoom = map.getZoom()
    const bounds = map.getBounds()
    const view = { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() }
    if (!isComplete && isHidden(view, zoom)) return
    void once<PackedPlace[]>('places', (places) => addPlaces(placeFeatures(places, nameOf)))
    if (zoom < squaresFromZoom) {
      void once<PackedShapes>('world', (world) =>
        source(worldSources.far)?.setData(collection(shapeFeatures(world, false))),
      )
    }
    if (zoom < squaresFromZoom - earlierZoom) return
    for (const square of squares) {
      if (!isInView(square, view)) continue
      void once<PackedSquare>(square.name, (data) => {
        source(worldSources.near)?.updateData({ add: shapeFeatures(data, true) })
        return addPlaces(placeFeatures(data.places, nameOf, smallPlaces))
      })
    }
  }

  const noteComplete = () => {
    isComplete = true
    look()
  }
  map.on('move', look)
  map.once('load', noteComplete)
  look()
  return () => {
    stopped.abort()
    map.off('move', look)
    map.off('load', noteComplete)
  }
}

/** After all ranks of the first file. */
const smallPlaces = 10_000

export interface View {
  west: number
  south: number
  east: number
  north: number
}

/** The map repeats the world, so a view may reach beyond 180° on either side. */
export function isInView({ west, south, side }: Square, view: View): boolean {
  if (south >= view.north || south + side <= view.south) return false
  const firstCopy = Math.floor((view.west - west - side) / 360) + 1
  return west + firstCopy * 360 < view.east
}
