import { geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { MapLanguage } from '../palette.ts'
import { type PlaceFeature, placeFeatures, placeNamer, type ShapeFeature, shapeFeatures } from './features.ts'
import { type PackedPlace, type PackedShapes, type PackedSquare, type Point, squaresFromZoom } from './packed.ts'
import { lastTileZoom, type TileRequest, worldLayer } from './sources.ts'
import { isInView, type NamedSquare, type View } from './squares.ts'

/** Side of a tile in MapLibre's units. */
const EXTENT = 8192
const TILE_PX = 512
const px = (pixels: number) => (pixels * EXTENT) / TILE_PX

const common = { extent: EXTENT, clip: true, wrap: true }
const cuts = {
  far: { ...common, maxZoom: squaresFromZoom, tolerance: px(0.25), buffer: px(128) },
  near: { ...common, maxZoom: lastTileZoom, tolerance: px(0.25), buffer: px(32) },
  // No buffer: the neighbouring tile draws the names beyond the edge.
  places: { ...common, maxZoom: lastTileZoom, buffer: 0 },
} as const

/** First rank of places in squares, higher than any rank in the file of the whole world. */
const smallPlaces = 10_000

type LoadFile = <T>(name: string) => Promise<T>
type WorldFeature = ShapeFeature | PlaceFeature
type Boxed = { feature: WorldFeature; box: View }

export interface WorldTile {
  bytes: ArrayBuffer
  names: string[]
}

export function worldTiles(load: LoadFile, squares: readonly NamedSquare[]) {
  const once = remember()
  const file = <T>(name: string) => once(name, () => load<T>(name))
  const far = () => once('far', async () => shapeFeatures(await file<PackedShapes>('world'), false).map(boxed))
  const near = (square: string) =>
    once(`near ${square}`, async () => shapeFeatures(await file<PackedSquare>(square), true).map(boxed))
  const places = (language: MapLanguage) =>
    once(`places ${language}`, async () =>
      placeFeatures(await file<PackedPlace[]>('places'), placeNamer(language)).map(boxed),
    )
  const placesIn = (square: string, language: MapLanguage) =>
    once(`places ${language} ${square}`, async () => {
      const { places } = await file<PackedSquare>(square)
      return placeFeatures(places, placeNamer(language), smallPlaces).map(boxed)
    })

  const squaresIn = (tile: TileRequest) => {
    if (tile.z < squaresFromZoom) return []
    const view = viewOf(tile, LINE_PX)
    return squares.filter((square) => isInView(square, view)).map(({ name }) => name)
  }
  const featuresFor = (tile: TileRequest): Promise<Boxed[]>[] => {
    if (tile.source === 'far') return [far()]
    if (tile.source === 'near') return squaresIn(tile).map(near)
    return [places(tile.language), ...squaresIn(tile).map((square) => placesIn(square, tile.language))]
  }

  return async (tile: TileRequest): Promise<WorldTile> => {
    const { source, z, x, y } = tile
    const view = viewOf(tile, (cuts[source].buffer * TILE_PX) / EXTENT)
    const features = (await Promise.all(featuresFor(tile)))
      .flat()
      .filter(({ feature, box }) => isInView(box, view) && isShownAt(z, feature))
      .map(({ feature }) => feature)
    const layer = geoJSONToTile({ type: 'FeatureCollection', features }, z, x, y, cuts[source])
    const bytes = fromGeojsonVt({ [worldLayer]: layer }, { version: 2, extent: EXTENT })
    return { bytes: bytes.slice().buffer, names: layer.features.flatMap(({ tags }) => tags?.name ?? []) }
  }
}

/** Memoises work by key; failed work is repeated on the next use. */
const remember = () => {
  const results = new Map<string, Promise<unknown>>()
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const known = results.get(name)
    if (known) return known as Promise<T>
    const result = work()
    results.set(name, result)
    result.catch(() => results.delete(name))
    return result
  }
}

/** Omits names that the tile never shows. The last tiles are enlarged at higher zooms, so they keep all names. */
const isShownAt = (zoom: number, { properties }: WorldFeature): boolean =>
  !('fromZoom' in properties) || zoom >= lastTileZoom || properties.fromZoom <= zoom

const boxed = (feature: WorldFeature): Boxed => {
  const { type, coordinates } = feature.geometry
  const points = (type === 'Point' ? [coordinates] : type === 'LineString' ? coordinates : coordinates[0]) as Point[]
  const box = { west: 360, south: 90, east: -360, north: -90 }
  for (const [x, y] of points) {
    box.west = Math.min(box.west, x)
    box.south = Math.min(box.south, y)
    box.east = Math.max(box.east, x)
    box.north = Math.max(box.north, y)
  }
  return { feature, box }
}

/** Lines of a neighbouring square reach into a tile by half their width. */
const LINE_PX = 4

const viewOf = ({ z, x, y }: TileRequest, aroundPx: number): View => {
  const around = aroundPx / TILE_PX
  const longitude = (column: number) => (column / 2 ** z) * 360 - 180
  const latitude = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI
  return {
    west: longitude(x - around),
    south: latitude(y + 1 + around),
    east: longitude(x + 1 + around),
    north: latitude(y - around),
  }
}
