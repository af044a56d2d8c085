import { sql } from 'kysely'
import {
  type Language,
  languageCodes,
  QUESTIONS_MAX,
  reportName,
  suggestName,
  type TextRejection,
  textCommand,
  textIn,
} from '#contract'
import { recordAoiChange } from '../../core/aoi/record-change.ts'
import { subscriptionsOf, unsubscribe } from '../../core/aoi/subscribers.ts'
import * as eventTypes from '../../core/event-type/queries.ts'
import { allowTexts, stopTexts } from '../../messaging/sms/stops.ts'
import { databaseMs } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Announce } from '../../platform/http/serve.ts'
import { holdTextReport } from '../review/actions.ts'
import { stopUpdatesOf } from '../visitor/contact.ts'
import { lockVisitor } from '../visitor/identity.ts'
import { mainLanguageOf } from '../visitor/progress.ts'
import * as visitors from '../visitor/queries.ts'
import { writeToTeam } from '../visitor/write.ts'
import type { Message } from './message.ts'

/** New reports of one number per hour, in addition to its limit of messages. */
const REPORTS_PER_HOUR = 5
/** A text is added to the sender's open report up to this age; an older report is probably about something else. */
const FOLLOWED_DAYS = 7

type Received = Message & { serviceId: string }

/** Serialises messages of one number, so that two first messages create one visitor. */
export const lockNumber = async (db: Db, { serviceId, phone }: Received): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`text ${serviceId} ${phone}`}, 0))`.execute(db)
}

/** Stops all messages of the service to members and visitors with this number, by any channel, until START. */
const stop = async (db: Db, { serviceId, phone }: Received): Promise<void> => {
  await stopTexts(db, serviceId, phone)
  for (const visitorId of await visitors.visitorsWithPhone(db, serviceId, phone)) {
    await stopUpdatesOf(db, visitorId)
    for (const aoiId of await subscriptionsOf(db, visitorId))
      if (await unsubscribe(db, { aoiId, visitorId }))
        await recordAoiChange(db, aoiId, null, undefined, { isNotified: false })
  }
}

/** The visitor's report with the latest open question. */
const askedReport = async (db: Db, visitorId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from held_report
    where visitor_id = ${visitorId} and state = 'asked' and jsonb_array_length(questions) <= ${sql.lit(QUESTIONS_MAX)}
    order by decided_at desc, id desc limit 1`.execute(db)
  return rows[0]?.id
}

/**
 * The visitor's only open report of the last days. Undefined if there are several, because the text does not name one.
 */
const followedReport = async (db: Db, visitorId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select h.id from held_report h
    where h.visitor_id = ${visitorId} and h.state in ('waiting', 'asked') and h.adds_to is null
      and jsonb_array_length(h.questions) < ${sql.lit(QUESTIONS_MAX)}
      and h.received_at > now() - make_interval(days => ${sql.lit(FOLLOWED_DAYS)})
    union all
    select a.id from aoi a join aoi target on target.id = coalesce(a.main_id, a.id)
    where a.visitor_id = ${visitorId} and a.kind = 'event' and a.deleted_at is null and target.deleted_at is null
      and target.archived_at is null
      and a.created_at > now() - make_interval(days => ${sql.lit(FOLLOWED_DAYS)})
    limit 2`.execute(db)
  return rows.length === 1 ? rows[0]?.id : undefined
}

const sendsTooMuch = async (db: Db, visitorId: string): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from held_report
    where visitor_id = ${visitorId} and adds_to is null and received_at > now() - interval '1 hour'`.execute(db)
  return (rows[0]?.count ?? 0) >= REPORTS_PER_HOUR
}

const letters: Record<Language, RegExp> = { en: /[a-z]/gi, he: /[\u05d0-\u05ea]/g }

/** The language with most letters in the text, else the main language of the service. */
const languageOf = async (db: Db, { serviceId, text }: Received): Promise<Language> => {
  const counts = languageCodes.map((language) => ({ language, count: text.match(letters[language])?.length ?? 0 }))
  const [most] = counts.toSorted((one, other) => other.count - one.count)
  return most && most.count > 0 ? most.language : mainLanguageOf(db, serviceId)
}

const report = async (db: Db, announce: Announce, message: Received): Promise<TextRejection | undefined> => {
  const { serviceId, phone, text, sentAt } = message
  const [type] = await eventTypes.ofService(db, serviceId)
  if (!type) return 'noType'
  const language = await languageOf(db, message)
  const visitor =
    (await visitors.textVisitor(db, serviceId, phone)) ??
    (await visitors.addTextVisitor(db, { serviceId, phone, language }))
  if (await sendsTooMuch(db, visitor.id)) return 'limit'
  await lockVisitor(db, visitor)
  const name = reportName(text, suggestName(textIn(type, 'name', language), undefined))
  await holdTextReport(db, announce, {
    serviceId,
    visitorId: visitor.id,
    type,
    text,
    name,
    ...(sentAt && { sentAt }),
  })
  return undefined
}

/**
 * Handles a message as STOP or START, an answer to the team's question, a text on the sender's open report, or a new
 * report. Returns the reason if the message was dropped. The sender gets no reply, which could reveal something.
 */
export const receive = async (db: Db, announce: Announce, message: Received): Promise<TextRejection | undefined> => {
  const command = textCommand(message.text)
  if (command === 'stop') return void (await stop(db, message))
  if (command === 'start') return void (await allowTexts(db, message.serviceId, message.phone))
  const visitor = await visitors.textVisitor(db, message.serviceId, message.phone)
  const aoiId = visitor && ((await askedReport(db, visitor.id)) ?? (await followedReport(db, visitor.id)))
  if (!aoiId) return report(db, announce, message)
  await lockVisitor(db, visitor)
  await writeToTeam(db, announce, visitor, { aoiId, text: message.text, nonce: String(databaseMs()) })
  return undefined
}
