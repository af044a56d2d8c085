import { createHash } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { type EventType, Problem, QUESTIONS_MAX } from '#contract'
import * as aois from '../../core/aoi/store.ts'
import { deletionOf } from '../../platform/clock/batch.ts'
import { databaseMs, databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import type { HeldReportTable } from '../../platform/db/schema/review.ts'
import type { Announce } from '../../platform/http/serve.ts'
import { paragraphs } from '../../platform/kit/rich-text.ts'
import { announceReview, noteEmptyQueue, notifyReviewers } from './notify.ts'

/** Days during which a rejection can be undone and the reporter sees its reason. */
const REFUSED_DAYS = 90
const ACCEPTED_HOURS = 24

type Receipt = { id: string; number: number }

const isHolding = async (db: Db, serviceId: string): Promise<boolean> =>
  (await db
    .selectFrom('reviewSetting')
    .select('serviceId')
    .where('serviceId', '=', serviceId)
    .where('holdsEverything', '=', true)
    .executeTakeFirst()) !== undefined

export const holdReport = async (
  db: Db,
  announce: Announce,
  report: aois.Report & { visitorId: string },
  { type, isHeldByLink }: { type: EventType; isHeldByLink: boolean },
): Promise<Receipt | undefined> => {
  const { serviceId, visitorId, draft } = report
  const { hash, earlierId } = await aois.identifyReport(db, report)
  const { nonce: sentNonce, ...content } = draft
  const nonce = Number(sentNonce ?? databaseMs())
  const sent = db
    .selectFrom('heldReport')
    .select(['id', 'number'])
    .where('visitorId', '=', visitorId)
    .where('nonce', '=', nonce)
    .where('contentHash', '=', hash)
  const earlier = await sent.executeTakeFirst()
  if (earlier) return earlier
  if (earlierId !== undefined || !(isHeldByLink || (await isHolding(db, serviceId)))) return undefined
  const stored = await storeHeld(db, announce, {
    serviceId,
    visitorId,
    isAnonymous: report.isAnonymous,
    eventTypeId: type._id,
    draft: JSON.stringify(content),
    nonce,
    contentHash: hash,
    imageFileId: report.imageFileId,
    address: report.address,
  })
  // If this request stored nothing, a concurrent one has stored the same report.
  return stored ?? sent.executeTakeFirstOrThrow()
}

/** Puts a report into the queue and notifies reviewers; undefined if the report is there already. */
const storeHeld = async (
  db: Db,
  announce: Announce,
  report: Omit<Insertable<HeldReportTable>, 'id'>,
): Promise<Receipt | undefined> => {
  const stored = await db
    .insertInto('heldReport')
    .values({ id: newId(), ...report })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'number'])
    .executeTakeFirst()
  if (!stored) return undefined
  await notifyReviewers(db, report.serviceId)
  await announceReview(db, announce, report.serviceId)
  return stored
}

type TextReport = { serviceId: string; visitorId: string; type: EventType; text: string; name: string; sentAt?: Date }

/** A report by text message is always held, since it has no place and its sender is unverified. */
export const holdTextReport = async (
  db: Db,
  announce: Announce,
  { serviceId, visitorId, type, text, name, sentAt }: TextReport,
): Promise<void> => {
  const draft = {
    name,
    type: 'default',
    description: paragraphs(text),
    forSensors: false,
    publicAction: { publicActionId: type._id, fields: [] },
    ...(sentAt && { creationTime: sentAt }),
  }
  await storeHeld(db, announce, {
    serviceId,
    visitorId,
    isAnonymous: false,
    eventTypeId: type._id,
    draft: JSON.stringify(draft),
    nonce: databaseMs(),
    contentHash: createHash('sha256').update(text).digest(),
  })
}

type VisitorWords = { visitorId: string; id: string; text: string; nonce: string }

/**
 * Adds a visitor's text to its held report, as an answer if a question is open. Returns false if there is no such
 * report. Idempotent by nonce.
 */
export const answerHeldReport = async (
  db: Db,
  announce: Announce,
  { visitorId, id, text, nonce }: VisitorWords,
): Promise<boolean> => {
  const report = await db
    .selectFrom('heldReport')
    .select(['serviceId', 'state', 'questions'])
    .where('id', '=', id)
    .where('visitorId', '=', visitorId)
    .where('state', '<>', 'accepted')
    .forUpdate()
    .executeTakeFirst()
  if (!report) return false
  const { questions, state, serviceId } = report
  if (questions.some((one) => one.nonce === nonce && one.answer === text)) return true
  if (state === 'refused') throw new Problem('archived')
  if (questions.length >= QUESTIONS_MAX) throw new Problem('tooManyAttempts')
  const answer = { answerId: newId(), answer: text, answeredAt: databaseTime().toISOString(), nonce }
  const open = questions.at(-1)
  const answered =
    open && open.answer === null
      ? [...questions.slice(0, -1), { ...open, ...answer }]
      : [...questions, { id: newId(), question: null, askedAt: null, ...answer }]
  await db
    .updateTable('heldReport')
    .set({
      state: 'waiting',
      questions: JSON.stringify(answered),
      undo: null,
      ...(state === 'asked' && { waitingSince: sql<Date>`now()` }),
    })
    .where('id', '=', id)
    .execute()
  if (state === 'asked') await notifyReviewers(db, serviceId)
  await announceReview(db, announce, serviceId)
  return true
}

/**
 * Withdraws a visitor's undecided report with its added photos. Returns false if no held report has this id. A decided
 * report stays as it is.
 */
export const withdrawHeldReport = async (
  db: Db,
  announce: Announce,
  { visitorId, id }: { visitorId: string; id: string },
): Promise<boolean> => {
  const report = await db
    .selectFrom('heldReport')
    .select(['serviceId', 'state'])
    .where('id', '=', id)
    .where('visitorId', '=', visitorId)
    .where('addsTo', 'is', null)
    .where('state', '<>', 'accepted')
    .forUpdate()
    .executeTakeFirst()
  if (!report) return false
  if (report.state === 'refused') return true
  await sql`update held_report set state = 'refused', reason = 'withdrawn', reason_text = '', undo = null, decided_by = null,
      decided_at = now(), leased_by = null, leased_until = null
    where (id = ${id} or adds_to = ${id}) and visitor_id = ${visitorId} and state in ('waiting', 'asked')`.execute(db)
  await noteEmptyQueue(db, report.serviceId)
  await announceReview(db, announce, report.serviceId)
  return true
}

/** Makes a visitor's held reports anonymous. Returns how many of them are not events yet. */
export const eraseVisitorName = async (db: Db, visitorId: string): Promise<number> => {
  const rows = await db
    .updateTable('heldReport')
    .set({ visitorId: null, isAnonymous: true })
    .where('visitorId', '=', visitorId)
    .returning('state')
    .execute()
  return rows.filter(({ state }) => state !== 'accepted').length
}

/** Deletes rows of reports that were decided long ago. The events of accepted reports stay. */
export const oldReviews = deletionOf(
  'held_report',
  sql`decided_at`,
  sql`state = 'accepted' and decided_at < now() - make_interval(hours => ${sql.lit(ACCEPTED_HOURS)})
    or state = 'refused' and decided_at < now() - make_interval(days => ${sql.lit(REFUSED_DAYS)})`,
)
