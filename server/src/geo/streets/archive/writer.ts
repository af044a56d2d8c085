import { gzipSync } from 'node:zlib'
import type { Header } from 'pmtiles'
import type { Box } from '#contract'
import { type Entries, writeDirectory } from './directory.ts'
import { HEADER_BYTES, ROOT_BYTES } from './reader.ts'

const FIRST_LEAF_ENTRIES = 4096
/** A larger number of entries never fits into the root. */
const MOST_ROOT_ENTRIES = 20_000

type Contents = {
  entries: Entries
  contents: number
  tiles: number
  tileBytes: number
  box: Box
  minZoom: number
  maxZoom: number
  metadata: object
  source: Pick<Header, 'tileType' | 'tileCompression'>
}

/** The root must fit into the first 16 kB of the file; the rest goes into leaves. */
const directories = (entries: Entries): { root: Buffer; leaves: Buffer } => {
  const whole =
    entries.length <= MOST_ROOT_ENTRIES ? gzipSync(writeDirectory(entries.slice(0, entries.length))) : undefined
  if (whole && HEADER_BYTES + whole.length <= ROOT_BYTES) return { root: whole, leaves: Buffer.alloc(0) }
  for (let size = FIRST_LEAF_ENTRIES; ; size *= 2) {
    let offset = 0
    const leaves = Array.from({ length: Math.ceil(entries.length / size) }, (_, index) => {
      const chunk = entries.slice(index * size, (index + 1) * size)
      const bytes = gzipSync(writeDirectory(chunk))
      const entry = { tileId: chunk[0]?.tileId ?? 0, runLength: 0, offset, length: bytes.length }
      offset += bytes.length
      return { bytes, entry }
    })
    const root = gzipSync(writeDirectory(leaves.map(({ entry }) => entry)))
    if (HEADER_BYTES + root.length <= ROOT_BYTES)
      return { root, leaves: Buffer.concat(leaves.map(({ bytes }) => bytes)) }
  }
}

export const writeHead = ({ entries, metadata, box, source, ...numbers }: Contents): Buffer => {
  const { root, leaves } = directories(entries)
  const json = gzipSync(JSON.stringify(metadata))
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  let at = HEADER_BYTES
  for (const [index, length] of [root.length, json.length, leaves.length, numbers.tileBytes].entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + index * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16)
    at += length
  }
  for (const [index, count] of [numbers.tiles, entries.length, numbers.contents].entries())
    header.writeBigUInt64LE(BigInt(count), 72 + index * 8)
  header.set([1, 2, source.tileCompression, source.tileType, numbers.minZoom], 96)
  writePlace(header.subarray(PLACE_AT), { box, minZoom: numbers.minZoom, maxZoom: numbers.maxZoom })
  return Buffer.concat([header, root, json, leaves])
}

export const PLACE_AT = 101
export const PLACE_BYTES = HEADER_BYTES - PLACE_AT

export const writePlace = (bytes: Buffer, { box, minZoom, maxZoom }: Pick<Contents, 'box' | 'minZoom' | 'maxZoom'>) => {
  bytes[0] = maxZoom
  for (const [index, degrees] of box.entries()) bytes.writeInt32LE(Math.round(degrees * 1e7), 1 + index * 4)
  bytes[17] = minZoom
  bytes.writeInt32LE(Math.round(((box[0] + box[2]) / 2) * 1e7), 18)
  bytes.writeInt32LE(Math.round(((box[1] + box[3]) / 2) * 1e7), 22)
}
