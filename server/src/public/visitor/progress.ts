import {
  type FollowedReport,
  fillProgressText,
  inEveryLanguage,
  type Language,
  type ProgressTextName,
  progressTextNames,
  progressTexts,
  type RefusalReason,
  type ReporterTexts,
  refusalTexts,
} from '#contract'
import type { Db } from '../../platform/db/database.ts'

const none = inEveryLanguage(() => '')

export const reporterTextsOf = async (db: Db, serviceId: string): Promise<ReporterTexts> => {
  const rows = await db
    .selectFrom('reporterText')
    .select(['name', 'texts'])
    .where('serviceId', '=', serviceId)
    .execute()
  const own = new Map(rows.map(({ name, texts }) => [name, texts]))
  return Object.fromEntries(progressTextNames.map((name) => [name, { ...none, ...own.get(name) }])) as ReporterTexts
}

export const writeReporterTexts = async (db: Db, serviceId: string, texts: ReporterTexts): Promise<void> => {
  await db.deleteFrom('reporterText').where('serviceId', '=', serviceId).execute()
  const own = progressTextNames.filter((name) => Object.values(texts[name]).some((text) => text !== ''))
  if (own.length === 0) return
  await db
    .insertInto('reporterText')
    .values(own.map((name) => ({ serviceId, name, texts: JSON.stringify(texts[name]) })))
    .execute()
}

export const mainLanguageOf = async (db: Db, serviceId: string): Promise<Language> =>
  (await db.selectFrom('service').select('mainLanguage').where('id', '=', serviceId).executeTakeFirstOrThrow())
    .mainLanguage

type Step = Pick<FollowedReport, 'number' | 'progress' | 'mergedInto' | 'review'>

/** State of a report for its reporter, with the reason of a rejection if it is one of the list. */
export type ReporterNews = {
  number: number
  main: number | null
  names: ProgressTextName[]
  reason: RefusalReason | null
}

/** Null for the reason `other`: the reviewer's own words are shown on the page only. */
export const listedReason = ({ review }: Pick<FollowedReport, 'review'>): RefusalReason | null => {
  const reason = review?.reason
  return !reason || reason === 'other' || reason === 'withdrawn' ? null : reason
}

export const reporterTextsFor = async (
  db: Db,
  serviceId: string,
): Promise<(news: ReporterNews) => Record<Language, string>[]> => {
  const own = await reporterTextsOf(db, serviceId)
  const mainLanguage = await mainLanguageOf(db, serviceId)
  const textOf = (name: ProgressTextName) =>
    inEveryLanguage((language) => own[name][language] || own[name][mainLanguage] || progressTexts[name][language])
  return ({ names, reason, ...numbers }) => [
    ...names.map((name) => fillProgressText(textOf(name), numbers)),
    ...(reason && names.includes('refused') ? [refusalTexts[reason]] : []),
  ]
}

export const messagesFor = async (db: Db, serviceId: string): Promise<(step: Step) => Record<Language, string>[]> => {
  const textsOf = await reporterTextsFor(db, serviceId)
  return (report) => {
    const { number, progress, mergedInto } = report
    const names: ProgressTextName[] = mergedInto === null ? [progress] : ['merged', progress]
    return textsOf({ number, main: mergedInto, names, reason: listedReason(report) })
  }
}
