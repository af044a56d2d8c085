import { type Kysely, sql } from 'kysely'
import type { WarningFeedProblem } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { pointText } from '../../platform/db/point.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import type { WarningDocument } from '../../platform/db/schema/warning.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { placeWarnings } from './place.ts'
import type { ReadAlert, ReadPart } from './read/alert.ts'

/** A message, and the address of the document that contains it. */
export type AlertFrom = { alert: ReadAlert; source: string }

type Feed = { id: string; serviceId: string; url: string; showsTests: boolean; revision: number }

/** Delay before the next check of a feed with documents that the last check did not reach. */
const SOON_SECONDS = 30

export const announceWarnings = (db: Db, serviceIds: readonly string[]): Promise<void> =>
  publish(
    db,
    [...new Set(serviceIds)].map((serviceId) => ({ serviceId, message: { type: 'WARNINGS_UPDATED', serviceId } })),
  )

const keyOf = ({ sender, identifier }: ReadAlert) => `${sender},${identifier}`

/** Ends the warnings that a message replaces or cancels. */
const endReferenced = async (db: Db, feed: Feed, { references, messageType }: ReadAlert, now: Date) => {
  const { rows } = await sql`
    update warning set ended_at = ${now}, end_reason = ${messageType === 'cancel' ? 'cancelled' : 'replaced'}
    where feed_id = ${feed.id} and sender || ',' || identifier = any(${references}::text[]) and ended_at is null
    returning id`.execute(db)
  return rows.length
}

type Thread = { threadId: string; eventId: string | null; part: number }

/** The warnings that a message continues, the latest first. */
const threadsOf = async (db: Db, feed: Feed, { references }: ReadAlert): Promise<Thread[]> => {
  if (references.length === 0) return []
  const { rows } = await sql<Thread>`
    select thread_id, event_id, part from warning
    where feed_id = ${feed.id} and sender || ',' || identifier = any(${references}::text[])
    order by sent_at desc, part`.execute(db)
  return rows
}

const isReplaced = async (db: Db, feed: Feed, alert: ReadAlert): Promise<boolean> => {
  const { rows } = await sql`
    select from warning where feed_id = ${feed.id} and replaces @> array[${keyOf(alert)}] limit 1`.execute(db)
  return rows.length > 0
}

const none: ReadPart = {
  severity: 'unknown',
  urgency: 'unknown',
  certainty: 'unknown',
  categories: [],
  responses: [],
  effectiveAt: null,
  onsetAt: null,
  expiresAt: null,
  texts: [],
  areas: [],
  outlines: null,
  place: null,
  keys: [],
}

/** The sender's clock may be ahead, so a warning that takes effect when it was sent is in effect on receipt. */
const timesOf = ({ sentAt }: ReadAlert, { effectiveAt, onsetAt }: ReadPart, now: Date) => {
  const sent = sentAt ? new Date(sentAt) : now
  const received = sent < now ? sent : now
  const effective = effectiveAt && new Date(effectiveAt) > sent ? new Date(effectiveAt) : received
  return { sentAt: sent, effectiveAt: effective, beginsAt: onsetAt ? new Date(onsetAt) : effective }
}

type Stored = { part: ReadPart; number: number; thread: Thread | undefined; isEnded: boolean }

/** A repeated message changes nothing; one that was sent again later replaces the earlier one. */
const storePart = async (db: Db, feed: Feed, { alert, source }: AlertFrom, stored: Stored, now: Date) => {
  const { part, number, thread, isEnded } = stored
  const id = newId()
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('warning')
    .values({
      id,
      serviceId: feed.serviceId,
      feedId: feed.id,
      threadId: thread?.threadId ?? id,
      sender: alert.sender,
      identifier: alert.identifier,
      part: number,
      source,
      status: alert.status,
      severity: part.severity,
      urgency: part.urgency,
      certainty: part.certainty,
      categories: part.categories,
      responses: part.responses,
      ...timesOf(alert, part, now),
      expiresAt: part.expiresAt,
      texts: JSON.stringify(part.texts),
      areas: JSON.stringify(part.areas),
      outlines: part.outlines && JSON.stringify(part.outlines.map((ring) => [ring])),
      areaKeys: part.keys,
      replaces: alert.references,
      place: part.place && pointText(part.place),
      eventId: thread?.eventId ?? null,
      readAt: now,
      endedAt: isEnded ? now : null,
      endReason: isEnded ? (alert.messageType === 'cancel' ? 'cancelled' : 'replaced') : null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['feedId', 'sender', 'identifier', 'part'])
        .doUpdateSet(({ ref }) => ({
          source: ref('excluded.source'),
          status: ref('excluded.status'),
          severity: ref('excluded.severity'),
          urgency: ref('excluded.urgency'),
          certainty: ref('excluded.certainty'),
          categories: ref('excluded.categories'),
          responses: ref('excluded.responses'),
          sentAt: ref('excluded.sentAt'),
          effectiveAt: ref('excluded.effectiveAt'),
          beginsAt: ref('excluded.beginsAt'),
          expiresAt: ref('excluded.expiresAt'),
          texts: ref('excluded.texts'),
          areas: ref('excluded.areas'),
          outlines: ref('excluded.outlines'),
          areaKeys: ref('excluded.areaKeys'),
          replaces: ref('excluded.replaces'),
          place: ref('excluded.place'),
          endedAt: ref('excluded.endedAt'),
          endReason: ref('excluded.endReason'),
        }))
        .whereRef('warning.sentAt', '<', 'excluded.sentAt'),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

const isOver = ({ expiresAt }: ReadPart, now: Date) => expiresAt !== null && new Date(expiresAt) <= now

const storeAlert = async (db: Db, feed: Feed, from: AlertFrom, now: Date): Promise<number> => {
  const { alert } = from
  if (alert.status !== 'actual' && !feed.showsTests) return 0
  const threads = await threadsOf(db, feed, alert)
  let changed = alert.references.length > 0 ? await endReferenced(db, feed, alert, now) : 0
  const isCancelled = alert.messageType === 'cancel'
  const isEnded = isCancelled || (await isReplaced(db, feed, alert))
  // A cancellation has no content, but is stored, because the message that it cancels may arrive later.
  const parts = isCancelled ? [none] : alert.parts
  for (const [number, part] of parts.entries()) {
    if (isOver(part, now)) continue
    const thread = threads.find((one) => one.part === number) ?? threads[0]
    changed += await storePart(db, feed, from, { part, number, thread, isEnded }, now)
  }
  return changed
}

export type Found = {
  alerts: readonly AlertFrom[]
  documents: Record<string, WarningDocument>
  sources: { linked: readonly string[]; isFeedRead: boolean }
  problems: readonly WarningFeedProblem[]
  isComplete: boolean
}

/** A warning without an end lasts as long as its feed contains it. */
const endGone = async (db: Db, feed: Feed, { alerts, sources }: Found, now: Date): Promise<number> => {
  const named = alerts.map(({ alert }) => keyOf(alert))
  const { rows } = await sql`
    update warning set ended_at = ${now}, end_reason = 'gone'
    where feed_id = ${feed.id} and ended_at is null and expires_at is null
      and case when source = ${feed.url} then ${sources.isFeedRead} and sender || ',' || identifier <> all(${named}::text[])
        else source <> all(${sources.linked as string[]}::text[]) end
    returning id`.execute(db)
  return rows.length
}

const endExpired = async (db: Db, feed: Feed, now: Date): Promise<number> => {
  const { rows } = await sql`update warning set ended_at = expires_at, end_reason = 'expired'
    where feed_id = ${feed.id} and ended_at is null and expires_at <= ${now} returning id`.execute(db)
  return rows.length
}

/** Locks the feed; undefined if it was changed or deleted meanwhile. */
const lockFeed = async (db: Db, { id, revision }: Feed) => {
  const row = await db
    .selectFrom('warningFeed')
    .select(['problem', 'isRequested'])
    .where('id', '=', id)
    .where('revision', '=', revision)
    .forUpdate()
    .executeTakeFirst()
  return row
}

const sentFirst = (one: AlertFrom, other: AlertFrom) => (one.alert.sentAt ?? '').localeCompare(other.alert.sentAt ?? '')

const summaryOf = ([first, ...more]: readonly WarningFeedProblem[]): WarningFeedProblem | null =>
  first ? { code: 'someUnread', count: more.length + 1, first: first.code } : null

export const storeCheck = (db: Kysely<Database>, feed: Feed, found: Found, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const before = await lockFeed(transaction, feed)
    if (!before) return
    let changed = 0
    for (const from of found.alerts.toSorted(sentFirst)) changed += await storeAlert(transaction, feed, from, now)
    changed += await endExpired(transaction, feed, now)
    changed += await endGone(transaction, feed, found, now)
    changed += await placeWarnings(transaction, feed.id)
    const problem = summaryOf(found.problems)
    await transaction
      .updateTable('warningFeed')
      .set({
        documents: JSON.stringify(found.documents),
        checkedAt: now,
        succeededAt: now,
        problem: problem && JSON.stringify(problem),
        isRequested: false,
        ...(!found.isComplete && { nextAt: new Date(now.getTime() + SOON_SECONDS * 1000) }),
      })
      .where('id', '=', feed.id)
      .execute()
    const isNews = changed > 0 || before.isRequested || before.problem?.code !== problem?.code
    if (isNews) await announceWarnings(transaction, [feed.serviceId])
  })

export const storeProblem = (db: Kysely<Database>, feed: Feed, problem: WarningFeedProblem, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const before = await lockFeed(transaction, feed)
    if (!before) return
    await transaction
      .updateTable('warningFeed')
      .set({ checkedAt: now, problem: JSON.stringify(problem), isRequested: false })
      .where('id', '=', feed.id)
      .execute()
    if (before.isRequested || before.problem?.code !== problem.code)
      await announceWarnings(transaction, [feed.serviceId])
  })
