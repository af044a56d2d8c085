import { inSlices, WIDE_SLICE } from '../../platform/kit/slices.ts'
import type { Texts } from './texts.ts'

/** A position in a plain array, and its share of the map of these. */
const ADDED_BYTES = 16

/** The posting list of each word: the positions at which it stands. */
export class Postings {
  readonly #added = new Map<number, number[]>()
  readonly #positions: Uint32Array
  readonly #starts: Uint32Array

  private constructor(positions: Uint32Array, starts: Uint32Array) {
    this.#positions = positions
    this.#starts = starts
  }

  static empty(): Postings {
    return new Postings(new Uint32Array(0), new Uint32Array(1))
  }

  /** Of all texts so far, by counting sort. */
  static async build({ words, length }: Texts, wordCount: number): Promise<Postings> {
    const positions = new Uint32Array(length)
    const starts = await startsOf(words, length, wordCount)
    const next = starts.slice()
    const sort = (from: number, to: number) => {
      for (let position = from; position < to; position++) {
        const word = words[position] as number
        const place = next[word] as number
        positions[place] = position
        next[word] = place + 1
      }
    }
    await inSlices(0, length, sort, WIDE_SLICE)
    return new Postings(positions, starts)
  }

  get bytes(): number {
    const added = this.#added.values().reduce((sum, positions) => sum + positions.length, 0)
    return this.#positions.byteLength + this.#starts.byteLength + added * ADDED_BYTES
  }

  add(word: number, position: number): void {
    const positions = this.#added.get(word)
    if (positions) positions.push(position)
    else this.#added.set(word, [position])
  }

  countOf(word: number): number {
    const { length } = this.#positions
    const built = (this.#starts[word + 1] ?? length) - (this.#starts[word] ?? length)
    return built + (this.#added.get(word)?.length ?? 0)
  }

  positionsOf(word: number): [built: Uint32Array, added: readonly number[]] {
    const { length } = this.#positions
    const [from = length, to = length] = [this.#starts[word], this.#starts[word + 1]]
    return [this.#positions.subarray(from, to), this.#added.get(word) ?? []]
  }
}

/** Where the positions of each word begin; the last value is where those of the last word end. */
const startsOf = async (words: Uint32Array, length: number, wordCount: number): Promise<Uint32Array> => {
  const starts = new Uint32Array(wordCount + 1)
  const count = (from: number, to: number) => {
    for (let position = from; position < to; position++) {
      const after = (words[position] as number) + 1
      starts[after] = (starts[after] as number) + 1
    }
  }
  await inSlices(0, length, count, WIDE_SLICE)
  for (let word = 0; word < wordCount; word++) {
    starts[word + 1] = (starts[word + 1] as number) + (starts[word] as number)
  }
  return starts
}
