import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { fromVectorTileJs, type VectorTileFeatureLike, type VectorTileLayerLike } from '@maplibre/vt-pbf'
import { zxyToTileId } from 'pmtiles'

type TestTile = { z: number; x: number; y: number; bytes: Buffer }
type TestEntry = { tileId: number; runLength: number; offset: number; length: number }

type ArchiveOptions = {
  depth?: number
  leafEntries?: number
  box?: [number, number, number, number]
  /** A Buffer is stored as it is, any other value as JSON. */
  metadata?: unknown
  /** Changes the finished header, for wrong offsets and lengths. */
  spoilHeader?: (header: Buffer) => void
}

export const streetsMetadata = {
  vector_layers: ['earth', 'water', 'roads', 'places', 'pois', 'buildings', 'landuse'].map((id) => ({
    id,
    fields: {},
  })),
  'planetiler:osm:osmosisreplicationtime': '2026-02-14T00:00:00Z',
}

const varint = (value: number): number[] => {
  const bytes: number[] = []
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
  return [...bytes, left]
}

/** A PMTiles directory by the specification, uncompressed and with explicit offsets. */
export const directoryOf = (entries: readonly TestEntry[]): Buffer =>
  Buffer.from([
    ...varint(entries.length),
    ...entries.flatMap(({ tileId }, index) => varint(tileId - (entries[index - 1]?.tileId ?? 0))),
    ...entries.flatMap(({ runLength }) => varint(runLength)),
    ...entries.flatMap(({ length }) => varint(length)),
    ...entries.flatMap(({ offset }) => varint(offset + 1)),
  ])

const entriesOf = (tiles: readonly TestTile[]) => {
  const offsets = new Map<string, number>()
  const contents: Buffer[] = []
  let end = 0
  const entries: TestEntry[] = []
  const sorted = tiles
    .map(({ z, x, y, bytes }) => ({ tileId: zxyToTileId(z, x, y), bytes }))
    .sort((one, other) => one.tileId - other.tileId)
  for (const { tileId, bytes } of sorted) {
    const key = bytes.toString('latin1')
    const offset = offsets.get(key) ?? end
    if (!offsets.has(key)) {
      offsets.set(key, offset)
      contents.push(bytes)
      end += bytes.length
    }
    const last = entries.at(-1)
    if (last?.offset === offset && last.tileId + last.runLength === tileId) last.runLength++
    else entries.push({ tileId, runLength: 1, offset, length: bytes.length })
  }
  return { entries, data: Buffer.concat(contents), contents: contents.length }
}

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))

export const tileArchive = (tiles: readonly TestTile[], options: ArchiveOptions = {}): Buffer => {
  const { depth = 0, leafEntries = 8, box = [-180, -85, 180, 85], metadata = streetsMetadata } = options
  const { entries, data, contents } = entriesOf(tiles)
  const leaves: Buffer[] = []
  let leafBytes = 0
  let level = entries
  for (let left = depth; left > 0; left--)
    level = chunksOf(level, leafEntries).map((chunk) => {
      const bytes = gzipSync(directoryOf(chunk))
      const entry = { tileId: chunk[0]?.tileId ?? 0, runLength: 0, offset: leafBytes, length: bytes.length }
      leaves.push(bytes)
      leafBytes += bytes.length
      return entry
    })
  const root = gzipSync(directoryOf(level))
  const json = gzipSync(Buffer.isBuffer(metadata) ? metadata : JSON.stringify(metadata))
  const header = Buffer.alloc(127)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  const sections = [root.length, json.length, leafBytes, data.length]
  let at = 127
  for (const [index, length] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + index * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16)
    at += length
  }
  header.writeBigUInt64LE(BigInt(tiles.length), 72)
  header.writeBigUInt64LE(BigInt(entries.length), 80)
  header.writeBigUInt64LE(BigInt(contents), 88)
  const zooms = tiles.map(({ z }) => z)
  header.set([1, 2, 2, 1, Math.min(...zooms), Math.max(...zooms)], 96)
  for (const [index, degrees] of box.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4)
  header[118] = Math.min(...zooms)
  options.spoilHeader?.(header)
  return Buffer.concat([header, root, json, ...leaves, data])
}

/** `at`: the points of a path, or one point, in the 4096 units of a tile. */
type TestFeature = {
  type: 'point' | 'line' | 'area'
  at: [number, number][]
  properties: Record<string, string | number>
}
const types = { point: 1, line: 2, area: 3 } as const

export const vectorTile = (layers: Record<string, TestFeature[]>): Buffer => {
  const layerOf = (name: string, features: TestFeature[]): VectorTileLayerLike => ({
    version: 2,
    name,
    extent: 4096,
    length: features.length,
    feature: (index) => {
      const { type, at, properties } = features[index] as TestFeature
      const points = [...at, ...(type === 'area' ? at.slice(0, 1) : [])].map(([x, y]) => ({ x, y }))
      const loadGeometry = () => [points] as ReturnType<VectorTileFeatureLike['loadGeometry']>
      return { type: types[type], properties, extent: 4096, loadGeometry } as VectorTileFeatureLike
    },
  })
  const named = Object.entries(layers).map(([name, features]) => [name, layerOf(name, features)] as const)
  return gzipSync(fromVectorTileJs({ layers: Object.fromEntries(named) }))
}

/** A vector tile with streets at random places, about `bytes` long even when compressed. */
export const randomTile = (bytes: number): Buffer => {
  const numbers = randomBytes(Math.max(16, Math.ceil(bytes * 0.95)))
  const points = Array.from({ length: Math.floor(numbers.length / 4) }, (_, index): [number, number] => [
    numbers.readUInt16LE(index * 4) % 4096,
    numbers.readUInt16LE(index * 4 + 2) % 4096,
  ])
  const lines = chunksOf(points, 20).filter(({ length }) => length > 1)
  return vectorTile({ roads: lines.map((at) => ({ type: 'line', at, properties: { kind: 'minor_road' } })) })
}

export const tilesIn = (
  [west, south, east, north]: [number, number, number, number],
  zooms: readonly number[],
  bytesOf: (z: number, x: number, y: number) => Buffer | undefined,
): TestTile[] => {
  const yOf = (latitude: number) => (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2
  return zooms.flatMap((z) => {
    const most = 2 ** z - 1
    const clamp = (value: number) => Math.max(0, Math.min(most, Math.floor(value * 2 ** z)))
    const tiles: TestTile[] = []
    for (let x = clamp((west + 180) / 360); x <= clamp((east + 180) / 360); x++)
      for (let y = clamp(yOf(north)); y <= clamp(yOf(south)); y++) {
        const bytes = bytesOf(z, x, y)
        if (bytes) tiles.push({ z, x, y, bytes })
      }
    return tiles
  })
}
