import { withRoom } from '../../platform/kit/column.ts'
import type { Vocabulary } from './vocabulary.ts'

const [SPACE, LINE_END] = [0x20, 0x0a]
/** FNV-1a. */
const HASH_START = 0x811c9dc5 | 0
const HASH_PRIME = 0x01000193

/** How many words so many letters have at most. */
export const mostWords = (letters: number): number => (letters + 1) >> 1

/** Texts as the numbers of their letters in UTF-16, one after the other in the same memory. */
export class LetterBuffer {
  #letters = new Uint16Array(0)

  lettersOf(text: string): Uint16Array {
    this.#letters = withRoom(this.#letters, text.length)
    Buffer.from(this.#letters.buffer).write(text, 'utf16le')
    return this.#letters
  }
}

/**
 * Encodes texts by a vocabulary, as `wordsOf` splits them. Making a string of each word takes three times as long as reading the texts
 * of a million AOIs: here only words that are new become strings. Known ones are found by a hash of their letters, in a table of
 * open addresses.
 */
export class TextWords {
  readonly #vocabulary: Vocabulary
  /** The entry at each address, counted from 1. */
  #table = new Uint32Array(2 ** 12)
  #count = 0
  /** Of each entry, from 1 on. */
  #hashes: Int32Array = new Int32Array(0)
  #codes: Uint32Array = new Uint32Array(0)
  /** The end of each entry's letters in the pool; it begins where the one before ends. */
  #ends: Uint32Array = new Uint32Array(1)
  #pool: Uint16Array = new Uint16Array(0)

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
  }

  /**
   * Writes the codes of the words from `from` to `to` into `codes` at `at` and after it, where there is room for `mostWords`. Returns how
   * many they are. One loop without calls: it runs for every letter of a service.
   */
  encode(letters: Uint16Array, from: number, to: number, codes: Uint32Array, at: number): number {
    let table = this.#table
    let hashes = this.#hashes
    let ends = this.#ends
    let pool = this.#pool
    let mask = table.length - 1
    let count = 0
    for (let start = from; start < to; ) {
      let end = start
      let hash = HASH_START
      for (; end < to; end++) {
        const letter = letters[end] as number
        if (letter === SPACE || letter === LINE_END) break
        hash = Math.imul(hash ^ letter, HASH_PRIME)
      }
      if (end > start) {
        let code = -1
        for (let address = hash & mask; ; address = (address + 1) & mask) {
          const entry = table[address] as number
          if (entry === 0) break
          if (hashes[entry] !== hash) continue
          const first = ends[entry - 1] as number
          if ((ends[entry] as number) - first !== end - start) continue
          let same = start
          for (let known = first; same < end && pool[known] === letters[same]; known++) same++
          if (same < end) continue
          code = this.#codes[entry] as number
          break
        }
        if (code < 0) {
          code = this.#add(letters.subarray(start, end), hash)
          table = this.#table
          hashes = this.#hashes
          ends = this.#ends
          pool = this.#pool
          mask = table.length - 1
        }
        codes[at + count++] = code
      }
      start = end + 1
    }
    return count
  }

  #add(letters: Uint16Array, hash: number): number {
    const { buffer, byteOffset, byteLength } = letters
    const code = this.#vocabulary.encode(Buffer.from(buffer, byteOffset, byteLength).toString('utf16le'))
    const entry = ++this.#count
    const first = this.#ends[entry - 1] as number
    this.#hashes = withRoom(this.#hashes, entry + 1)
    this.#codes = withRoom(this.#codes, entry + 1)
    this.#ends = withRoom(this.#ends, entry + 1)
    this.#pool = withRoom(this.#pool, first + letters.length)
    this.#hashes[entry] = hash
    this.#codes[entry] = code
    this.#ends[entry] = first + letters.length
    this.#pool.set(letters, first)
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
