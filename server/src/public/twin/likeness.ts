import { distanceMetres, type LngLat } from '#contract'
import { isListed, meaningsIn } from '../../platform/language/meaning.ts'
import { isTypoOf, type Spelling, spellingOf } from '../../platform/language/typo.ts'

export type ComparedReport = {
  typeId: string | null
  typeName: string
  place: LngLat
  createdAt: Date
  text: string
  answers: readonly { questionId: string; value: string }[]
}

export type TwinRange = { radiusMetres: number; hours: number }

/** The score, 0 to 1, with its reasons. */
export type Likeness = { score: number; metres: number; minutes: number; words: string[] }

/** Duplicates are shown from this score on; below it, chance is as likely. */
export const SHOWN_SCORE = 0.52
/** From this score on the server suggests merging. */
export const SUGGESTED_SCORE = 0.75

/** Weights of the score. Words decide, since most reports close in place and time differ. */
const WEIGHTS = { words: 0.5, type: 0.2, place: 0.18, time: 0.12 }

type Meanings = { byMeaning: ReadonlyMap<string, string>; spellings: readonly Spelling[]; weight: number }

const readMeanings = (text: string): Meanings => {
  const byMeaning = meaningsIn(text)
  return { byMeaning, spellings: [...byMeaning.keys()].map(spellingOf), weight: weightOfAll(byMeaning.keys()) }
}

export type PreparedReport = { report: ComparedReport; meanings: Meanings; typeMeanings: Meanings }

/** Reads the words once, to compare one report with many. */
export const prepareReport = (report: ComparedReport): PreparedReport => ({
  report,
  meanings: readMeanings(report.text),
  typeMeanings: readMeanings(report.typeName),
})

export const weightOf = (meaning: string): number => (isListed(meaning) ? 1 : 0.4)
const weightOfAll = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weightOf(word), 0)

/** The most significant words come first, as reasons for people. */
const MOST_WORDS = 5
const byWeight = (words: readonly string[]) => words.toSorted((a, b) => weightOf(b) - weightOf(a))

type FindTypo = (spelling: Spelling, text: Meanings) => boolean

const findTypo: FindTypo = (spelling, { spellings }) => spellings.some((other) => isTypoOf(spelling, other))

const sharedMeanings = (a: Meanings, b: Meanings, isMisspeltIn: FindTypo): string[] =>
  a.spellings.flatMap((spelling) => {
    const { word } = spelling
    return b.byMeaning.has(word) || (!isListed(word) && isMisspeltIn(spelling, b)) ? [word] : []
  })

/** 1: the shorter text adds nothing. Texts without words count as neutral. */
const wordLikeness = (sharedWeight: number, a: Meanings, b: Meanings): number => {
  const smaller = Math.min(a.weight, b.weight)
  if (smaller === 0) return 0.4
  // Mostly by the shorter text: many extra words suggest another event.
  return Math.min(1, 0.75 * (sharedWeight / smaller) + 0.25 * (sharedWeight / Math.max(a.weight, b.weight)))
}

/** 1 for the same type, half for types whose names share a meaning. */
const typeLikeness = (a: PreparedReport, b: PreparedReport): number => {
  if (a.report.typeId === b.report.typeId) return 1
  return sharedMeanings(a.typeMeanings, b.typeMeanings, findTypo).length > 0 ? 0.5 : 0
}

/** Agreement of answers to the same questions, -1 to 1; 0 without any. */
const answerAgreement = (a: ComparedReport, b: ComparedReport): number => {
  const others = new Map(b.answers.map(({ questionId, value }) => [questionId, value.trim().toLowerCase()]))
  const pairs = a.answers.flatMap(({ questionId, value }) => {
    const other = others.get(questionId)
    return other && value.trim() ? [value.trim().toLowerCase() === other ? 1 : -1] : []
  })
  return pairs.length === 0 ? 0 : pairs.reduce<number>((sum, one) => sum + one, 0) / pairs.length
}

const ANSWERS_WEIGHT = 0.06

/** Highest score of reports whose shared words have this weight. */
export const highestScore = (a: PreparedReport, b: PreparedReport, sharedWeight: number): number =>
  WEIGHTS.words * wordLikeness(sharedWeight, a.meanings, b.meanings) +
  (WEIGHTS.type + WEIGHTS.place + WEIGHTS.time + ANSWERS_WEIGHT)

type Distance = Pick<Likeness, 'score' | 'metres' | 'minutes'>

/**
 * Probability that two reports are of one event. Undefined outside the range or if the range is off. Place and time
 * count fully up to a third of the range, then less: reporters stand close to what they see.
 */
export const scoreOf = (
  a: PreparedReport,
  b: PreparedReport,
  range: TwinRange,
  sharedWeight: number,
): Distance | undefined => {
  const metres = distanceMetres(a.report.place, b.report.place)
  const minutes = Math.abs(a.report.createdAt.getTime() - b.report.createdAt.getTime()) / 60_000
  if (range.radiusMetres === 0 || range.hours === 0) return undefined
  if (metres > range.radiusMetres || minutes > range.hours * 60) return undefined
  const closeness = (part: number) => 1 - Math.max(0, part - 1 / 3) * 1.5
  const score =
    WEIGHTS.words * wordLikeness(sharedWeight, a.meanings, b.meanings) +
    WEIGHTS.type * typeLikeness(a, b) +
    WEIGHTS.place * closeness(metres / range.radiusMetres) +
    WEIGHTS.time * closeness(minutes / (range.hours * 60)) +
    ANSWERS_WEIGHT * answerAgreement(a.report, b.report)
  return { score: Math.max(0, Math.min(1, score)), metres: Math.round(metres), minutes: Math.round(minutes) }
}

/** The score of two reports with the words that they share. */
export const likenessOf = (
  a: PreparedReport,
  b: PreparedReport,
  range: TwinRange,
  isMisspeltIn: FindTypo = findTypo,
): Likeness | undefined => {
  const words = sharedMeanings(a.meanings, b.meanings, isMisspeltIn)
  const distance = scoreOf(a, b, range, weightOfAll(words))
  return (
    distance && {
      ...distance,
      words: byWeight(words)
        .slice(0, MOST_WORDS)
        .map((word) => a.meanings.byMeaning.get(word) ?? word),
    }
  )
}
