import { tileIdToZxy, zxyToTileId } from 'pmtiles'
import { nameText } from '../../places/city-columns.ts'
import { fold } from '../../places/fold.ts'
import type { ArchiveFile } from '../archive/file.ts'
import { unpack } from '../archive/reader.ts'
import { readVectorTile } from '../archive/vector-tile.ts'
import { StreetsError } from '../error.ts'
import { type MapPoint, metresAt, toLngLat } from './geometry.ts'
import { type AddressColumns, DETAIL_SCALE, type StreetDetail } from './index-file.ts'
import { nearestRoad } from './nearest-road.ts'
import { openSettlements, type Settlement, type Village } from './settlements.ts'
import { type House, type Names, openStreetTiles, type Place, type Road, readStreetTile, type StreetTile } from './street-tile.ts' // biome-ignore format: one line

/** Upper bound on tiles; a country of the size of France has fewer. */
const MAX_TILES = 3_000_000
const CACHED_TILES = 256
const PLACES_ZOOM = 13
/** A house farther from every named road than this has no address; in metres. */
const HOUSE_REACH = 150
/** Within this distance, equal numbers on one street are one house, mapped as building and entrance; in metres. */
const SAME_HOUSE = 40
/** Settlements are looked up once per cell of about 300 m. */
const CELLS = 2 ** 17

type Entry = {
  names: Names
  weight: number
  isStreet: boolean
  settlement: number
  x: number
  y: number
  points: number
  detail: StreetDetail
}

const roadWeights: Record<string, number> = { major_road: 4, minor_road: 3, highway: 3, other: 2, path: 1 }
const settlementKinds = new Set(['city', 'town', 'village', 'hamlet'])
const placeWeights: Record<string, number> = { city: 9, town: 8, village: 7, hamlet: 6 }
const weightOfPlace = ({ kind, detail }: Place) =>
  placeWeights[detail] ?? (kind === 'neighbourhood' || kind === 'macrohood' || kind === 'locality' ? 5 : 3)

const tilesOf = async (archive: ArchiveFile, zoom: number): Promise<number[]> => {
  const first = zxyToTileId(zoom, 0, 0)
  const end = zxyToTileId(zoom + 1, 0, 0)
  const ids: number[] = []
  for await (const { tileId, runLength } of archive.entries()) {
    if (tileId + runLength <= first || tileId >= end) continue
    if (ids.length + runLength > MAX_TILES) throw new StreetsError('tooLarge')
    for (let id = Math.max(first, tileId); id < Math.min(end, tileId + runLength); id++) ids.push(id)
  }
  return ids
}

const collectVillages = async (archive: ArchiveFile): Promise<Village[]> => {
  const zoom = Math.min(PLACES_ZOOM, archive.header.maxZoom)
  const villages = new Map<string, Village>()
  for (const id of await tilesOf(archive, zoom)) {
    const [z, x, y] = tileIdToZxy(id)
    const stored = await archive.tile(z, x, y)
    if (!stored) continue
    const bytes = await unpack(stored, archive.header.tileCompression)
    if (readVectorTile(bytes, (layer) => layer === 'places').length === 0) continue
    for (const { names, kind, detail, population, ...at } of readStreetTile(bytes, z, x, y).places)
      if (kind === 'locality' && settlementKinds.has(detail)) {
        const point = toLngLat(at)
        villages.set(`${names.local} ${point.map((degrees) => degrees.toFixed(2))}`, { en: names.en, he: names.he, at: point, population }) // biome-ignore format: one line
      }
  }
  return [...villages.values()]
}

const scaled = (value: number) => Math.round(value * DETAIL_SCALE)

/** A line as a start point and deltas, which encode shorter. */
const stepsOf = (line: Float64Array): number[] => {
  const whole = Array.from(line, scaled)
  return whole.map((value, index) => (index < 2 ? value : value - (whole[index - 2] ?? 0)))
}

const middleOf = (line: Float64Array): MapPoint => {
  const at = Math.floor(line.length / 4) * 2
  return { x: line[at] ?? 0, y: line[at + 1] ?? 0 }
}

/** The vertex closest to the street's middle, because the middle may lie beside the street. */
const pointOn = ({ x, y, points, detail: { lines } }: Entry): MapPoint => {
  const middle = { x: x / points, y: y / points }
  let best = middle
  let least = Number.POSITIVE_INFINITY
  for (const line of lines) {
    let atX = 0
    let atY = 0
    for (let index = 0; index + 1 < line.length; index += 2) {
      atX += line[index] ?? 0
      atY += line[index + 1] ?? 0
      const distance = Math.hypot(atX / DETAIL_SCALE - middle.x, atY / DETAIL_SCALE - middle.y)
      if (distance < least) [least, best] = [distance, { x: atX / DETAIL_SCALE, y: atY / DETAIL_SCALE }]
    }
  }
  return best
}

const columnsOf = (
  key: string,
  entries: readonly Entry[],
  settlements: Settlement[],
  villages: Village[],
): { columns: AddressColumns; details: Buffer[] } => {
  const spellings = entries.flatMap(({ names }, number) =>
    [...new Set([names.local, names.en, names.he].map(fold))].filter(Boolean).map((text) => ({ text, number })),
  )
  const points = entries.map((entry) => (entry.isStreet ? pointOn(entry) : { x: entry.x, y: entry.y }))
  const details = entries.map(({ isStreet, detail }) => Buffer.from(isStreet ? JSON.stringify(detail) : ''))
  const detailAt = new Float64Array(entries.length)
  for (let index = 1; index < details.length; index++)
    detailAt[index] = (detailAt[index - 1] ?? 0) + (details[index - 1]?.length ?? 0)
  const columns: AddressColumns = {
    key,
    streets: entries.filter(({ isStreet }) => isStreet).length,
    houses: entries.reduce((sum, { detail }) => sum + detail.houses.length, 0),
    en: nameText(entries.map(({ names }) => names.en)),
    he: nameText(entries.map(({ names }) => (names.he === names.en ? '' : names.he))),
    spellings: nameText(spellings.map(({ text }) => text)),
    spellingOf: Uint32Array.from(spellings, ({ number }) => number),
    weight: Uint8Array.from(entries, ({ weight }) => weight),
    isStreet: Uint8Array.from(entries, ({ isStreet }) => Number(isStreet)),
    x: Float64Array.from(points, ({ x }) => x),
    y: Float64Array.from(points, ({ y }) => y),
    settlement: Uint32Array.from(entries, ({ settlement }) => settlement),
    settlements,
    villages,
    detailAt,
    detailBytes: Uint32Array.from(details, ({ length }) => length),
  }
  return { columns, details }
}

export const buildAddresses = async (archive: ArchiveFile, key: string, onProgress: (part: number) => void) => {
  const villages = await collectVillages(archive)
  const settlementAt = await openSettlements(villages)
  const tiles = openStreetTiles(archive, CACHED_TILES)
  const entries = new Map<string, Entry>()
  const settlements: Settlement[] = [{ en: '', he: '', country: '' }]
  const numbers = new Map<string, number>()
  const cells = new Map<number, number>()

  const settlementOf = (point: MapPoint): number => {
    const cell = Math.floor(point.x * CELLS) * CELLS + Math.floor(point.y * CELLS)
    const cached = cells.get(cell)
    if (cached !== undefined) return cached
    const settlement = settlementAt(toLngLat(point))
    const name = settlement ? `${settlement.country} ${settlement.en}` : ''
    const number = settlement ? (numbers.get(name) ?? settlements.push(settlement) - 1) : 0
    numbers.set(name, number)
    cells.set(cell, number)
    return number
  }
  const entryFor = (names: Names, point: MapPoint, weight: number, isStreet: boolean): Entry => {
    const settlement = settlementOf(point)
    const name = `${Number(isStreet)} ${settlement} ${names.local}`
    const entry = entries.get(name) ?? { names, weight, isStreet, settlement, x: 0, y: 0, points: 0, detail: { houses: [], lines: [] } } // biome-ignore format: one line
    entries.set(name, entry)
    entry.weight = Math.max(entry.weight, weight)
    return entry
  }
  const streetOf = ({ names, kind, line }: Road) => entryFor(names, middleOf(line), roadWeights[kind] ?? 0, true)

  const addRoad = (road: Road) => {
    const entry = streetOf(road)
    entry.detail.lines.push(stepsOf(road.line))
    for (let at = 0; at + 1 < road.line.length; at += 2) {
      entry.x += road.line[at] ?? 0
      entry.y += road.line[at + 1] ?? 0
      entry.points++
    }
  }
  const addHouse = async (house: House, { roads }: StreetTile, toEdge: number, metres: number) => {
    const reach = HOUSE_REACH / metres
    let nearest = nearestRoad(roads, house, reach)
    // A road in the next tile may be closer.
    if ((nearest?.distance ?? reach) > toEdge) {
      const around = await tiles.around(house, Math.min(reach, nearest?.distance ?? reach))
      nearest = nearestRoad(around.flatMap((tile) => tile.roads), house, reach) // biome-ignore format: one line
    }
    if (!nearest) return
    const { houses } = streetOf(nearest.road).detail
    const x = scaled(house.x)
    const y = scaled(house.y)
    const same = (SAME_HOUSE / metres) * DETAIL_SCALE
    if (houses.some(([number, atX, atY]) => number === house.number && Math.hypot(atX - x, atY - y) < same)) return
    houses.push([house.number, x, y, nearest.isSure ? 1 : 0])
  }
  const addPlace = (place: Place) => {
    const entry = entryFor(place.names, place, weightOfPlace(place), false)
    Object.assign(entry, { x: place.x, y: place.y })
  }

  const ids = await tilesOf(archive, tiles.zoom)
  for (const [index, id] of ids.entries()) {
    const [z, column, row] = tileIdToZxy(id)
    const tile = await tiles.tile(column, row)
    const size = 2 ** z
    for (const road of tile.roads) addRoad(road)
    for (const house of tile.houses) {
      const x = house.x * size - column
      const y = house.y * size - row
      await addHouse(house, tile, Math.min(x, y, 1 - x, 1 - y) / size, metresAt(house.y))
    }
    for (const place of tile.places) addPlace(place)
    if (index % 16 === 0) onProgress(index / ids.length)
  }
  return columnsOf(key, [...entries.values()].filter(({ isStreet, points }) => !isStreet || points > 0), settlements, villages) // biome-ignore format: one line
}
