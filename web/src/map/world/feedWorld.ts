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

  let waiting: PlaceFeature[] = []
  let area: View | undefined
  const addPlaces = (places: PlaceFeature[]) => {
    waiting = [...waiting, ...places]
    area = undefined
    return addPlacesAround(viewOf(map))
  }

  /**
   * Draws the places in and around the view: each costs this thread time before the map can draw it, and a view shows few
   * of the world's. Names in view wait for their letters. Those elsewhere are drawn later, when all letters are there.
   */
  const addPlacesAround = async (view: View) => {
    if (waiting.length === 0 || (area && isWithin(view, area))) return
    const around = widened(view)
    area = around
    const isIn =
      (box: View) =>
      ({ geometry }: PlaceFeature) =>
        isPointIn(geometry.coordinates as LngLat, box)
    const near = waiting.filter(isIn(around))
    waiting = waiting.filter((place) => !isIn(around)(place))
    const seen = near.filter(isIn(view))
    await loadLabelFont(seen.map(({ properties }) => properties.name).join(''), onProblem)
    if (!stopped.signal.aborted && near.length > 0) source(worldSources.places)?.updateData({ add: near })
  }

  let isComplete = false
  const look = () => {
    const zoom = map.getZoom()
    const view = viewOf(map)
    if (!isComplete && isHidden(view, zoom)) return
    void addPlacesAround(view)
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

const viewOf = (map: MapLibre): View => {
  const bounds = map.getBounds()
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() }
}

/** With as much again on each side. */
const widened = ({ west, south, east, north }: View): View => {
  const [width, height] = [east - west, north - south]
  return { west: west - width, south: south - height, east: east + width, north: north + height }
}

const isWithin = (inner: View, outer: View): boolean =>
  inner.west >= outer.west && inner.east <= outer.east && inner.south >= outer.south && inner.north <= outer.north

/** In any of the copies of the world. */
const isPointIn = ([lng, lat]: LngLat, { west, south, east, north }: View): boolean =>
  lat >= south && lat <= north && lng + Math.ceil((west - lng) / 360) * 360 <= east

/** The map repeats the world, so a view may reach beyond 180° on either side. */
export function isInView({ west, south, side }: Square, view: View): boolean {
  if (south >= view.north || south + side <= view.south) return false
  const firstCopy = Math.floor((view.west - west - side) / 360) + 1
  return west + firstCopy * 360 < view.east
}
