import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../platform/db/database.ts'
import { withRoom } from '../../platform/kit/column.ts'
import { inSlices, Pace, SLICE, WIDE_SLICE } from '../../platform/kit/slices.ts'
import { findAuthors, findNumber, wordPatterns } from './meaning.ts'
import { flagsOf } from './rows.ts'
import type { WordIndex } from './word-index.ts'

/** If more than every eighth row is a hit, reading the flags of all rows is faster than rows in a random order. */
const DENSE = 8

/** A set of rows. Rows that are appended to the index after it was made are never in it. */
class RowSet {
  readonly #isHit: Uint8Array
  #rows = new Uint32Array(2 ** 12)
  #count = 0

  constructor(rowCount: number) {
    this.#isHit = new Uint8Array(rowCount)
  }

  add(row: number): void {
    if (this.#isHit[row] !== 0) return
    this.#isHit[row] = 1
    this.#rows = withRoom(this.#rows, this.#count + 1)
    this.#rows[this.#count++] = row
  }

  async toArray(): Promise<Uint32Array> {
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

/** The words that match each pattern of a search, as flags over the vocabulary. */
export type WordQuery = {
  text: string
  matches: Uint8Array[]
  /** The pattern whose words are written least often, and how often that is. */
  rarest: number
  rarestCount: number
}

/** Returns undefined if words cannot decide the search. */
export const wordQueryOf = async (index: WordIndex, text: string): Promise<WordQuery | undefined> => {
  const matches: Uint8Array[] = []
  const counts: number[] = []
  for (const pattern of wordPatterns(text)) {
    const { isMatch, count } = await matchingWords(index, pattern)
    matches.push(isMatch)
    counts.push(count)
  }
  const rarestCount = Math.min(...counts)
  return matches.length === 0 ? undefined : { text, matches, rarest: counts.indexOf(rarestCount), rarestCount }
}

const matchingWords = async ({ vocabulary, postings }: WordIndex, pattern: string) => {
  const isMatch = new Uint8Array(vocabulary.size)
  const pace = new Pace()
  let count = 0
  for (const codes of vocabulary.matching(pattern)) {
    for (const word of codes) {
      isMatch[word] = 1
      count += postings.countOf(word)
    }
    if (pace.isOver(codes.length + 1)) await nextTurn()
  }
  return { isMatch, count }
}

/** The rows that match by their text, their author or their number; removed rows may be among them. */
export const findHits = async (db: Db, index: WordIndex, query: WordQuery): Promise<Uint32Array> => {
  const { rows } = index
  const hits = new RowSet(rows.length)
  await addByText(index, query, hits)
  const authorIds = await findAuthors(db, query.text)
  if (authorIds.length > 0) {
    const isAuthor = flagsOf(rows.creators, authorIds)
    const addByAuthor = (from: number, to: number) => {
      for (let row = from; row < to; row++) if (isAuthor[rows.creator[row] as number]) hits.add(row)
    }
    await inSlices(0, rows.length, addByAuthor, WIDE_SLICE)
  }
  const numbered = index.find((await findNumber(db, query.text)) ?? -1)
  if (numbered !== undefined) hits.add(numbered)
  return hits.toArray()
}

/** Reads the posting lists of the rarest pattern, and checks the words around each position. */
const addByText = async (index: WordIndex, { matches, rarest }: WordQuery, hits: RowSet): Promise<void> => {
  const { texts } = index
  const neighbours = matches.flatMap((isMatch, at) => (at === rarest ? [] : { isMatch, distance: at - rarest }))
  const [next] = neighbours
  const pace = new Pace()
  for (const positions of positionsOf(index, matches[rarest] as Uint8Array)) {
    for (let from = 0; from < positions.length; from += SLICE) {
      const to = Math.min(from + SLICE, positions.length)
      for (let at = from; at < to; at++) {
        const position = positions[at] as number
        // One neighbour rules out most positions.
        if (next && !next.isMatch[texts.words[position + next.distance] as number]) continue
        if (!next || texts.hasNeighbours(position, neighbours)) hits.add(texts.rowAt(position))
      }
      if (pace.isOver(to - from)) await nextTurn()
    }
  }
}

function* positionsOf({ postings }: WordIndex, isMatch: Uint8Array): Generator<ArrayLike<number>> {
  for (let word = isMatch.indexOf(1); word >= 0; word = isMatch.indexOf(1, word + 1)) yield* postings.positionsOf(word)
}
