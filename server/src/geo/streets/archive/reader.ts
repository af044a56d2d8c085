import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { bytesToHeader, Compression, type Entry, findTile, type Header, TileType, zxyToTileId } from 'pmtiles'
import { StreetsError } from '../error.ts'
import { readDirectory } from './directory.ts'
import { mergeRanges } from './ranges.ts'

/** Random access to the bytes of an archive, which is a file or comes from a server that supports range requests. */
export type ByteSource = {
  read: (offset: number, length: number, signal?: AbortSignal) => Promise<Buffer>
}

export const HEADER_BYTES = 127
/** The root directory of a PMTiles archive lies within this many bytes. */
export const ROOT_BYTES = 16_384
const MAX_DIRECTORY_BYTES = 16_000_000
const MAX_METADATA_BYTES = 4_000_000
export const MAX_TILE_BYTES = 10_000_000
const MAX_UNPACKED_BYTES = 50_000_000
export const MAX_LEAVES = 50_000
/** The specification has a root and leaves; some writers nest leaves. This bounds loops. */
const MAX_DEPTH = 4
const KEPT_DIRECTORIES = 64
/** Maximum size of neighbouring directories that are read in one request. */
const LEAVES_BYTES = 4_000_000

const unzip = promisify(gunzip)

/** Decompresses a part of the archive. Throws if the output exceeds `most`. */
export const unpack = async (bytes: Buffer, compression: Compression, most = MAX_UNPACKED_BYTES): Promise<Buffer> => {
  if (compression === Compression.None) return bytes
  if (compression !== Compression.Gzip) throw new StreetsError('unknownCompression')
  try {
    return await unzip(bytes, { maxOutputLength: most })
  } catch (cause) {
    throw new StreetsError((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'broken', cause)
  }
}

const headerOf = (bytes: Buffer): Header => {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 7) !== 'PMTiles' || bytes[7] !== 3)
    throw new StreetsError('notPmtiles')
  const header = bytesToHeader(new Uint8Array(bytes).buffer)
  const { tileCompression, tileType, minZoom, maxZoom } = header
  if (![Compression.None, Compression.Gzip].includes(tileCompression)) throw new StreetsError('unknownCompression')
  if (![TileType.Mvt, TileType.Png, TileType.Jpeg, TileType.Webp].includes(tileType))
    throw new StreetsError('unknownTiles')
  const isBox = [header.minLon, header.minLat, header.maxLon, header.maxLat].every(Number.isFinite)
  if (minZoom > maxZoom || maxZoom > 24 || !isBox) throw new StreetsError('broken')
  if (header.minLon >= header.maxLon || header.minLat >= header.maxLat) throw new StreetsError('broken')
  return header
}

type Leaf = { offset: number; entries: readonly Entry[] }

export type ArchiveReader = {
  header: Header
  root: readonly Entry[]
  /** Yields leaf directories in file order; `depth` is 1 for directories that the root refers to. */
  leaves: (entries: readonly Entry[], depth: number, signal?: AbortSignal) => AsyncGenerator<Leaf>
  metadata: () => Promise<Record<string, unknown>>
  tile: (z: number, x: number, y: number) => Promise<Buffer | undefined>
  unpackedTile: (z: number, x: number, y: number) => Promise<Buffer | undefined>
  hasTile: (z: number, x: number, y: number) => Promise<boolean>
  content: (entry: Entry) => Promise<Buffer>
  entries: () => AsyncGenerator<Entry>
}

export const openReader = async (source: ByteSource, signal?: AbortSignal): Promise<ArchiveReader> => {
  const header = headerOf(await source.read(0, HEADER_BYTES, signal))
  const {
    leafDirectoryOffset,
    leafDirectoryLength = 0,
    tileDataOffset,
    tileDataLength = 0,
    internalCompression,
  } = header

  const directory = async (bytes: Buffer) =>
    readDirectory(await unpack(bytes, internalCompression, MAX_DIRECTORY_BYTES))
  const checkLength = (length: number) => {
    if (length > MAX_DIRECTORY_BYTES) throw new StreetsError('tooLarge')
  }

  checkLength(header.rootDirectoryLength)
  const root = await directory(await source.read(header.rootDirectoryOffset, header.rootDirectoryLength, signal))
  const known = new LRUCache<number, readonly Entry[]>({ max: KEPT_DIRECTORIES })

  const checkLeaf = ({ offset, length }: Entry, depth: number) => {
    if (depth > MAX_DEPTH || offset + length > leafDirectoryLength) throw new StreetsError('broken')
    checkLength(length)
  }

  const leaf = async (entry: Entry, depth: number): Promise<readonly Entry[]> => {
    checkLeaf(entry, depth)
    const kept = known.get(entry.offset)
    if (kept) return kept
    const entries = await directory(await source.read(leafDirectoryOffset + entry.offset, entry.length))
    known.set(entry.offset, entries)
    return entries
  }

  async function* leaves(entries: readonly Entry[], depth: number, at?: AbortSignal): AsyncGenerator<Leaf> {
    for (const entry of entries) checkLeaf(entry, depth)
    const parts = entries.map(({ offset, length }) => ({ from: offset, length, to: 0 }))
    parts.sort((one, other) => one.from - other.from)
    for (const { from, length, first, last } of mergeRanges(parts, 0, LEAVES_BYTES)) {
      const bytes = await source.read(leafDirectoryOffset + from, length, at)
      for (const part of parts.slice(first, last + 1)) {
        const begin = part.from - from
        yield { offset: part.from, entries: await directory(bytes.subarray(begin, begin + part.length)) }
      }
    }
  }

  const content = (entry: Entry): Promise<Buffer> => {
    if (entry.length > MAX_TILE_BYTES) throw new StreetsError('tooLarge')
    if (entry.offset + entry.length > tileDataLength) throw new StreetsError('broken')
    return source.read(tileDataOffset + entry.offset, entry.length)
  }

  const entryOf = async (z: number, x: number, y: number): Promise<Entry | undefined> => {
    if (z < header.minZoom || z > header.maxZoom) return undefined
    const id = zxyToTileId(z, x, y)
    let entries: readonly Entry[] = root
    for (let depth = 1; ; depth++) {
      const entry = findTile(entries as Entry[], id)
      if (!entry || entry.runLength > 0) return entry ?? undefined
      entries = await leaf(entry, depth)
    }
  }
  const tile: ArchiveReader['tile'] = async (z, x, y) => {
    const entry = await entryOf(z, x, y)
    return entry && content(entry)
  }

  let leavesRead = 0
  async function* entriesIn(directory: readonly Entry[], depth: number): AsyncGenerator<Entry> {
    for (const entry of directory) {
      if (entry.runLength > 0) yield entry
      else {
        // Bounds loops of directories within the depth limit.
        if (++leavesRead > MAX_LEAVES) throw new StreetsError('broken')
        yield* entriesIn(await leaf(entry, depth), depth + 1)
      }
    }
  }

  return {
    header,
    root,
    leaves,
    tile,
    hasTile: async (z, x, y) => (await entryOf(z, x, y)) !== undefined,
    content,
    entries: () => {
      leavesRead = 0
      return entriesIn(root, 1)
    },
    async unpackedTile(z, x, y) {
      const bytes = await tile(z, x, y)
      return bytes && unpack(bytes, header.tileCompression)
    },
    async metadata() {
      if (header.jsonMetadataLength === 0) return {}
      if (header.jsonMetadataLength > MAX_METADATA_BYTES) throw new StreetsError('tooLarge')
      const bytes = await source.read(header.jsonMetadataOffset, header.jsonMetadataLength, signal)
      const text = (await unpack(bytes, internalCompression, MAX_METADATA_BYTES)).toString()
      try {
        const value: unknown = JSON.parse(text)
        return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
      } catch (cause) {
        throw new StreetsError('broken', cause)
      }
    },
  }
}
