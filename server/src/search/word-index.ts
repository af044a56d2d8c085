import { setImmediate as nextTurn } from 'node:timers/promises'
import { inSlices, Pace } from '../kit/slices.ts'
import { REMOVED } from '../live-view/kind-state.ts'
import { RowByNumber } from '../live-view/row-by-number.ts'
import { wordsOf } from './meaning.ts'
import { Postings } from './postings.ts'
import { type Row, Rows } from './rows.ts'
import { Texts } from './texts.ts'
import { Vocabulary } from './vocabulary.ts'

/** Rows that may be added before everything is loaded anew: they have no rank, so that each search by name asks for all. */
const MAX_ADDED = 20_000
const MIN_ADDED = 1_000

export type SearchedAoi = { row: Row; text: string }

/** An inverted index of the words of all AOIs. An AOI whose text, name or place changes gets a new row. */
export class WordIndex {
  readonly rows = new Rows()
  readonly vocabulary = new Vocabulary()
  readonly texts = new Texts()
  postings = Postings.empty()
  #rowByNumber = RowByNumber.empty()
  #builtCount = 0

  /** Appends AOIs as they are loaded. `build` makes them searchable. */
  async load(parts: AsyncIterable<Iterable<SearchedAoi>>): Promise<void> {
    const pace = new Pace()
    for await (const part of parts) {
      for (const { row, text } of part) {
        this.#append(row, this.#encode(text))
        if (pace.isOver(text.length >> 1)) await nextTurn()
      }
    }
  }

  async build(numbersByName: Uint32Array): Promise<void> {
    const { rows, vocabulary } = this
    this.postings = await Postings.build(this.texts, vocabulary.size)
    this.#rowByNumber = await RowByNumber.build(rows.number.subarray(0, rows.length))
    this.#builtCount = rows.length
    await inSlices(0, numbersByName.length, (from, to) => {
      for (let place = from; place < to; place++) {
        const row = this.find(numbersByName[place] as number)
        if (row !== undefined) rows.rank[row] = place + 1
      }
    })
  }

  get needsRebuild(): boolean {
    return this.rows.length - this.#builtCount > Math.min(MAX_ADDED, MIN_ADDED + (this.#builtCount >> 3))
  }

  /** The last row of an AOI, also if it was removed. */
  find(number: number): number | undefined {
    return this.#rowByNumber.find(number)
  }

  /**
   * Brings one AOI up to date. A change of state or event type is written into its row; anything that its words or its
   * place in a list depend on takes a new row, so that searches that are being answered keep the one they found.
   */
  put({ row, text }: SearchedAoi): void {
    const { rows, texts, postings } = this
    const old = this.find(row.number)
    if (row.kindState === REMOVED) {
      if (old !== undefined) rows.kindState[old] = REMOVED
      return
    }
    const words = this.#encode(text)
    if (old !== undefined && rows.hasSameKeys(old, row) && texts.isText(old, words)) {
      rows.setState(old, row)
      return
    }
    if (old !== undefined) rows.kindState[old] = REMOVED
    this.#rowByNumber.set(row.number, rows.length)
    const start = this.#append(row, words)
    for (const [at, word] of words.entries()) postings.add(word, start + at)
  }

  #encode(text: string): number[] {
    return wordsOf(text).map((word) => this.vocabulary.encode(word))
  }

  /** Returns the position of the first word. */
  #append(row: Row, words: readonly number[]): number {
    this.rows.push(row)
    return this.texts.add(words)
  }
}
