import type { Entry } from 'pmtiles'
import type { Box } from '#contract'
import type { Entries } from '../archive/directory.ts'
import { type Content, mergeRanges, type Range } from '../archive/ranges.ts'
import { type ArchiveReader, MAX_LEAVES, MAX_TILE_BYTES } from '../archive/reader.ts'
import { StreetsError } from '../error.ts'
import { indexOfTile, wantedTiles } from './wanted-tiles.ts'

/** Share of extra bytes between tiles: half of the permitted excess, because directories take some of the rest. */
const OVERFETCH = 0.05
const REQUEST_BYTES = 1_000_000

export type ExtractPlan = {
  box: Box
  minZoom: number
  maxZoom: number
  /** The directory of the extract, with offsets in the extract. */
  entries: Entries
  contents: Content[]
  ranges: Range[]
  tiles: number
  tileBytes: number
  fetchBytes: number
}

/**
 * Positions of wanted tiles in the source, sorted by id. Stored as columns, because an extract has hundreds of
 * thousands.
 */
type Located = {
  wanted: Float64Array
  /** MISSING where the source has no such tile. */
  offsets: Float64Array
  lengths: Uint32Array
  found: number
}
const MISSING = -1

type Leaf = { entry: Entry; end: number }

/** Reads only directories that contain wanted tiles and keeps only those entries. */
const locateTiles = async (reader: ArchiveReader, wanted: Float64Array, signal?: AbortSignal): Promise<Located> => {
  const located: Located = {
    wanted,
    offsets: new Float64Array(wanted.length).fill(MISSING),
    lengths: new Uint32Array(wanted.length),
    found: 0,
  }
  const seen = new Set<number>()

  const take = ({ tileId, runLength, offset, length }: Entry) => {
    if (length > MAX_TILE_BYTES) throw new StreetsError('tooLarge')
    if (offset + length > (reader.header.tileDataLength ?? 0)) throw new StreetsError('broken')
    for (let at = indexOfTile(wanted, tileId); (wanted[at] ?? Number.POSITIVE_INFINITY) < tileId + runLength; at++) {
      if (located.offsets[at] !== MISSING) throw new StreetsError('broken')
      located.offsets[at] = offset
      located.lengths[at] = length
      located.found++
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
      // A directory named twice is a loop or equivalent to one.
      if (seen.has(entry.offset)) throw new StreetsError('broken')
      seen.add(entry.offset)
    }
    if (seen.size > MAX_LEAVES) throw new StreetsError('broken')
    const ends = new Map(leaves.map(({ entry, end }) => [entry.offset, end]))
    const below: Leaf[] = []
    for await (const { offset, entries } of reader.leaves(leaves.map(({ entry }) => entry), depth, signal)) // biome-ignore format: one line
      below.push(...visit(entries, ends.get(offset) ?? 0))
    leaves = below
  }
  return located
}

const packContents = ({ offsets, lengths, found }: Located): { contents: Content[]; targets: Float64Array } => {
  const order = new Uint32Array(found)
  let count = 0
  for (const [at, offset] of offsets.entries()) if (offset !== MISSING) order[count++] = at
  order.sort((one, other) => (offsets[one] as number) - (offsets[other] as number))
  const targets = new Float64Array(offsets.length)
  const contents: Content[] = []
  let to = 0
  for (const at of order) {
    const from = offsets[at] as number
    const length = lengths[at] as number
    const last = contents.at(-1)
    if (last?.from === from) {
      if (last.length !== length) throw new StreetsError('broken')
    } else {
      contents.push({ from, length, to })
      to += length
    }
    targets[at] = to - length
  }
  return { contents, targets }
}

/** The directory of the extract. Neighbouring tiles with the same content are one entry. */
const joinRuns = ({ wanted, offsets, lengths, found }: Located, targets: Float64Array): Entries => {
  // Position of the first tile and length of each run.
  const firsts = new Uint32Array(found)
  const runs = new Uint32Array(found)
  let length = 0
  for (const [at, tileId] of wanted.entries()) {
    if (offsets[at] === MISSING) continue
    const [first = 0, run = 0] = length > 0 ? [firsts[length - 1], runs[length - 1]] : []
    if (run > 0 && targets[first] === targets[at] && (wanted[first] as number) + run === tileId)
      runs[length - 1] = run + 1
    else {
      firsts[length] = at
      runs[length++] = 1
    }
  }
  const entryAt = (index: number): Entry => {
    const first = firsts[index] as number
    const [tileId, offset, bytes] = [wanted[first], targets[first], lengths[first]] as [number, number, number]
    return { tileId, runLength: runs[index] as number, offset, length: bytes }
  }
  return {
    length,
    slice: (from, to) => Array.from({ length: Math.min(to, length) - from }, (_, index) => entryAt(from + index)),
  }
}

const clip = (box: Box, { minLon, minLat, maxLon, maxLat }: ArchiveReader['header']): Box => [
  Math.max(box[0], minLon),
  Math.max(box[1], minLat),
  Math.min(box[2], maxLon),
  Math.min(box[3], maxLat),
]

export const planExtract = async (
  reader: ArchiveReader,
  { box, maxZoom }: { box: Box; maxZoom: number },
  signal?: AbortSignal,
): Promise<ExtractPlan> => {
  const { header } = reader
  const clipped = clip(box, header)
  const last = Math.min(maxZoom, header.maxZoom)
  if (clipped[0] >= clipped[2] || clipped[1] >= clipped[3] || last < header.minZoom) throw new StreetsError('noTiles')
  const located = await locateTiles(reader, wantedTiles(clipped, header.minZoom, last), signal)
  if (located.found === 0) throw new StreetsError('noTiles')
  const { contents, targets } = packContents(located)
  const ranges = mergeRanges(contents, OVERFETCH, REQUEST_BYTES)
  return {
    box: clipped,
    minZoom: header.minZoom,
    maxZoom: last,
    entries: joinRuns(located, targets),
    contents,
    ranges,
    tiles: located.found,
    tileBytes: contents.reduce((sum, { length }) => sum + length, 0),
    fetchBytes: ranges.reduce((sum, { length }) => sum + length, 0),
  }
}
