import type { LngLat } from '#contract'
import { meaningsIn } from '../../platform/language/meaning.ts'

export type Example = { typeId: string; text: string; place: LngLat | null }
export type Guess = { typeId: string; probability: number; words: string[] }

const LEAST_EXAMPLES = 20
const LEAST_SURE = 0.5
const LEAST_OFFERED = 0.03
const OFFERED = 3
const WORDS_NAMED = 3
/** Additive smoothing, so that a new word does not rule a type out. */
const SMOOTHING = 0.3
/** About a kilometre: events tend to recur at the same place. */
const CELL_DEGREES = 0.01

const cellOf = ([lng, lat]: LngLat): string => `${Math.floor(lng / CELL_DEGREES)} ${Math.floor(lat / CELL_DEGREES)}`

/** Counts of each meaning and each map cell among events of one type. */
class TypeCounts {
  examples = 0
  meanings = 0
  readonly byMeaning = new Map<string, number>()
  readonly byCell = new Map<string, number>()
}

const addTo = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

/** Naive Bayes over words and place. Words count by meaning, so that examples in one language help with the other. */
export class TypeModel {
  readonly #types = new Map<string, TypeCounts>()
  readonly #allMeanings = new Map<string, number>()
  readonly #allCells = new Set<string>()
  #examples = 0

  learn({ typeId, text, place }: Example): void {
    const type = this.#types.get(typeId) ?? new TypeCounts()
    this.#types.set(typeId, type)
    type.examples++
    this.#examples++
    for (const meaning of meaningsIn(text).keys()) {
      type.meanings++
      addTo(type.byMeaning, meaning)
      addTo(this.#allMeanings, meaning)
    }
    if (!place) return
    addTo(type.byCell, cellOf(place))
    this.#allCells.add(cellOf(place))
  }

  /** The most probable types with the deciding words; none if uncertain. */
  guess(text: string, place: LngLat | null): Guess[] {
    const known = [...meaningsIn(text)].filter(([meaning]) => this.#allMeanings.has(meaning))
    if (this.#examples < LEAST_EXAMPLES || this.#types.size < 2 || known.length === 0) return []
    const scores = [...this.#types].map(([typeId, type]) => ({
      typeId,
      type,
      score:
        Math.log(type.examples / this.#examples) +
        known.reduce((sum, [meaning]) => sum + this.#weight(type, meaning), 0) +
        (place ? this.#weightOfPlace(type, place) : 0),
    }))
    const best = Math.max(...scores.map(({ score }) => score))
    const total = scores.reduce((sum, { score }) => sum + Math.exp(score - best), 0)
    const guesses = scores
      .map(({ typeId, type, score }) => ({ typeId, type, probability: Math.exp(score - best) / total }))
      .toSorted((one, other) => other.probability - one.probability)
      .slice(0, OFFERED)
    if ((guesses[0]?.probability ?? 0) < LEAST_SURE) return []
    // Without a known word, only the best guess by place is offered.
    return guesses
      .map(({ typeId, type, probability }) => ({ typeId, probability, words: this.#decisive(type, known) }))
      .filter(({ probability, words }, index) => index === 0 || (probability >= LEAST_OFFERED && words.length > 0))
  }

  #weight(type: TypeCounts, meaning: string): number {
    const seen = type.byMeaning.get(meaning) ?? 0
    return Math.log((seen + SMOOTHING) / (type.meanings + SMOOTHING * this.#allMeanings.size))
  }

  #weightOfPlace(type: TypeCounts, place: LngLat): number {
    const seen = type.byCell.get(cellOf(place)) ?? 0
    return Math.log((seen + SMOOTHING) / (type.examples + SMOOTHING * (this.#allCells.size + 1)))
  }

  /** The words that favour this type most, in their order in the text. */
  #decisive(type: TypeCounts, known: [meaning: string, written: string][]): string[] {
    const lifts = known
      .map(([meaning, written]) => {
        const share = (type.byMeaning.get(meaning) ?? 0) / type.examples
        return { written, lift: share / ((this.#allMeanings.get(meaning) ?? 1) / this.#examples) }
      })
      .filter(({ lift }) => lift > 1)
    const named = new Set(lifts.toSorted((one, other) => other.lift - one.lift).slice(0, WORDS_NAMED))
    return lifts.filter((one) => named.has(one)).map(({ written }) => written)
  }
}
