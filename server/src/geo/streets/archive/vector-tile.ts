import { StreetsError } from '../error.ts'

type Value = string | number | boolean
export type TileFeature = {
  type: 'point' | 'line' | 'polygon'
  properties: Record<string, Value>
  /** Rings, lines or points as x, y, x, y…, in units of the tile: 0 to 1 is inside. */
  parts: () => Float64Array[]
}
export type TileLayer = { name: string; features: TileFeature[] }

const types: Record<number, TileFeature['type']> = { 1: 'point', 2: 'line', 3: 'polygon' }
const MAX_EXTENT = 65_536

const broken = () => new StreetsError('broken')

type Cursor = { bytes: Buffer; at: number; end: number }

const readVarint = (cursor: Cursor): number => {
  let value = 0
  let factor = 1
  for (let count = 0; count < 10; count++) {
    if (cursor.at >= cursor.end) throw broken()
    const byte = cursor.bytes[cursor.at++] as number
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return value
    factor *= 128
  }
  throw broken()
}
const unzigzag = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2)

/** The sub-message that a length prefix announces; throws if it exceeds its parent. */
const readPart = (cursor: Cursor): Cursor => {
  const length = readVarint(cursor)
  if (length > cursor.end - cursor.at) throw broken()
  const part = { bytes: cursor.bytes, at: cursor.at, end: cursor.at + length }
  cursor.at = part.end
  return part
}
const readText = (cursor: Cursor): string => {
  const { bytes, at, end } = readPart(cursor)
  return bytes.toString('utf8', at, end)
}

const VARINT = 0
const FIXED_64 = 1
const PART = 2
const FIXED_32 = 5

const take = (cursor: Cursor, length: number): number => {
  if (length > cursor.end - cursor.at) throw broken()
  cursor.at += length
  return cursor.at - length
}
const skip = (cursor: Cursor, wire: number): void => {
  if (wire === VARINT) readVarint(cursor)
  else if (wire === FIXED_64) take(cursor, 8)
  else if (wire === PART) readPart(cursor)
  else if (wire === FIXED_32) take(cursor, 4)
  else throw broken()
}

const eachField = (cursor: Cursor, read: (field: number, wire: number) => boolean): void => {
  while (cursor.at < cursor.end) {
    const tag = readVarint(cursor)
    const wire = tag % 8
    if (!read((tag - wire) / 8, wire)) skip(cursor, wire)
  }
}

const readValue = (cursor: Cursor): Value => {
  let value: Value = ''
  eachField(cursor, (field, wire) => {
    if (field === 1 && wire === PART) value = readText(cursor)
    else if (field === 2 && wire === FIXED_32) value = cursor.bytes.readFloatLE(take(cursor, 4))
    else if (field === 3 && wire === FIXED_64) value = cursor.bytes.readDoubleLE(take(cursor, 8))
    else if ((field === 4 || field === 5) && wire === VARINT) value = readVarint(cursor)
    else if (field === 6 && wire === VARINT) value = unzigzag(readVarint(cursor))
    else if (field === 7 && wire === VARINT) value = readVarint(cursor) !== 0
    else return false
    return true
  })
  return value
}

const MOVE = 1
const LINE = 2
const CLOSE = 7

/**
 * Calls `visit` for each point of a geometry; `isFirst` starts a new part. A point takes two bytes or more, which
 * bounds the output.
 */
const eachPoint = (geometry: Cursor, visit: (x: number, y: number, isFirst: boolean) => void): void => {
  const cursor = { ...geometry }
  let x = 0
  let y = 0
  while (cursor.at < cursor.end) {
    const command = readVarint(cursor)
    const kind = command % 8
    const count = Math.floor(command / 8)
    if (kind === CLOSE) {
      if (count !== 1) throw broken()
      continue
    }
    if ((kind !== MOVE && kind !== LINE) || count === 0 || count * 2 > cursor.end - cursor.at) throw broken()
    for (let step = 0; step < count; step++) {
      x += unzigzag(readVarint(cursor))
      y += unzigzag(readVarint(cursor))
      visit(x, y, kind === MOVE)
    }
  }
}

const readParts = (geometry: Cursor, extent: number): Float64Array[] => {
  const parts: number[][] = []
  let current: number[] = []
  eachPoint(geometry, (x, y, isFirst) => {
    if (isFirst) {
      current = []
      parts.push(current)
    }
    current.push(x / extent, y / extent)
  })
  return parts.map((part) => Float64Array.from(part))
}

type RawFeature = { tags: Cursor; type: number; geometry: Cursor }

const readFeature = (cursor: Cursor): RawFeature => {
  const none = { bytes: cursor.bytes, at: 0, end: 0 }
  const feature: RawFeature = { tags: none, type: 0, geometry: none }
  eachField(cursor, (field, wire) => {
    if (field === 2 && wire === PART) feature.tags = readPart(cursor)
    else if (field === 3 && wire === VARINT) feature.type = readVarint(cursor)
    else if (field === 4 && wire === PART) feature.geometry = readPart(cursor)
    else return false
    return true
  })
  return feature
}

const readProperties = (tags: Cursor, keys: readonly string[], values: readonly Value[]): Record<string, Value> => {
  const properties: Record<string, Value> = {}
  while (tags.at < tags.end) {
    const key = keys[readVarint(tags)]
    const value = values[readVarint(tags)]
    if (key === undefined || value === undefined) throw broken()
    if (key !== '__proto__') properties[key] = value
  }
  return properties
}

const nameOf = (layer: Cursor): string => {
  const cursor = { ...layer }
  let name = ''
  eachField(cursor, (field, wire) => {
    if (field !== 1 || wire !== PART) return false
    name = readText(cursor)
    return true
  })
  return name
}

const readLayer = (cursor: Cursor, name: string): TileLayer => {
  const keys: string[] = []
  const values: Value[] = []
  const raw: RawFeature[] = []
  let extent = 4096
  eachField(cursor, (field, wire) => {
    if (field === 2 && wire === PART) raw.push(readFeature(readPart(cursor)))
    else if (field === 3 && wire === PART) keys.push(readText(cursor))
    else if (field === 4 && wire === PART) values.push(readValue(readPart(cursor)))
    else if (field === 5 && wire === VARINT) extent = readVarint(cursor)
    else return false
    return true
  })
  if (extent < 1 || extent > MAX_EXTENT) throw broken()
  const features = raw.flatMap(({ tags, type, geometry }): TileFeature[] => {
    const properties = readProperties(tags, keys, values)
    const known = types[type]
    return known ? [{ type: known, properties, parts: () => readParts(geometry, extent) }] : []
  })
  return { name, features }
}

/**
 * Reads layers of an uncompressed vector tile. Lengths or geometries beyond the data throw `broken`. Layers that
 * `isWanted` rejects are skipped.
 */
export const readVectorTile = (bytes: Buffer, isWanted: (layer: string) => boolean): TileLayer[] => {
  const cursor: Cursor = { bytes, at: 0, end: bytes.length }
  const layers: TileLayer[] = []
  eachField(cursor, (field, wire) => {
    if (field !== 3 || wire !== PART) return false
    const layer = readPart(cursor)
    const name = nameOf(layer)
    if (isWanted(name)) layers.push(readLayer(layer, name))
    return true
  })
  return layers
}

const checkFeature = (cursor: Cursor, keys: number, values: number): void => {
  const { tags, type, geometry } = readFeature(cursor)
  while (tags.at < tags.end) if (readVarint(tags) >= keys || readVarint(tags) >= values) throw broken()
  if (types[type]) eachPoint(geometry, () => {})
}

const checkLayer = (layer: Cursor): void => {
  let keys = 0
  let values = 0
  let extent = 4096
  const outer = { ...layer }
  eachField(outer, (field, wire) => {
    if (field === 3 && wire === PART) keys++
    if (field === 4 && wire === PART) values++
    if (field === 5 && wire === VARINT) extent = readVarint(outer)
    else skip(outer, wire)
    return true
  })
  if (extent < 1 || extent > MAX_EXTENT) throw broken()
  // Keys and values may follow the features that use them.
  eachField(layer, (field, wire) => {
    if (field === 2 && wire === PART) checkFeature(readPart(layer), keys, values)
    else if (field === 4 && wire === PART) readValue(readPart(layer))
    else return false
    return true
  })
}

/**
 * Validates a whole tile and throws `broken` if it is invalid. Allocates nothing, since an extract has hundreds of
 * thousands of tiles.
 */
export const checkVectorTile = (bytes: Buffer): void => {
  const cursor: Cursor = { bytes, at: 0, end: bytes.length }
  eachField(cursor, (field, wire) => {
    if (field !== 3 || wire !== PART) return false
    checkLayer(readPart(cursor))
    return true
  })
}
