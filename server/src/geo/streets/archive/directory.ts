import { type Entry, readVarint } from 'pmtiles'
import { StreetsError } from '../error.ts'

/** The smallest entry has four numbers of one byte each. */
const MIN_ENTRY_BYTES = 4

/**
 * Reads a directory of a PMTiles archive. Unlike the `pmtiles` package it rejects counts that the bytes cannot hold,
 * tiles out of order and numbers beyond 2^53, which would fill the memory.
 */
export const readDirectory = (bytes: Uint8Array): Entry[] => {
  const at = { buf: bytes, pos: 0 }
  const next = (): number => {
    if (at.pos >= bytes.length) throw new StreetsError('broken')
    const value = readVarint(at)
    if (!Number.isSafeInteger(value) || value < 0 || at.pos > bytes.length) throw new StreetsError('broken')
    return value
  }
  const count = next()
  if (count === 0 || count * MIN_ENTRY_BYTES > bytes.length) throw new StreetsError('broken')
  const entries: Entry[] = []
  let tileId = 0
  for (let index = 0; index < count; index++) {
    const step = next()
    if (index > 0 && step === 0) throw new StreetsError('broken')
    tileId += step
    entries.push({ tileId, offset: 0, length: 0, runLength: 1 })
  }
  for (const entry of entries) entry.runLength = next()
  for (const entry of entries) entry.length = next()
  let end = 0
  for (const [index, entry] of entries.entries()) {
    const value = next()
    if (value === 0 && index === 0) throw new StreetsError('broken')
    // Offset zero: the tile's bytes follow those of the previous entry.
    entry.offset = value === 0 ? end : value - 1
    end = entry.offset + entry.length
  }
  if (entries.some(({ length, tileId: id }) => length === 0 || !Number.isSafeInteger(id)))
    throw new StreetsError('broken')
  return entries
}

const varint = (value: number, into: number[]): void => {
  let left = value
  while (left >= 0x80) {
    into.push((left % 0x80) | 0x80)
    left = Math.floor(left / 0x80)
  }
  into.push(left)
}

export type Entries = { length: number; slice: (from: number, to: number) => readonly Entry[] }

/** The counterpart of `readDirectory`. Entries must be sorted by tile id. */
export const writeDirectory = (entries: readonly Entry[]): Buffer => {
  const bytes: number[] = []
  varint(entries.length, bytes)
  let lastId = 0
  for (const { tileId } of entries) {
    varint(tileId - lastId, bytes)
    lastId = tileId
  }
  for (const { runLength } of entries) varint(runLength, bytes)
  for (const { length } of entries) varint(length, bytes)
  let end = -1
  for (const { offset, length } of entries) {
    varint(offset === end ? 0 : offset + 1, bytes)
    end = offset + length
  }
  return Buffer.from(bytes)
}
