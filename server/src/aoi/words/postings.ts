import { inSlices, WIDE_SLICE } from '../memory/slices.ts'
import type { Texts } from './texts.ts'

/** At which positions a word stands. */
export class Postings {
  readonly #since = new Map<number, number[]>()
  readonly #positions: Uint32Array
  readonly #starts: Uint32Array

  private constructor(positions: Uint32Array, starts: Uint32Array) {
    this.#positions = positions
    this.#starts = starts
  }

  static none(): Postings {
    return new Postings(new Uint32Array(0), new Uint32Array(1))
  }

  static async of({ words, length }: Texts, wordCount: number): Promise<Postings> {
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

  add(word: number, position: number): void {
    const positions = this.#since.get(word)
    if (positions) positions.push(position)
    else this.#since.set(word, [position])
  }

  countOf(word: number): number {
    const { length } = this.#positions
    const settled = (this.#starts[word + 1] ?? length) - (this.#starts[word] ?? length)
    return settled + (this.#since.get(word)?.length ?? 0)
  }

  of(word: number): [settled: Uint32Array, since: readonly number[]] {
    const { length } = this.#positions
    const [from = length, to = length] = [this.#starts[word], this.#starts[word + 1]]
    return [this.#positions.subarray(from, to), this.#since.get(word) ?? []]
  }
}

/** Where the positions of each word begin, and after the last one where they end. */
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
