import { TypeModel } from '../core/event-type/type-model.ts'
import type { SeededReport } from './twin-reports.ts'

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
