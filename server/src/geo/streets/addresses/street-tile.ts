import { LRUCache } from 'lru-cache'
import { readVectorTile, type TileFeature } from '../archive/vector-tile.ts'
import type { Area } from '../library.ts'
import { type Frame, frameOf, type MapPoint } from './geometry.ts'

export type Names = { local: string; en: string; he: string }
export type Road = { names: Names; kind: string; line: Float64Array; frame: Frame }
export type House = MapPoint & { number: string }
export type Place = MapPoint & { names: Names; kind: string; detail: string; population: number }

/** Address data of one tile. Houses and places lie inside the tile; roads extend slightly beyond it. */
export type StreetTile = { roads: Road[]; houses: House[]; places: Place[] }

const MAX_NAME = 200

const textOf = ({ properties }: TileFeature, key: string): string | undefined => {
  const value = properties[key]
  if (typeof value !== 'string') return undefined
  // Control characters are replaced, because they separate names in the index.
  return (
    value
      .slice(0, MAX_NAME)
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim() || undefined
  )
}

/**
 * Names in the same language as on the map (web/src/map/streets/names.ts): the reader's language, else English if the
 * local script is foreign.
 */
const namesOf = (feature: TileFeature): Names | undefined => {
  const local = textOf(feature, 'name')
  if (local === undefined) return undefined
  const english = textOf(feature, 'name:en') ?? local
  const script = textOf(feature, 'script')
  const otherwise = script === undefined || script === 'Hebrew' ? local : english
  return { local, en: english, he: textOf(feature, 'name:he') ?? otherwise }
}

/** Roads with addresses or crossings; ferries and railways also have names. */
const roadKinds = new Set(['highway', 'major_road', 'minor_road', 'path', 'other'])
const pointKinds = new Set(
  'hospital clinic shelter assembly_point fire_station police school university college station bus_station ferry_terminal park'.split(
    ' ',
  ),
)
const layers = new Set(['roads', 'buildings', 'places', 'pois'])

const isInside = (value: number) => value >= 0 && value < 1

export const readStreetTile = (bytes: Buffer, z: number, x: number, y: number): StreetTile => {
  const tile: StreetTile = { roads: [], houses: [], places: [] }
  const size = 2 ** z
  const pointOf = ({ parts }: TileFeature): MapPoint | undefined => {
    const [[px = -1, py = -1] = []] = parts()
    return isInside(px) && isInside(py) ? { x: (x + px) / size, y: (y + py) / size } : undefined
  }
  const addRoad = (feature: TileFeature) => {
    const kind = textOf(feature, 'kind') ?? ''
    const names = feature.type === 'line' && roadKinds.has(kind) ? namesOf(feature) : undefined
    if (!names) return
    for (const part of feature.parts()) {
      const line = part.map((value, index) => ((index % 2 === 0 ? x : y) + value) / size)
      if (line.length >= 4) tile.roads.push({ names, kind, line, frame: frameOf(line) })
    }
  }
  const addHouse = (feature: TileFeature) => {
    const number = feature.type === 'point' ? textOf(feature, 'addr_housenumber') : undefined
    const at = number === undefined ? undefined : pointOf(feature)
    if (at && number !== undefined) tile.houses.push({ ...at, number })
  }
  const addPlace = (feature: TileFeature, layer: string) => {
    const kind = textOf(feature, 'kind') ?? ''
    if (feature.type !== 'point' || (layer === 'pois' && !pointKinds.has(kind))) return
    const names = namesOf(feature)
    const at = names && pointOf(feature)
    if (!names || !at) return
    const detail = textOf(feature, 'kind_detail') ?? ''
    tile.places.push({ ...at, names, kind, detail, population: Number(feature.properties.population) || 0 })
  }
  for (const { name, features } of readVectorTile(bytes, (layer) => layers.has(layer)))
    for (const feature of features) {
      if (name === 'roads') addRoad(feature)
      else if (name === 'buildings') addHouse(feature)
      else addPlace(feature, name)
    }
  return tile
}

const none: StreetTile = { roads: [], houses: [], places: [] }

export type StreetTiles = ReturnType<typeof openStreetTiles>

/** The deepest tiles of an archive, which contain all streets; up to `most` are cached. */
export const openStreetTiles = (archive: Area['archive'], most: number) => {
  const zoom = archive.header.maxZoom
  const cache = new LRUCache<number, Promise<StreetTile>>({ max: most })

  const load = async (x: number, y: number): Promise<StreetTile> => {
    const bytes = await archive.unpackedTile(zoom, x, y)
    return bytes ? readStreetTile(bytes, zoom, x, y) : none
  }
  const tile = (x: number, y: number): Promise<StreetTile> => {
    const key = x * 2 ** zoom + y
    const cached = cache.get(key)
    if (cached) return cached
    const loading = load(x, y)
    cache.set(key, loading)
    loading.catch(() => cache.delete(key))
    return loading
  }
  return {
    zoom,
    tile,
    async around({ x, y }: MapPoint, reach: number): Promise<StreetTile[]> {
      const size = 2 ** zoom
      const [left, right, top, bottom] = [x - reach, x + reach, y - reach, y + reach].map((value) =>
        Math.max(0, Math.min(size - 1, Math.floor(value * size))),
      ) as [number, number, number, number]
      const tiles: StreetTile[] = []
      for (let column = left; column <= right; column++)
        for (let row = top; row <= bottom; row++) tiles.push(await tile(column, row))
      return tiles
    },
  }
}
