import type { Entry } from 'pmtiles'
import type { Box } from '#contract'
import { type Content, mergeRanges, type Range } from '../archive/ranges.ts'
import { type ArchiveReader, MAX_LEAVES, MAX_TILE_BYTES } from '../archive/reader.ts'
import { StreetsError } from '../error.ts'
import { indexOfTile, wantedTiles } from './wanted-tiles.ts'

/** Half of what may be fetched in excess; the directories take some of the rest. */
const OVERFETCH = 0.05
const REQUEST_BYTES = 4_000_000

export type ExtractPlan = {
  box: Box
  minZoom: number
  maxZoom: number
  /** In the order of their tiles; offsets are those of the extract. */
  entries: Entry[]
  contents: Content[]
  ranges: Range[]
  tiles: number
  /** Of all tiles together. */
  tileBytes: number
  /** What the ranges amount to, gaps included. */
  fetchBytes: number
}

type Leaf = { entry: Entry; end: number }

/** Reads the directories that know of the wanted tiles, and no others. */
const collectEntries = async (reader: ArchiveReader, wanted: Float64Array, signal?: AbortSignal): Promise<Entry[]> => {
  const found: Entry[] = []
  const seen = new Set<number>()

  const take = ({ tileId, runLength, offset, length }: Entry) => {
    if (length > MAX_TILE_BYTES) throw new StreetsError('tooLarge')
    if (offset + length > (reader.header.tileDataLength ?? 0)) throw new StreetsError('broken')
    for (let at = indexOfTile(wanted, tileId); at < wanted.length; at++) {
      const id = wanted[at] as number
      if (id >= tileId + runLength) break
      found.push({ tileId: id, runLength: 1, offset, length })
    }
  }
  const isWanted = (tileId: number, end: number) => (wanted[indexOfTile(wanted, tileId)] ?? end) < end

  const visit = (entries: readonly Entry[], end: number): Leaf[] =>
    entries.flatMap((entry, index) => {
      const next = entries[index + 1]?.tileId ?? end
      if (entry.runLength > 0) take(entry)
      else if (isWanted(entry.tileId, next)) return [{ entry, end: next }]
      return []
    })

  let leaves = visit(reader.root, Number.POSITIVE_INFINITY)
  for (let depth = 1; leaves.length > 0; depth++) {
    for (const { entry } of leaves) {
      // A directory that is named twice is a loop, or as good as one.
      if (seen.has(entry.offset)) throw new StreetsError('broken')
      seen.add(entry.offset)
    }
    if (seen.size > MAX_LEAVES) throw new StreetsError('broken')
    const read = await reader.leaves(leaves.map(({ entry }) => entry), depth, signal) // biome-ignore format: one line
    leaves = read.flatMap((entries, index) => visit(entries, leaves[index]?.end ?? 0))
  }
  return found.sort((one, other) => one.tileId - other.tileId)
}

/** Each stored content once, in the order of the source, packed without gaps. */
const packContents = (found: readonly Entry[]): Content[] => {
  const lengths = new Map<number, number>()
  for (const { offset, length } of found) {
    if ((lengths.get(offset) ?? length) !== length) throw new StreetsError('broken')
    lengths.set(offset, length)
  }
  let to = 0
  return [...lengths]
    .sort(([one], [other]) => one - other)
    .map(([from, length]) => {
      const content = { from, length, to }
      to += length
      return content
    })
}

/** Neighbouring tiles with the same content are one entry. */
const joinRuns = (entries: readonly Entry[]): Entry[] => {
  const joined: Entry[] = []
  for (const entry of entries) {
    const last = joined.at(-1)
    if (last && last.tileId + last.runLength > entry.tileId) throw new StreetsError('broken')
    if (last?.offset === entry.offset && last.tileId + last.runLength === entry.tileId) last.runLength++
    else joined.push({ ...entry })
  }
  return joined
}

const clip = (box: Box, { minLon, minLat, maxLon, maxLat }: ArchiveReader['header']): Box => [
  Math.max(box[0], minLon),
  Math.max(box[1], minLat),
  Math.min(box[2], maxLon),
  Math.min(box[3], maxLat),
]

/** Finds out which bytes of the source an extract is made of; only directories are read for it. */
export const planExtract = async (
  reader: ArchiveReader,
  { box, maxZoom }: { box: Box; maxZoom: number },
  signal?: AbortSignal,
): Promise<ExtractPlan> => {
  const { header } = reader
  const clipped = clip(box, header)
  const last = Math.min(maxZoom, header.maxZoom)
  if (clipped[0] >= clipped[2] || clipped[1] >= clipped[3] || last < header.minZoom) throw new StreetsError('noTiles')
  const found = await collectEntries(reader, wantedTiles(clipped, header.minZoom, last), signal)
  if (found.length === 0) throw new StreetsError('noTiles')
  const contents = packContents(found)
  const target = new Map(contents.map(({ from, to }) => [from, to]))
  const ranges = mergeRanges(contents, OVERFETCH, REQUEST_BYTES)
  return {
    box: clipped,
    minZoom: header.minZoom,
    maxZoom: last,
    entries: joinRuns(found.map((entry) => ({ ...entry, offset: target.get(entry.offset) ?? 0 }))),
    contents,
    ranges,
    tiles: found.length,
    tileBytes: contents.reduce((sum, { length }) => sum + length, 0),
    fetchBytes: ranges.reduce((sum, { length }) => sum + length, 0),
  }
}
