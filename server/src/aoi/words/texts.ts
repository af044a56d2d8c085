type Column = Uint32Array<ArrayBuffer>

const roomFor = (column: Column, length: number): Column => {
  if (length <= column.length) return column
  const larger = new Uint32Array(Math.max(length, Math.ceil(column.length * 1.5)))
  larger.set(column)
  return larger
}

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

  /**
   * Whether the word there stands in a turn of the same row, in which the first is one of the first kind, the second of
   * the second, and so on; it is itself one of the `own`th.
   */
  isInTurn(position: number, kinds: readonly Uint8Array[], own: number): boolean {
    const first = position - own
    for (let at = 0; at < kinds.length; at++) {
      if (!kinds[at]?.[this.words[first + at] as number]) return false
    }
    const last = first + kinds.length - 1
    return first >= 0 && last < this.length && this.rowAt(first) === this.rowAt(last)
  }
}
