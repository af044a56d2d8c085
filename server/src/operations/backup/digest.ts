import { createHash } from 'node:crypto'
import type { TarEntry } from '../../platform/kit/tar.ts'
import type { Checksums } from './format.ts'

const NEWLINE = 10

/** Counts newlines: in COPY's text format every row ends with one, and no other newlines occur. */
export function countRows(bytes: Buffer): number {
  let rows = 0
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) rows++
  return rows
}

export function openDigest(tables: readonly string[]) {
  const total = createHash('sha256')
  const files = { count: 0, bytes: 0, hash: createHash('sha256') }
  const byTable = new Map(tables.map((name) => [name, { rows: 0, bytes: 0, hash: createHash('sha256') }]))
  return {
    add: ({ name, bytes }: TarEntry): void => {
      total.update(`${name}\0${bytes.length}\0`).update(bytes)
    },
    addRows: (table: string, bytes: Buffer): void => {
      const sums = byTable.get(table)
      if (!sums) throw new Error(`no such table: ${table}`)
      sums.rows += countRows(bytes)
      sums.bytes += bytes.length
      sums.hash.update(bytes)
    },
    addFile: (name: string, bytes: Buffer): void => {
      files.count++
      files.bytes += bytes.length
      files.hash.update(`${name}\0${bytes.length}\0`).update(bytes)
    },
    checksums: (missing: number): Checksums => ({
      tables: Object.fromEntries(
        [...byTable].map(([name, { hash, ...counts }]) => [name, { ...counts, sha256: hash.digest('hex') }]),
      ),
      files: { count: files.count, bytes: files.bytes, sha256: files.hash.digest('hex'), missing },
      sha256: total.digest('hex'),
    }),
  }
}
