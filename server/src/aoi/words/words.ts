import { setImmediate as nextTurn } from 'node:timers/promises'
import { ByNumber } from '../memory/by-number.ts'
import { GONE } from '../memory/look.ts'
import { inSlices, Pace } from '../memory/slices.ts'
import { wordsOf } from './pieces.ts'
import { Postings } from './postings.ts'
import { type Row, Rows } from './rows.ts'
import { Texts } from './texts.ts'
import { Vocabulary } from './vocabulary.ts'

/** How many may change before everything is read anew: by name, each of them has to be asked about. */
const MOST_LOOSE = 20_000
const LEAST_LOOSE = 1_000

export type Told = [row: Row, text: string]

/** The words of all AOIs: a row for each, and a new one whenever it changes. */
export class Words {
  readonly rows = new Rows()
  readonly vocabulary = new Vocabulary()
  readonly texts = new Texts()
  postings = Postings.none()
  #byNumber = ByNumber.none()
  #settled = 0

  /** Takes in all texts at once; they are found when they are settled. */
  async read(parts: AsyncIterable<Iterable<Told>>): Promise<void> {
    const pace = new Pace()
    for await (const part of parts) {
      for (const told of part) {
        this.#append(told)
        if (pace.isOver(told[1].length >> 1)) await nextTurn()
      }
    }
  }

  async settle(numbersByName: Uint32Array): Promise<void> {
    const { rows, vocabulary } = this
    this.postings = await Postings.of(this.texts, vocabulary.size)
    this.#byNumber = await ByNumber.of(rows.number.subarray(0, rows.length))
    this.#settled = rows.length
    await inSlices(0, numbersByName.length, (from, to) => {
      for (let place = from; place < to; place++) {
        const row = this.find(numbersByName[place] as number)
        if (row !== undefined) rows.rank[row] = place + 1
      }
    })
  }

  get isWorn(): boolean {
    return this.rows.length - this.#settled > Math.min(MOST_LOOSE, LEAST_LOOSE + (this.#settled >> 3))
  }

  /** Also of one that is gone. */
  find(number: number): number | undefined {
    return this.#byNumber.find(number)
  }

  put(told: Told): void {
    const [{ number, look }] = told
    const old = this.find(number)
    if (old !== undefined) this.rows.look[old] = GONE
    if (look === GONE) return
    this.#byNumber.set(number, this.rows.length)
    const from = this.#append(told)
    const { words, length } = this.texts
    for (let position = from; position < length; position++) this.postings.add(words[position] as number, position)
  }

  /** Answers where its words begin. */
  #append([row, text]: Told): number {
    this.rows.push(row)
    return this.texts.add(wordsOf(text).map((word) => this.vocabulary.codeOf(word)))
  }
}
