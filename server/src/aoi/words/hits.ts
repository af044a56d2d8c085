import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import { inSlices, Pace, SLICE, WIDE_SLICE } from '../memory/slices.ts'
import { authorIds, numberIn } from '../search.ts'
import { flagged } from './conditions.ts'
import { piecesOf } from './pieces.ts'
import { roomFor } from './texts.ts'
import type { Words } from './words.ts'

/** Where every eighth row is a hit, going through all of them is faster than jumping about. */
const DENSE = 8

/** Rows, each once. One that came after the search began is none of them. */
class Hits {
  readonly #isHit: Uint8Array
  #rows = new Uint32Array(2 ** 12)
  #count = 0

  constructor(most: number) {
    this.#isHit = new Uint8Array(most)
  }

  add(row: number): void {
    if (this.#isHit[row] !== 0) return
    this.#isHit[row] = 1
    this.#rows = roomFor(this.#rows, this.#count + 1)
    this.#rows[this.#count++] = row
  }

  async rows(): Promise<Uint32Array> {
    if (this.#count * DENSE > this.#isHit.length) {
      this.#count = 0
      const collect = (from: number, to: number) => {
        for (let row = from; row < to; row++) if (this.#isHit[row]) this.#rows[this.#count++] = row
      }
      await inSlices(0, this.#isHit.length, collect, WIDE_SLICE)
    }
    return this.#rows.subarray(0, this.#count)
  }
}

/** What a search asks of texts: words that follow each other, one of each kind. Of the rarest there are so many. */
export type Sought = { text: string; kinds: Uint8Array[]; rarest: number; count: number }

/** Nothing where words cannot tell. */
export const soughtBy = async (words: Words, text: string): Promise<Sought | undefined> => {
  const kinds: Uint8Array[] = []
  const counts: number[] = []
  for (const piece of piecesOf(text)) {
    const { isOfKind, count } = await kindOf(words, piece)
    kinds.push(isOfKind)
    counts.push(count)
  }
  const count = Math.min(...counts)
  return kinds.length === 0 ? undefined : { text, kinds, rarest: counts.indexOf(count), count }
}

/** 1 for each word that has a piece, and how often these are written. */
const kindOf = async ({ vocabulary, postings }: Words, piece: string) => {
  const isOfKind = new Uint8Array(vocabulary.size)
  const pace = new Pace()
  let count = 0
  for (const codes of vocabulary.having(piece)) {
    for (const word of codes) {
      isOfKind[word] = 1
      count += postings.countOf(word)
    }
    if (pace.isOver(codes.length + 1)) await nextTurn()
  }
  return { isOfKind, count }
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
  const others = kinds.flatMap((isOfKind, at) => (at === rarest ? [] : { isOfKind, distance: at - rarest }))
  const [next] = others
  const pace = new Pace()
  for (const positions of positionsOf(words, kinds[rarest] as Uint8Array)) {
    for (let from = 0; from < positions.length; from += SLICE) {
      const to = Math.min(from + SLICE, positions.length)
      for (let at = from; at < to; at++) {
        const position = positions[at] as number
        // Most have something else beside them.
        if (next && !next.isOfKind[texts.words[position + next.distance] as number]) continue
        if (!next || texts.isAmong(position, others)) hits.add(texts.rowAt(position))
      }
      if (pace.isOver(to - from)) await nextTurn()
    }
  }
}

function* positionsOf({ postings }: Words, isSought: Uint8Array): Generator<ArrayLike<number>> {
  for (let word = isSought.indexOf(1); word >= 0; word = isSought.indexOf(1, word + 1)) yield* postings.of(word)
}
