import { withRoom } from '../kit/column.ts'
import type { Vocabulary } from './vocabulary.ts'

const [SPACE, LINE_END] = [0x20, 0x0a]
/** FNV-1a. */
const HASH_START = 0x811c9dc5
const HASH_PRIME = 0x01000193

/**
 * Encodes texts in UTF-8 by a vocabulary, as `wordsOf` splits them. Making a string of each word takes three times as long as
 * reading the texts of a million AOIs: here only words that are new become strings. Known ones are found by a hash of their
 * bytes, in a table of open addresses.
 */
export class ByteWords {
  readonly #vocabulary: Vocabulary
  /** The entry at each address, counted from 1. */
  #table = new Uint32Array(2 ** 12)
  #count = 0
  /** Of each entry, from 1 on. */
  #hashes: Uint32Array = new Uint32Array(0)
  #codes: Uint32Array = new Uint32Array(0)
  /** The end of each entry's bytes in the pool; it begins where the one before ends. */
  #ends: Uint32Array = new Uint32Array(1)
  #pool: Uint8Array = new Uint8Array(0)
  readonly #words: number[] = []

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
  }

  /** The codes of the words from `from` to `to`. The list is used again by the next call. */
  encode(bytes: Buffer, from: number, to: number): readonly number[] {
    const words = this.#words
    words.length = 0
    let [start, hash] = [from, HASH_START]
    for (let at = from; at <= to; at++) {
      const byte = at < to ? (bytes[at] as number) : SPACE
      if (byte !== SPACE && byte !== LINE_END) {
        hash = Math.imul(hash ^ byte, HASH_PRIME)
        continue
      }
      if (at > start) words.push(this.#codeOf(bytes, start, at, hash >>> 0))
      start = at + 1
      hash = HASH_START
    }
    return words
  }

  #codeOf(bytes: Buffer, start: number, end: number, hash: number): number {
    const mask = this.#table.length - 1
    for (let address = hash & mask; ; address = (address + 1) & mask) {
      const entry = this.#table[address] as number
      if (entry === 0) return this.#add(bytes, start, end, hash)
      if (this.#hashes[entry] === hash && this.#isWord(entry, bytes, start, end)) return this.#codes[entry] as number
    }
  }

  #isWord(entry: number, bytes: Buffer, start: number, end: number): boolean {
    const first = this.#ends[entry - 1] as number
    if ((this.#ends[entry] as number) - first !== end - start) return false
    for (let at = start; at < end; at++) if (this.#pool[first + at - start] !== bytes[at]) return false
    return true
  }

  #add(bytes: Buffer, start: number, end: number, hash: number): number {
    const code = this.#vocabulary.encode(bytes.toString('utf8', start, end))
    const entry = ++this.#count
    const first = this.#ends[entry - 1] as number
    this.#hashes = withRoom(this.#hashes, entry + 1)
    this.#codes = withRoom(this.#codes, entry + 1)
    this.#ends = withRoom(this.#ends, entry + 1)
    this.#pool = withRoom(this.#pool, first + end - start)
    this.#hashes[entry] = hash
    this.#codes[entry] = code
    this.#ends[entry] = first + end - start
    this.#pool.set(bytes.subarray(start, end), first)
    if (this.#count * 2 > this.#table.length) this.#grow()
    else this.#enter(entry)
    return code
  }

  #enter(entry: number): void {
    const mask = this.#table.length - 1
    let address = (this.#hashes[entry] as number) & mask
    while (this.#table[address] !== 0) address = (address + 1) & mask
    this.#table[address] = entry
  }

  #grow(): void {
    this.#table = new Uint32Array(this.#table.length * 4)
    for (let entry = 1; entry <= this.#count; entry++) this.#enter(entry)
  }
}
