import { partitionPoint } from '../../platform/kit/binary-search.ts'
import { WORD_EDGE } from './meaning.ts'

/** Words joined to one text, so that a single `indexOf` scans all of them. */
type Block = { text: string; starts: Uint32Array; firstCode: number }
const WORDS_PER_BLOCK = 8_192

/** Of a word: its entry in the map, its head, its start in a block. A letter is held twice, by the map and by the block. */
const WORD_BYTES = 64
const LETTER_BYTES = 3

/** A dictionary of all words: each has a code, counted up from 0. */
export class Vocabulary {
  readonly #codes = new Map<string, number>()
  readonly #blocks: Block[] = []
  /** Words that do not fill a block yet; joined by the next search. */
  #rest: string[] = []
  #restBlock: Block | undefined
  #letters = 0

  get size(): number {
    return this.#codes.size
  }

  get bytes(): number {
    return this.size * WORD_BYTES + this.#letters * LETTER_BYTES
  }

  /** The code of a word; an unknown word gets the next one. */
  encode(word: string): number {
    const code = this.#codes.get(word)
    if (code !== undefined) return code
    // A substring keeps the whole text that it was cut from in memory: a copy does not.
    const copy = Buffer.from(word).toString()
    const next = this.size
    this.#codes.set(copy, next)
    this.#letters += copy.length
    this.#restBlock = undefined
    if (this.#rest.push(copy) === WORDS_PER_BLOCK) {
      this.#blocks.push(joinWords(this.#rest, this.size - WORDS_PER_BLOCK))
      this.#rest = []
    }
    return next
  }

  /** The codes of the words that contain a pattern, which may include word edges; block by block. */
  *matching(pattern: string): Generator<number[]> {
    for (const block of this.#blocks) yield matchingIn(block, pattern)
    this.#restBlock ??= joinWords(this.#rest, this.size - this.#rest.length)
    yield matchingIn(this.#restBlock, pattern)
  }
}

const joinWords = (words: readonly string[], firstCode: number): Block => {
  const starts = new Uint32Array(words.length + 1)
  let at = 0
  words.forEach((word, index) => {
    starts[index] = at
    at += word.length + WORD_EDGE.length
  })
  starts[words.length] = at
  return { text: WORD_EDGE + words.map((word) => word + WORD_EDGE).join(''), starts, firstCode }
}

const matchingIn = ({ text, starts, firstCode }: Block, pattern: string): number[] => {
  const codes: number[] = []
  for (let at = text.indexOf(pattern); at >= 0; ) {
    const word = wordAt(starts, at)
    if (word === starts.length - 1) break
    codes.push(firstCode + word)
    at = text.indexOf(pattern, starts[word + 1])
  }
  return codes
}

/** The last word that starts at or before an offset. */
const wordAt = (starts: Uint32Array, offset: number): number =>
  partitionPoint(0, starts.length, (word) => (starts[word] as number) <= offset) - 1
