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

/** The score from 0 to 1 with its reasons. */
export type Likeness = { score: number; metres: number; minutes: number; words: string[] }

/** Duplicates are shown from this score on. Lower scores are as likely to be chance. */
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

/** Parses the words of a report once, before it is compared with many others. */
export const prepareReport = (report: ComparedReport): PreparedReport => ({
  report,
  meanings: readMeanings(report.text),
  typeMeanings: readMeanings(report.typeName),
})

export const weightOf = (meaning: string): number => (isListed(meaning) ? 1 : 0.4)
const weightOfAll = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weightOf(word), 0)

/** Maximum number of words among the reasons, the rarest first. */
const MOST_WORDS = 5
const byWeight = (words: readonly string[]) => words.toSorted((a, b) => weightOf(b) - weightOf(a))

type FindTypo = (spelling: Spelling, text: Meanings) => boolean

const findTypo: FindTypo = (spelling, { spellings }) => spellings.some((other) => isTypoOf(spelling, other))

const sharedMeanings = (a: Meanings, b: Meanings, isMisspeltIn: FindTypo): string[] =>
  a.spellings.flatMap((spelling) => {
    const { word } = spelling
    return b.byMeaning.has(word) || (!isListed(word) && isMisspeltIn(spelling, b)) ? [word] : []
  })

/** 1 if both texts have the same words; 0.4, which is neutral, if a text has none. */
const wordLikeness = (sharedWeight: number, a: Meanings, b: Meanings): number => {
  const smaller = Math.min(a.weight, b.weight)
  if (smaller === 0) return 0.4
  // The shorter text counts most. The longer one counts too, because many extra words suggest another event.
  return Math.min(1, 0.75 * (sharedWeight / smaller) + 0.25 * (sharedWeight / Math.max(a.weight, b.weight)))
}

/** 1 for the same type, half for types whose names share a meaning. */
const typeLikeness = (a: PreparedReport, b: PreparedReport): number => {
  if (a.report.typeId === b.report.typeId) return 1
  return sharedMeanings(a.typeMeanings, b.typeMeanings, findTypo).length > 0 ? 0.5 : 0
}

/** Agreement of answers to the same questions, from -1 to 1; 0 if the reports have no question in common. */
const answerAgreement = (a: ComparedReport, b: ComparedReport): number => {
  const others = new Map(b.answers.map(({ questionId, value }) => [questionId, value.trim().toLowerCase()]))
  const pairs = a.answers.flatMap(({ questionId, value }) => {
    const other = others.get(questionId)
    return other && value.trim() ? [value.trim().toLowerCase() === other ? 1 : -1] : []
  })
  return pairs.length === 0 ? 0 : pairs.reduce<number>((sum, one) => sum + one, 0) / pairs.length
}

const ANSWERS_WEIGHT = 0.06

/** Upper bound of the score of two reports whose shared words have this weight. */
export const highestScore = (a: PreparedReport, b: PreparedReport, sharedWeight: number): number =>
  WEIGHTS.words * wordLikeness(sharedWeight, a.meanings, b.meanings) +
  (WEIGHTS.type + WEIGHTS.place + WEIGHTS.time + ANSWERS_WEIGHT)

type Distance = Pick<Likeness, 'score' | 'metres' | 'minutes'>

/**
 * How likely two reports are of one event. Undefined outside the range, or if the range is zero. Place and time count
 * fully up to a third of the range and less beyond, because reporters stand close to the event.
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
