import type { Turns } from '../../platform/kit/slices.ts'
import { isListed } from '../../platform/language/meaning.ts'
import { isTypoOf, LEAST_LETTERS, type Spelling } from '../../platform/language/typo.ts'
import { type PreparedReport, weightOf } from './likeness.ts'

/** The number of most frequent words that also match when misspelt. Other words must be equal. */
const COMPARED_WORDS = 5_000

/** Index from words, also misspelt, to the reports that contain them. */
export class WordIndex {
  /** Each word with the positions of the reports that contain it, ascending. */
  readonly #words = new Map<string, { spelling: Spelling; places: number[] }>()
  readonly #typos = new Map<string, string[]>()
  readonly #weights: Float64Array
  /** The number of the last word that was counted for each report. */
  readonly #countedFor: Int32Array

  constructor(reports: number) {
    this.#weights = new Float64Array(reports)
    this.#countedFor = new Int32Array(reports)
  }

  static async of(reports: readonly PreparedReport[], turns: Turns): Promise<WordIndex> {
    const index = new WordIndex(reports.length)
    for (const [place, { meanings }] of reports.entries()) {
      await turns.next()
      for (const spelling of meanings.spellings) {
        const entry = index.#words.get(spelling.word)
        if (entry) entry.places.push(place)
        else index.#words.set(spelling.word, { spelling, places: [place] })
      }
    }
    await index.#compareWords(turns)
    return index
  }

  async #compareWords(turns: Turns): Promise<void> {
    const byCount: Spelling[][] = []
    for (const { spelling, places } of this.#words.values()) {
      if (spelling.word.length < LEAST_LETTERS) continue
      byCount[places.length] ??= []
      byCount[places.length]?.push(spelling)
    }
    const compared = byCount
      .reverse()
      .flat()
      .slice(0, COMPARED_WORDS)
      .map((spelling) => ({ spelling, isKnown: isListed(spelling.word) }))
    for (const [at, { spelling, isKnown }] of compared.entries()) {
      await turns.next()
      for (let next = at + 1; next < compared.length; next++) {
        const other = compared[next]
        if (!other || (isKnown && other.isKnown) || !isTypoOf(spelling, other.spelling)) continue
        if (!isKnown) this.#addTypo(spelling.word, other.spelling.word)
        if (!other.isKnown) this.#addTypo(other.spelling.word, spelling.word)
      }
    }
  }

  #addTypo(word: string, typo: string): void {
    const typos = this.#typos.get(word)
    if (typos) typos.push(typo)
    else this.#typos.set(word, [typo])
  }

  isMisspeltIn = ({ word }: Spelling, { byMeaning }: PreparedReport['meanings']): boolean =>
    this.#typos.get(word)?.some((other) => byMeaning.has(other)) ?? false

  /** For each report, by position, the weight of the words that it shares with the given report, also misspelt. */
  async sharedWeights({ meanings }: PreparedReport, turns: Turns): Promise<Float64Array> {
    const weights = this.#weights.fill(0)
    const countedFor = this.#countedFor.fill(-1)
    for (const [number, { word }] of meanings.spellings.entries()) {
      await turns.next()
      const weight = weightOf(word)
      for (const each of [word, ...(this.#typos.get(word) ?? [])])
        for (const place of this.#words.get(each)?.places ?? []) {
          if (countedFor[place] === number) continue
          countedFor[place] = number
          weights[place] = (weights[place] ?? 0) + weight
        }
    }
    return weights
  }
}
