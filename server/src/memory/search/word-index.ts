import { setImmediate as nextTurn } from 'node:timers/promises'
import { inSlices, Pace } from '../../platform/kit/slices.ts'
import { type AoiPart, TEXT_SEPARATOR } from '../live-view/aoi-part.ts'
import { idWords } from '../live-view/id-column.ts'
import { REMOVED } from '../live-view/kind-state.ts'
import { RowByNumber } from '../live-view/row-by-number.ts'
import { wordsOf } from './meaning.ts'
import { Postings } from './postings.ts'
import { ROW_COLUMNS, type Row, Rows } from './rows.ts'
import { RowsById } from './rows-by-id.ts'
import { LetterBuffer, mostWords, TextWords } from './text-words.ts'
import { Texts } from './texts.ts'
import { Vocabulary } from './vocabulary.ts'

/** Rows that may be added before everything is loaded anew: they have no rank, so that each search by name asks for all. */
const MAX_ADDED = 20_000
const MIN_ADDED = 1_000
const ID_BYTES = 16
/** Later texts may be a little longer. */
const SPARE_TEXT = 1.05

export type SearchedAoi = { row: Row; text: string }

export const WORD_COLUMNS = [...ROW_COLUMNS, 'id', 'searchText'] as const

/** The words of one service. */
export type ServiceWords = { serviceId: string; index: WordIndex }

/** An inverted index of the words of a service's AOIs. An AOI whose text, name or place changes gets a new row. */
export class WordIndex {
  readonly rows = new Rows()
  readonly vocabulary = new Vocabulary()
  readonly texts = new Texts()
  postings = Postings.empty()
  #rowByNumber = RowByNumber.empty()
  #builtCount = 0
  /** Of the rows as they were loaded, until they are ranked. */
  #ids: Buffer[] = []
  readonly #expectedRows: number
  /** Until everything is loaded. */
  #encoding: { letterBuffer: LetterBuffer; words: TextWords } | undefined

  /** `rowCount`: how many will be appended, more or less. */
  constructor(rowCount = 0) {
    this.#expectedRows = rowCount
    this.rows.reserve(rowCount)
  }

  /** Appends AOIs as they were read; after the last of them comes `finish`. */
  async append(part: AoiPart<(typeof WORD_COLUMNS)[number]>): Promise<void> {
    const { id, searchText, count } = part
    this.#encoding ??= { letterBuffer: new LetterBuffer(), words: new TextWords(this.vocabulary) }
    const { letterBuffer, words } = this.#encoding
    this.#ids.push(id)
    this.rows.append(part)
    const letters = letterBuffer.lettersOf(searchText)
    const pace = new Pace()
    for (let index = 0, start = 0; index < count; index++) {
      const separator = searchText.indexOf(TEXT_SEPARATOR, start)
      const end = separator < 0 ? searchText.length : separator
      this.texts.reserve(mostWords(end - start))
      this.texts.endRow(words.encode(letters, start, end, this.texts.words, this.texts.length))
      if (pace.isOver((end - start) >> 2)) await nextTurn()
      start = end + 1
    }
    if (this.rows.length === count) this.#reserveTexts()
  }

  /** Room for the texts to come, which may be as long as the first ones: columns that grow again and again are copied each time. */
  #reserveTexts(): void {
    const { length } = this.rows
    const missing = Math.max(0, this.#expectedRows - length)
    this.texts.reserve(Math.ceil((this.texts.length / length) * missing * SPARE_TEXT), missing)
  }

  /** Makes what was loaded searchable while `parts` are read: the ids of all AOIs in the order of their names. */
  async finish(parts: AsyncIterable<Buffer>): Promise<void> {
    this.#encoding = undefined
    await Promise.all([this.#rank(parts), this.#build()])
  }

  async #rank(parts: AsyncIterable<Buffer>): Promise<void> {
    const rowsById = await RowsById.build(idWords(Buffer.concat(this.#ids)))
    this.#ids = []
    let rank = 0
    for await (const part of parts) {
      const ids = idWords(part)
      await inSlices(0, part.length / ID_BYTES, (from, to) => {
        for (let place = from; place < to; place++) {
          const row = rowsById.find(ids, place)
          if (row !== undefined) this.rows.rank[row] = ++rank
        }
      })
    }
  }

  async #build(): Promise<void> {
    const { rows, vocabulary } = this
    this.postings = await Postings.build(this.texts, vocabulary.size)
    this.#rowByNumber = await RowByNumber.build(rows.number.subarray(0, rows.length))
    this.#builtCount = rows.length
  }

  get bytes(): number {
    const { rows, texts, postings, vocabulary } = this
    return rows.bytes + texts.bytes + postings.bytes + vocabulary.bytes + this.#rowByNumber.bytes
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
