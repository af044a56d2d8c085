import type { Db } from '../../db/database.ts'
import { inSlices, WIDE_SLICE } from '../memory/slices.ts'
import { authorIds, numberIn } from '../search.ts'
import { flagged } from './conditions.ts'
import { piecesOf } from './pieces.ts'
import type { Words } from './words.ts'

/** Every so many rows are many. */
const MANY = 8

/** Rows, each once. */
class Hits {
  readonly #isHit: Uint8Array
  readonly #rows: Uint32Array
  #count = 0

  constructor(most: number) {
    this.#isHit = new Uint8Array(most)
    this.#rows = new Uint32Array(most)
  }

  /** Where they are many, in the order of the table: jumping about in its columns would take longer than all the rest. */
  async rows(): Promise<Uint32Array> {
    if (this.#count * MANY > this.#isHit.length) {
      this.#count = 0
      const collect = (from: number, to: number) => {
        for (let row = from; row < to; row++) if (this.#isHit[row]) this.#rows[this.#count++] = row
      }
      await inSlices(0, this.#isHit.length, collect, WIDE_SLICE)
    }
    return this.#rows.subarray(0, this.#count)
  }

  /** A row that came after the search began is left to the next one. */
  add(row: number): void {
    if (this.#isHit[row] !== 0) return
    this.#isHit[row] = 1
    this.#rows[this.#count++] = row
  }
}

/** What a search asks of texts: words that follow each other, one of each kind. Of the rarest there are so many. */
export type Sought = { text: string; kinds: Uint8Array[]; rarest: number; count: number }

export const soughtBy = (words: Words, text: string): Sought | undefined => {
  const kinds = piecesOf(text).map((piece) => wordsWith(words, piece))
  const counts = kinds.map((isOfKind) => countOf(words, isOfKind))
  const count = Math.min(...counts)
  return kinds.length === 0 ? undefined : { text, kinds, rarest: counts.indexOf(count), count }
}

/** The rows that have what is sought, or are of someone who is called so, or have this number. */
export const hitsOf = async (db: Db, words: Words, sought: Sought): Promise<Uint32Array> => {
  const { rows } = words
  const hits = new Hits(rows.length)
  await addTexts(words, sought, hits)
  const ids = await authorIds(db, sought.text)
  if (ids.length > 0) {
    const isAuthor = flagged(rows.creators, ids)
    const addOwn = (from: number, to: number) => {
      for (let row = from; row < to; row++) if (isAuthor[rows.creator[row] as number]) hits.add(row)
    }
    await inSlices(0, rows.length, addOwn, WIDE_SLICE)
  }
  const numbered = words.find(numberIn(sought.text) ?? -1)
  if (numbered !== undefined) hits.add(numbered)
  return hits.rows()
}

/** Where several words are sought, the neighbours of the rarest are looked at. */
const addTexts = async (words: Words, { kinds, rarest }: Sought, hits: Hits): Promise<void> => {
  const { texts } = words
  const isAlone = kinds.length === 1
  for (const positions of positionsOf(words, kinds[rarest] as Uint8Array)) {
    const addRows = (from: number, to: number) => {
      for (let at = from; at < to; at++) {
        const position = positions[at] as number
        if (isAlone || texts.isInTurn(position, kinds, rarest)) hits.add(texts.rowAt(position))
      }
    }
    await inSlices(0, positions.length, addRows, WIDE_SLICE)
  }
}

/** 1 for each word. */
const wordsWith = ({ vocabulary }: Words, piece: string): Uint8Array => {
  const flags = new Uint8Array(vocabulary.size)
  for (const word of vocabulary.having(piece)) flags[word] = 1
  return flags
}

function* positionsOf({ postings }: Words, isSought: Uint8Array): Generator<ArrayLike<number>> {
  for (let word = isSought.indexOf(1); word >= 0; word = isSought.indexOf(1, word + 1)) yield* postings.of(word)
}

const countOf = (words: Words, isSought: Uint8Array): number =>
  positionsOf(words, isSought).reduce((count, { length }) => count + length, 0)
