import type { Turns } from '../../platform/kit/slices.ts'
import { isListed } from '../../platform/language/meaning.ts'
import { isTypoOf, LEAST_LETTERS, type Spelling } from '../../platform/language/typo.ts'
import type { PreparedReport } from './likeness.ts'

/** Words compared by spelling: the most frequent ones. Others must be equal. */
const COMPARED_WORDS = 5_000

/** Which of many reports have a word, also misspelt. */
export class WordIndex {
  /** Places of reports by word, ascending. */
  readonly #places = new Map<string, number[]>()
  readonly #typos = new Map<string, string[]>()
  /** Reports without words are compared by everything else. */
  readonly #wordless: number[] = []

  static async of(reports: readonly PreparedReport[], turns: Turns): Promise<WordIndex> {
    const index = new WordIndex()
    const spellings = new Map<string, Spelling>()
    for (const [place, { meanings }] of reports.entries()) {
      await turns.next()
      if (meanings.spellings.length === 0) index.#wordless.push(place)
      for (const spelling of meanings.spellings) {
        const places = index.#places.get(spelling.word)
        if (places) places.push(place)
        else index.#places.set(spelling.word, [place])
        spellings.set(spelling.word, spelling)
      }
    }
    await index.#compareWords([...spellings.values()], turns)
    return index
  }

  async #compareWords(spellings: readonly Spelling[], turns: Turns): Promise<void> {
    const countOf = ({ word }: Spelling) => this.#places.get(word)?.length ?? 0
    const compared = spellings
      .filter(({ word }) => word.length >= LEAST_LETTERS)
      .toSorted((a, b) => countOf(b) - countOf(a))
      .slice(0, COMPARED_WORDS)
    for (const spelling of compared) {
      if (isListed(spelling.word)) continue
      await turns.next()
      const typos = compared.filter((other) => other !== spelling && isTypoOf(spelling, other)).map(({ word }) => word)
      if (typos.length > 0) this.#typos.set(spelling.word, typos)
    }
  }

  isMisspeltIn = ({ word }: Spelling, { byMeaning }: PreparedReport['meanings']): boolean =>
    this.#typos.get(word)?.some((other) => byMeaning.has(other)) ?? false

  /** Indexes of later reports that share a word, or where either has none, ascending. */
  sharing({ meanings }: PreparedReport, place: number, count: number): Iterable<number> {
    if (meanings.spellings.length === 0) return Array.from({ length: count - place - 1 }, (_, at) => place + 1 + at)
    const found = new Set(this.#wordless.filter((other) => other > place))
    for (const { word } of meanings.spellings)
      for (const each of [word, ...(this.#typos.get(word) ?? [])])
        for (const other of this.#places.get(each) ?? []) if (other > place) found.add(other)
    return [...found].sort((a, b) => a - b)
  }
}
