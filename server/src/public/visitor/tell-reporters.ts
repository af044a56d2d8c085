import { sql } from 'kysely'
import { type FollowedReport, type Language, type ProgressTextName, textIn } from '#contract'
import { type Composer, EMAIL } from '../../people/mail/actions.ts'
import type { Batch } from '../../platform/clock/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/delivery/queue.ts'
import { PUSH } from '../../platform/push/channel.ts'
import { codeOf, contactToken } from './contact.ts'
import { followPageOf } from './follow.ts'
import { listedReason, type ReporterNews, reporterTextsFor } from './progress.ts'
import * as visitors from './queries.ts'

/** Minimum interval per contact, so that quick changes become one mail. */
const AGAIN_SECONDS = 20
/** Overlap with the last check, for changes that were committed late. */
const LATE_SECONDS = 60
const MAILS_PER_ADDRESS_AND_DAY = 20
const DAY_MS = 86_400_000

/** The state of a report as text. A reporter is notified if it differs from the state at the last message. */
const toldStepOf = ({ progress, mergedInto, entries }: FollowedReport): string =>
  [progress, mergedInto ?? '', entries.filter(({ isMine }) => !isMine).length].join(' ')

export const toldStepsOf = (reports: readonly FollowedReport[]): Record<string, string> =>
  Object.fromEntries(reports.map((report) => [report._id, toldStepOf(report)]))

/** Texts for a change of a report; none for the reporter's own actions and the arrival of the report. */
const newsOfStep = (report: FollowedReport, before: string | undefined): ProgressTextName[] => {
  const [progress = '', mergedInto = '', count = '0'] = before?.split(' ') ?? []
  const isMerged = report.mergedInto !== null && String(report.mergedInto) !== mergedInto
  const isStep = report.progress !== progress && report.progress !== 'closed' && report.progress !== 'received'
  const isWritten = Number(toldStepOf(report).split(' ')[2]) > Number(count) && report.progress !== 'asked'
  return [
    ...(isMerged ? ['merged' as const] : []),
    ...(isStep ? [report.progress] : []),
    ...(isWritten ? ['news' as const] : []),
  ]
}

/** `email` is null if the address is not confirmed, or if the visitor stopped updates. */
type Contact = { visitorId: string; email: string | null; hasDevices: boolean; told: Record<string, string> }

/** Whether contact `c` can be reached and its reports have changed since the last check. */
const isChanged = (now: Date) => {
  const since = sql`c.checked_at - make_interval(secs => ${sql.lit(LATE_SECONDS)})`
  return sql`(c.devices <> '[]' or (c.confirmed_at is not null and c.email is not null))
    and c.checked_at < ${now}::timestamptz - make_interval(secs => ${sql.lit(AGAIN_SECONDS)})
    and (exists (
        select from aoi a join aoi target on target.id = coalesce(a.main_id, a.id)
        where a.visitor_id = c.visitor_id and (
          greatest(a.updated_at, target.updated_at, a.merged_at, target.archived_at) > ${since}
          or exists (select from aoi_read r where r.aoi_id in (a.id, target.id) and r.read_at > ${since})))
      or exists (select from held_report h
        where h.visitor_id = c.visitor_id and greatest(h.seen_at, h.decided_at) > ${since}))`
}

const takeContacts = async (db: Db, visitorIds: string[], now: Date): Promise<Contact[]> => {
  const { rows } = await sql<Contact>`
    select c.visitor_id, case when c.confirmed_at is not null then c.email end as email, c.devices <> '[]' as has_devices,
      c.told
    from reporter_contact c where c.visitor_id = any(${visitorIds}::uuid[]) and ${isChanged(now)}
    order by c.checked_at for update of c skip locked`.execute(db)
  return rows
}

const mailsLeftToday = async (db: Db, email: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reporter_contact c join delivery d on d.visitor_id = c.visitor_id
    where lower(c.email) = lower(${email}) and d.channel = ${EMAIL} and d.kind = 'reportUpdate'
      and d.created_at > now() - interval '1 day'`.execute(db)
  return Math.max(0, MAILS_PER_ADDRESS_AND_DAY - (rows[0]?.count ?? 0))
}

/**
 * Notifies reporters of changes by comparing the follow page with its state at the last message, so that the code that
 * makes changes need not notify them.
 */
export const reporterNews: Batch = {
  table: 'reporter_contact',
  atOnce: 20,
  due: (now) => sql`
    select c.visitor_id as id, c.service_id, c.checked_at as at from reporter_contact c where ${isChanged(now)}`,
  process: async (db, visitorIds, now) => {
    let count = 0
    for (const { visitorId, email, hasDevices, told } of await takeContacts(db, visitorIds, now)) {
      const visitor = await visitors.visitorById(db, visitorId)
      if (!visitor) continue
      const { reports } = await followPageOf(db, visitor)
      const news = reports.flatMap((report) => {
        const names = newsOfStep(report, told[report._id])
        const { _id: reportId, number, mergedInto: main } = report
        return names.length > 0 ? [{ reportId, number, main, names, reason: listedReason(report) }] : []
      })
      const mailed = email && news.length > 0 ? news.slice(0, await mailsLeftToday(db, email)) : []
      const toldBy = (channel: string) => (payload: object) => ({
        channel,
        kind: 'reportUpdate',
        serviceId: visitor.serviceId,
        visitorId,
        payload,
        expiresAt: new Date(now.getTime() + DAY_MS),
      })
      const deliveries = [...mailed.map(toldBy(EMAIL)), ...(hasDevices ? news.map(toldBy(PUSH)) : [])]
      count += (await enqueue(db, deliveries)).length
      await db
        .updateTable('reporterContact')
        .set({ told: JSON.stringify({ ...told, ...toldStepsOf(reports) }), checkedAt: now })
        .where('visitorId', '=', visitorId)
        .execute()
    }
    return count
  },
}

type Receiver = { email: string; language: Language; service: string; serviceId: string }

const receiverOf = async (db: Db, visitorId: string | null): Promise<Receiver | undefined> => {
  if (!visitorId) return undefined
  const row = await db
    .selectFrom('reporterContact as contact')
    .innerJoin('service', 'service.id', 'contact.serviceId')
    .select(['contact.email', 'contact.language', 'contact.serviceId', 'service.title', 'service.translations'])
    .where('contact.visitorId', '=', visitorId)
    .where('service.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row?.email) return undefined
  return { ...row, email: row.email, service: textIn(row, 'title', row.language) }
}

const reportCode: Composer = async (db, { visitorId, payload }) => {
  const receiver = await receiverOf(db, visitorId)
  if (!receiver) return []
  const { email, language, service } = receiver
  const code = await codeOf(db, (payload as { codeId: string }).codeId)
  return [{ to: email, language, values: { service, code } }]
}

/** Composes a mail with the service's text and the follow link, and nothing that the reporter wrote. */
const reportUpdate: Composer = async (db, { visitorId, payload }) => {
  const receiver = await receiverOf(db, visitorId)
  if (!receiver || !visitorId) return []
  const { email, language, service, serviceId } = receiver
  const news = payload as ReporterNews
  const textsOf = await reporterTextsFor(db, serviceId)
  const text = textsOf(news)
    .map((sentence) => sentence[language])
    .join(' ')
  const token = await contactToken(db, visitorId)
  return [
    {
      to: email,
      language,
      values: { service, number: String(news.number), text },
      path: `/invite?follow=${token}`,
      stopPath: `/api/cohesion/follow/unsubscribe/${token}`,
    },
  ]
}

export const reporterComposers: Record<string, Composer> = { reportCode, reportUpdate }
