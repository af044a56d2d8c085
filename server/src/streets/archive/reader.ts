import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { bytesToHeader, Compression, type Entry, findTile, type Header, TileType, zxyToTileId } from 'pmtiles'
import { readDirectory } from './directory.ts'
import { ArchiveError } from './error.ts'

/** Random access to the bytes of an archive: a file, or a server that answers ranges. */
export type ByteSource = {
  /** All bytes from `offset` on; throws `cutShort` where there are fewer. */
  read: (offset: number, length: number, signal?: AbortSignal) => Promise<Buffer>
}

export const HEADER_BYTES = 127
/** A PMTiles archive has its root directory within this. */
export const ROOT_BYTES = 16_384
const MAX_DIRECTORY_BYTES = 16_000_000
const MAX_METADATA_BYTES = 4_000_000
export const MAX_TILE_BYTES = 10_000_000
/** The specification has a root and leaves; some writers nest leaves. A loop ends here. */
const MAX_DEPTH = 4
const KEPT_DIRECTORIES = 64

const unzip = promisify(gunzip)

/** Decompresses a part of the archive; what unpacks to more than `most` is refused before it fills the memory. */
const unpack = async (bytes: Buffer, compression: Compression, most: number): Promise<Buffer> => {
  if (compression === Compression.None) return bytes
  if (compression !== Compression.Gzip) throw new ArchiveError('unknownCompression')
  try {
    return await unzip(bytes, { maxOutputLength: most })
  } catch (cause) {
    throw new ArchiveError((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'broken', cause)
  }
}

const headerOf = (bytes: Buffer): Header => {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 7) !== 'PMTiles' || bytes[7] !== 3)
    throw new ArchiveError('notPmtiles')
  const header = bytesToHeader(new Uint8Array(bytes).buffer)
  const { tileCompression, tileType, minZoom, maxZoom } = header
  if (![Compression.None, Compression.Gzip].includes(tileCompression)) throw new ArchiveError('unknownCompression')
  if (![TileType.Mvt, TileType.Png, TileType.Jpeg, TileType.Webp].includes(tileType))
    throw new ArchiveError('unknownTiles')
  const isBox = [header.minLon, header.minLat, header.maxLon, header.maxLat].every(Number.isFinite)
  if (minZoom > maxZoom || maxZoom > 24 || !isBox) throw new ArchiveError('broken')
  if (header.minLon >= header.maxLon || header.minLat >= header.maxLat) throw new ArchiveError('broken')
  return header
}

export type ArchiveReader = {
  header: Header
  root: readonly Entry[]
  /** A directory below the root; `depth` is 1 for one that the root names. */
  leaf: (entry: Entry, depth: number, signal?: AbortSignal) => Promise<readonly Entry[]>
  /** The archive's own description of itself. Anyone may have written it: text, never markup. */
  metadata: () => Promise<Record<string, unknown>>
  /** The tile as it is stored (compressed); undefined where the archive has none. */
  tile: (z: number, x: number, y: number) => Promise<Buffer | undefined>
}

/** Opens an archive over any source of bytes; throws `ArchiveError` where it cannot be used. */
export const openReader = async (source: ByteSource, signal?: AbortSignal): Promise<ArchiveReader> => {
  const header = headerOf(await source.read(0, HEADER_BYTES, signal))
  const {
    leafDirectoryOffset,
    leafDirectoryLength = 0,
    tileDataOffset,
    tileDataLength = 0,
    internalCompression,
  } = header

  const directory = async (offset: number, length: number, at?: AbortSignal) => {
    if (length > MAX_DIRECTORY_BYTES) throw new ArchiveError('tooLarge')
    return readDirectory(await unpack(await source.read(offset, length, at), internalCompression, MAX_DIRECTORY_BYTES))
  }

  const root = await directory(header.rootDirectoryOffset, header.rootDirectoryLength, signal)
  const leaves = new LRUCache<number, readonly Entry[]>({ max: KEPT_DIRECTORIES })

  const leaf: ArchiveReader['leaf'] = async ({ offset, length }, depth, at) => {
    if (depth > MAX_DEPTH || offset + length > leafDirectoryLength) throw new ArchiveError('broken')
    const known = leaves.get(offset)
    if (known) return known
    const entries = await directory(leafDirectoryOffset + offset, length, at)
    leaves.set(offset, entries)
    return entries
  }

  return {
    header,
    root,
    leaf,
    async metadata() {
      if (header.jsonMetadataLength === 0) return {}
      if (header.jsonMetadataLength > MAX_METADATA_BYTES) throw new ArchiveError('tooLarge')
      const bytes = await source.read(header.jsonMetadataOffset, header.jsonMetadataLength, signal)
      const text = (await unpack(bytes, internalCompression, MAX_METADATA_BYTES)).toString()
      try {
        const value: unknown = JSON.parse(text)
        return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
      } catch (cause) {
        throw new ArchiveError('broken', cause)
      }
    },
    async tile(z, x, y) {
      if (z < header.minZoom || z > header.maxZoom) return undefined
      const id = zxyToTileId(z, x, y)
      let entries: readonly Entry[] = root
      for (let depth = 1; ; depth++) {
        const entry = findTile(entries as Entry[], id)
        if (!entry) return undefined
        if (entry.runLength === 0) {
          entries = await leaf(entry, depth)
          continue
        }
        if (entry.length > MAX_TILE_BYTES) throw new ArchiveError('tooLarge')
        if (entry.offset + entry.length > tileDataLength) throw new ArchiveError('broken')
        return source.read(tileDataOffset + entry.offset, entry.length)
      }
    },
  }
}
