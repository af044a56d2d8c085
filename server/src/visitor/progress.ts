import { type FollowedReport, fillProgressText, type Language, type ProgressTextName, progressTexts } from '#contract'
import type { Db } from '../db/database.ts'

type Step = Pick<FollowedReport, 'number' | 'progress' | 'mergedInto'>

/** What the reporters of a service read: makes the messages of a report, the one of its merging first. */
export const messagesFor = async (_db: Db, _serviceId: string): Promise<(step: Step) => Record<Language, string>[]> => {
  const texts = progressTexts
  return ({ number, progress, mergedInto }) => {
    const names: ProgressTextName[] = mergedInto === null ? [progress] : ['merged', progress]
    return names.map((name) => fillProgressText(texts[name], { number, main: mergedInto }))
  }
}
