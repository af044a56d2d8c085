type Column = Uint32Array<ArrayBuffer>

export const roomFor = (column: Column, length: number): Column => {
  if (length <= column.length) return column
  const larger = new Uint32Array(Math.max(length, Math.ceil(column.length * 1.5)))
  larger.set(column)
  return larger
}

/** What a word should have beside it. */
type Neighbour = { isOfKind: Uint8Array; distance: number }

/** About as many words as a row has: from its block's row a word's own is a step or two away. */
const BLOCK_BITS = 4

/** The texts of rows as the codes of their words, one after the other. A position is a word's place among all of them. */
export class Texts {
  length = 0
  words: Column = new Uint32Array(2 ** 12)
  #rowCount = 0
  #ends: Column = new Uint32Array(2 ** 8)
  /** The row of the first word of each block. */
  #blocks: Column = new Uint32Array(2 ** 8)

  /** Answers the position of the first word. */
  add(words: readonly number[]): number {
    const start = this.length
    const row = this.#rowCount++
    this.length += words.length
    this.words = roomFor(this.words, this.length)
    this.words.set(words, start)
    this.#ends = roomFor(this.#ends, row + 1)
    this.#ends[row] = this.length
    const block = (length: number) => (length + 2 ** BLOCK_BITS - 1) >> BLOCK_BITS
    this.#blocks = roomFor(this.#blocks, block(this.length))
    this.#blocks.fill(row, block(start), block(this.length))
    return start
  }

  rowAt(position: number): number {
    let row = this.#blocks[position >> BLOCK_BITS] as number
    while ((this.#ends[row] as number) <= position) row++
    return row
  }

  /** Whether the words at these distances are of these kinds, and of the same row. */
  isAmong(position: number, others: readonly Neighbour[]): boolean {
    const { words } = this
    let [first, last] = [position, position]
    for (const { isOfKind, distance } of others) {
      const at = position + distance
      if (!isOfKind[words[at] as number]) return false
      if (at < first) first = at
      if (at > last) last = at
    }
    return last < this.length && this.rowAt(first) === this.rowAt(last)
  }
}
