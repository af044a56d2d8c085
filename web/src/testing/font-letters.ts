import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

const HEADER_BYTES = 48
/** Numbers of tables in WOFF2's list of known tables. */
const CMAP = 0
const GLYF = 10
const LOCA = 11
const OTHER = 63

const readCmap = (file: Buffer): Buffer => {
  let at = HEADER_BYTES
  const readLength = () => {
    let value = 0
    for (;;) {
      const byte = file.readUInt8(at++)
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
  }
  let offset = 0
  let begin = -1
  let length = 0
  for (let table = file.readUInt16BE(12); table > 0; table--) {
    const flags = file.readUInt8(at++)
    const kind = flags & 63
    const version = flags >> 6
    if (kind === OTHER) at += 4
    const whole = readLength()
    const isChanged = kind === GLYF || kind === LOCA ? version !== 3 : version !== 0
    const stored = isChanged ? readLength() : whole
    if (kind === CMAP) [begin, length] = [offset, whole]
    offset += stored
  }
  const tables = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)))
  return tables.subarray(begin, begin + length)
}

const readSegments = (table: Buffer, into: Set<number>) => {
  const count = table.readUInt16BE(6) / 2
  const column = (number: number, index: number) => 14 + number * count * 2 + (number > 0 ? 2 : 0) + index * 2
  for (let index = 0; index < count; index++) {
    const [end, start, step] = [0, 1, 2].map((number) => table.readUInt16BE(column(number, index))) as [number, number, number] // biome-ignore format: one line
    const rangeAt = column(3, index)
    const range = table.readUInt16BE(rangeAt)
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const glyph = range === 0 ? (code + step) & 0xffff : table.readUInt16BE(rangeAt + range + (code - start) * 2)
      if (glyph !== 0) into.add(code)
    }
  }
}

const readGroups = (table: Buffer, into: Set<number>) => {
  for (let at = 16; at < 16 + table.readUInt32BE(12) * 12; at += 12)
    for (let code = table.readUInt32BE(at); code <= table.readUInt32BE(at + 4); code++) into.add(code)
}

export const lettersIn = (path: string): Set<number> => {
  const cmap = readCmap(readFileSync(path))
  const letters = new Set<number>()
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4))
    const format = table.readUInt16BE(0)
    if (format === 4) readSegments(table, letters)
    if (format === 12) readGroups(table, letters)
  }
  return letters
}
