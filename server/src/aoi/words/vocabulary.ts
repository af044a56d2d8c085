/** Stands on both sides of every word, and in none. */
export const EDGE = '\n'

/** Words that are joined, so that all of them are looked through at once. */
type Block = { text: string; starts: Uint32Array; first: number }
const WORDS_IN_BLOCK = 8_192

/** Every word once, with a number for a name. */
export class Vocabulary {
  readonly #codes = new Map<string, number>()
  readonly #blocks: Block[] = []
  /** Those that fill no block yet, joined when somebody searches. */
  #rest: string[] = []
  #last: Block | undefined

  get size(): number {
    return this.#codes.size
  }

  codeOf(word: string): number {
    const known = this.#codes.get(word)
    if (known !== undefined) return known
    // What is cut out of a text holds on to the whole of it.
    const own = Buffer.from(word).toString()
    const code = this.size
    this.#codes.set(own, code)
    this.#last = undefined
    if (this.#rest.push(own) === WORDS_IN_BLOCK) {
      this.#blocks.push(joined(this.#rest, this.size - WORDS_IN_BLOCK))
      this.#rest = []
    }
    return code
  }

  /** The words that have a piece in them, block by block; edges are a part of it. */
  *having(piece: string): Generator<number[]> {
    for (const block of this.#blocks) yield havingIn(block, piece)
    this.#last ??= joined(this.#rest, this.size - this.#rest.length)
    yield havingIn(this.#last, piece)
  }
}

const joined = (words: readonly string[], first: number): Block => {
  const starts = new Uint32Array(words.length + 1)
  let at = 0
  words.forEach((word, index) => {
    starts[index] = at
    at += word.length + EDGE.length
  })
  starts[words.length] = at
  return { text: EDGE + words.map((word) => word + EDGE).join(''), starts, first }
}

const havingIn = ({ text, starts, first }: Block, piece: string): number[] => {
  const codes: number[] = []
  for (let at = text.indexOf(piece); at >= 0; ) {
    const word = lastUpTo(starts, at)
    if (word === starts.length - 1) break
    codes.push(first + word)
    at = text.indexOf(piece, starts[word + 1])
  }
  return codes
}

const lastUpTo = (starts: Uint32Array, at: number): number => {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] as number) <= at) low = middle
    else high = middle - 1
  }
  return low
}
