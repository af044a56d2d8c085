import { TypeModel } from '../core/event-type/type-model.ts'
import { likenessOf, prepareReport, SHOWN_SCORE, SUGGESTED_SCORE, type TwinRange } from '../public/twin/likeness.ts'
import type { SeededReport } from './twin-reports.ts'

const SUGGESTIONS = 3

/**
 * Compares every report with every other one.
 * - recall: share of the repeating reports whose three most similar reports include one of the same event;
 * - precision: share of the pairs suggested by the server that are of the same event.
 */
export const measureLikeness = (reports: readonly SeededReport[], range: TwinRange) => {
  const prepared = reports.map(prepareReport)
  const eventOf = (index: number) => reports[index]?.twinOf ?? index
  let twins = 0
  let recalled = 0
  let suggested = 0
  let right = 0
  prepared.forEach((report, index) => {
    const alike = prepared
      .flatMap((other, at) => {
        const likeness = at === index ? undefined : likenessOf(report, other, range)
        return likeness && likeness.score >= SHOWN_SCORE
          ? [{ score: likeness.score, isRight: eventOf(at) === eventOf(index) }]
          : []
      })
      .toSorted((a, b) => b.score - a.score)
    for (const { score, isRight } of alike) {
      if (score < SUGGESTED_SCORE) continue
      suggested++
      if (isRight) right++
    }
    if (reports[index]?.twinOf === undefined) return
    twins++
    if (alike.slice(0, SUGGESTIONS).some(({ isRight }) => isRight)) recalled++
  })
  return { twins, recall: recalled / twins, precision: right / suggested }
}

/**
 * Learns from the first reports and guesses the types of the rest.
 * - share: part of the guesses that contain the right type;
 * - ms: how long a guess takes.
 */
export const measureTypes = (reports: readonly SeededReport[], examples: number) => {
  const model = new TypeModel()
  for (const report of reports.slice(0, examples)) model.learn(report)
  const rest = reports.slice(examples)
  const startMs = performance.now()
  const guesses = rest.map(({ text, place }) => model.guess(text, place))
  const ms = (performance.now() - startMs) / rest.length
  const right = rest.filter(({ typeId }, at) => guesses[at]?.some((guess) => guess.typeId === typeId))
  return { share: right.length / rest.length, ms }
}
