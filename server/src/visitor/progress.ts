import {
  type FollowedReport,
  fillProgressText,
  inEveryLanguage,
  type Language,
  type ProgressTextName,
  progressTextNames,
  progressTexts,
  type ReporterTexts,
} from '#contract'
import type { Db } from '../db/database.ts'

const none = inEveryLanguage(() => '')

/** The service's own texts for its reporters, empty where it has none. */
export const reporterTextsOf = async (db: Db, serviceId: string): Promise<ReporterTexts> => {
  const rows = await db
    .selectFrom('reporterText')
    .select(['name', 'texts'])
    .where('serviceId', '=', serviceId)
    .execute()
  const own = new Map(rows.map(({ name, texts }) => [name, texts]))
  return Object.fromEntries(progressTextNames.map((name) => [name, { ...none, ...own.get(name) }])) as ReporterTexts
}

/** Stores the service's own texts; those that are empty in every language are the usual ones again. */
export const writeReporterTexts = async (db: Db, serviceId: string, texts: ReporterTexts): Promise<void> => {
  await db.deleteFrom('reporterText').where('serviceId', '=', serviceId).execute()
  const own = progressTextNames.filter((name) => Object.values(texts[name]).some((text) => text !== ''))
  if (own.length === 0) return
  await db
    .insertInto('reporterText')
    .values(own.map((name) => ({ serviceId, name, texts: JSON.stringify(texts[name]) })))
    .execute()
}

/** The language in which a service writes its texts. */
export const mainLanguageOf = async (db: Db, serviceId: string): Promise<Language> =>
  (await db.selectFrom('service').select('mainLanguage').where('id', '=', serviceId).executeTakeFirstOrThrow())
    .mainLanguage

type Step = Pick<FollowedReport, 'number' | 'progress' | 'mergedInto'>

type Numbers = { number: number; main: number | null }

/** What a service tells its reporters, with the numbers of a report filled in. */
export const reporterTextFor = async (
  db: Db,
  serviceId: string,
): Promise<(name: ProgressTextName, numbers: Numbers) => Record<Language, string>> => {
  const own = await reporterTextsOf(db, serviceId)
  const mainLanguage = await mainLanguageOf(db, serviceId)
  const textOf = (name: ProgressTextName) =>
    inEveryLanguage((language) => own[name][language] || own[name][mainLanguage] || progressTexts[name][language])
  return (name, numbers) => fillProgressText(textOf(name), numbers)
}

/** What the reporters of a service read: makes the messages of a report, the one of its merging first. */
export const messagesFor = async (db: Db, serviceId: string): Promise<(step: Step) => Record<Language, string>[]> => {
  const textOf = await reporterTextFor(db, serviceId)
  return ({ number, progress, mergedInto }) => {
    const names: ProgressTextName[] = mergedInto === null ? [progress] : ['merged', progress]
    return names.map((name) => textOf(name, { number, main: mergedInto }))
  }
}
