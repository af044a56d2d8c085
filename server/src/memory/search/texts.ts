import { withRoom } from '../../platform/kit/column.ts'

/** A word that must stand at a distance from another one, as flags over the vocabulary. */
export type Neighbour = { isMatch: Uint8Array; distance: number }

/** Blocks of 16 words, about a row's: the row of a word is at most a step or two behind the row of its block. */
const BLOCK_BITS = 4

/** How many blocks begin among so many words. */
const blocksOf = (length: number): number => (length + 2 ** BLOCK_BITS - 1) >> BLOCK_BITS

/** The texts of all rows as word codes, one after the other. A position is an index among the words of all texts. */
export class Texts {
  length = 0
  words: Uint32Array = new Uint32Array(0)
  #rowCount = 0
  #ends: Uint32Array = new Uint32Array(0)
  /** The row of the first word of each block. */
  #blocks: Uint32Array = new Uint32Array(0)

  get bytes(): number {
    return this.words.byteLength + this.#ends.byteLength + this.#blocks.byteLength
  }

  /** Appends the text of the next row, and returns the position of its first word. */
  add(words: readonly number[]): number {
    this.reserve(words.length)
    this.words.set(words, this.length)
    return this.endRow(words.length)
  }

  /** Makes room for so many words behind the last one, and for so many rows. */
  reserve(count: number, rows = 1): void {
    this.words = withRoom(this.words, this.length + count)
    this.#ends = withRoom(this.#ends, this.#rowCount + rows)
    this.#blocks = withRoom(this.#blocks, blocksOf(this.length + count))
  }

  /** So many words were written behind the last one: they are the text of the next row. Returns the position of the first. */
  endRow(count: number): number {
    const start = this.length
    const row = this.#rowCount++
    this.length += count
    this.#ends[row] = this.length
    for (let index = blocksOf(start); index < blocksOf(this.length); index++) this.#blocks[index] = row
    return start
  }

  /** Whether the text of a row consists of exactly these words. */
  isText(row: number, words: readonly number[]): boolean {
    const start = row === 0 ? 0 : (this.#ends[row - 1] as number)
    if ((this.#ends[row] as number) - start !== words.length) return false
    return words.every((word, at) => this.words[start + at] === word)
  }

  rowAt(position: number): number {
    let row = this.#blocks[position >> BLOCK_BITS] as number
    while ((this.#ends[row] as number) <= position) row++
    return row
  }

  /** Whether the word at `position` has all these neighbours in its own row. */
  hasNeighbours(position: number, neighbours: readonly Neighbour[]): boolean {
    const { words } = this
    let [first, last] = [position, position]
    for (const { isMatch, distance } of neighbours) {
      const at = position + distance
      if (!isMatch[words[at] as number]) return false
      if (at < first) first = at
      if (at > last) last = at
    }
    return last < this.length && this.rowAt(first) === this.rowAt(last)
  }
}
