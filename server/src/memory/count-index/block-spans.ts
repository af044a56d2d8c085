import type { Columns, Span } from './columns.ts'

/** From when to when the times of each block of rows are, looked up when it is first needed. */
export class BlockSpans {
  readonly #rows: Columns
  readonly #valueIndex: number
  readonly #blocks: (Span | undefined)[] = []

  /** Of the times in a column of `values`. */
  constructor(rows: Columns, valueIndex: number) {
    this.#rows = rows
    this.#valueIndex = valueIndex
  }

  forget(place: number): void {
    this.#blocks[Math.floor(place / this.#rows.blockRows)] = undefined
  }

  of(block: number): Span {
    const span = this.#blocks[block] ?? this.#lookUp(block)
    this.#blocks[block] = span
    return span
  }

  #lookUp(block: number): Span {
    const { blockRows, values } = this.#rows
    const column = values[this.#valueIndex] as Float64Array
    let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let place = block * blockRows; place < (block + 1) * blockRows; place++) {
      const time = column[place] as number
      if (time < from) from = time
      if (time > to) to = time
    }
    return { from, to }
  }
}
