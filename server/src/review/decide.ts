import { type Selectable, sql } from 'kysely'
import { type Actor, type EventType, Problem, type RefusalReason, type ReviewResult } from '#contract'
import * as aois from '../aoi/actions.ts'
import { markRead } from '../aoi/queries.ts'
import { writePublicText } from '../board/actions.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'
import type { HeldReportTable, ReviewSnapshot, StoredQuestion } from '../db/schema/review.ts'
import * as eventTypes from '../event-type/queries.ts'
import type { Announce } from '../http/serve.ts'
import { paragraphs } from '../kit/rich-text.ts'
import { addReviewEntries } from '../log/actions.ts'
import { acceptAddition, eventOf, withdrawAddition } from './additions.ts'
import { leaseUntil } from './lease.ts'
import { noteEmptyQueue } from './notify.ts'

export type StoredReport = Selectable<HeldReportTable>

type Decision = { db: Db; announce: Announce; actor: Actor; now: Date }

/**
 * Locks reports of the member's own service in the order of their ids. Any that is not there, or of another service, is 404.
 * Those that another member has on its screen are left out.
 */
const lockReports = async ({ db, actor, now }: Decision, ids: readonly string[]): Promise<StoredReport[]> => {
  const uniqueIds = [...new Set(ids)]
  const rows = await db
    .selectFrom('heldReport')
    .selectAll()
    .where('id', 'in', uniqueIds)
    .where('serviceId', '=', actor.serviceId)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < uniqueIds.length) throw new Problem('notFound')
  return rows.filter(
    ({ leasedBy, leasedUntil }) => leasedBy === null || leasedBy === actor.id || !leasedUntil || leasedUntil < now,
  )
}

const snapshotOf = ({ state, roleId, reason, reasonText, questions }: StoredReport): ReviewSnapshot => ({
  state,
  roleId,
  reason,
  reasonText,
  questions,
})

type Change = Partial<ReviewSnapshot> & { aoiId?: string; imageFileId?: null }

/** Stores a decision: the lease ends, and what it changes is remembered for undo. */
const store = async (
  { db, actor }: Decision,
  report: StoredReport,
  { questions, ...change }: Change,
): Promise<void> => {
  await db
    .updateTable('heldReport')
    .set({
      ...change,
      ...(questions && { questions: JSON.stringify(questions) }),
      undo: JSON.stringify(snapshotOf(report)),
      decidedBy: actor.id,
      decidedAt: sql<Date>`now()`,
      leasedBy: null,
      leasedUntil: null,
    })
    .where('id', '=', report.id)
    .execute()
}

export type DecisionResult = ReviewResult & { numbers: number[] }

const joined = (one: DecisionResult, other: DecisionResult): DecisionResult => ({
  done: [...one.done, ...other.done],
  left: [...one.left, ...other.left],
  numbers: [...one.numbers, ...other.numbers],
})

/** Applies `decide` to the reports that still can be decided, and says which. */
const decideEach = async (
  decision: Decision,
  ids: readonly string[],
  decide: (report: StoredReport) => Promise<boolean>,
  isOpen = ({ state }: StoredReport) => state === 'waiting' || state === 'asked',
): Promise<DecisionResult> => {
  const numbers: number[] = []
  const done: string[] = []
  for (const report of await lockReports(decision, ids)) {
    if (!isOpen(report) || !(await decide(report))) continue
    done.push(report.id)
    numbers.push(report.number)
  }
  if (done.length > 0) await noteEmptyQueue(decision.db, decision.actor.serviceId)
  return { done, left: [...new Set(ids)].filter((id) => !done.includes(id)), numbers }
}

const visitorOf = async (db: Db, { visitorId, isAnonymous }: StoredReport) => {
  if (visitorId === null) return undefined
  const visitor = await db
    .selectFrom('visitor')
    .select(['id', 'firstName', 'lastName'])
    .where('id', '=', visitorId)
    .forUpdate()
    .executeTakeFirst()
  const name = isAnonymous || !visitor ? '' : [visitor.firstName, visitor.lastName].filter(Boolean).join(' ')
  return visitor && { id: visitor.id, name }
}

/** The questions of reviewers and the visitor's words, as entries of the event. */
const addTalk = async (
  db: Db,
  aoiId: string,
  visitor: { id: string; name: string } | undefined,
  report: StoredReport,
) => {
  const askers = report.questions.flatMap(({ askedBy }) => (askedBy ? [askedBy] : []))
  const members =
    askers.length === 0
      ? []
      : await db
          .selectFrom('member')
          .select(['id', 'firstName', 'lastName', 'username'])
          .where('id', 'in', askers)
          .execute()
  const names = new Map(
    members.map(({ id, firstName, lastName, username }) => [id, `${firstName} ${lastName}`.trim() || username]),
  )
  const entriesOf = ({ question, askedAt, askedBy, answer, answeredAt }: StoredQuestion) => [
    ...(question !== null && askedAt !== null
      ? [
          {
            authorId: askedBy && names.has(askedBy) ? askedBy : null,
            authorName: (askedBy && names.get(askedBy)) || '',
            visitorId: null,
            text: question,
            at: new Date(askedAt),
          },
        ]
      : []),
    ...(answer !== null && answeredAt !== null
      ? [
          {
            authorId: null,
            authorName: visitor?.name ?? '',
            visitorId: visitor?.id ?? null,
            text: answer,
            at: new Date(answeredAt),
          },
        ]
      : []),
  ]
  await addReviewEntries(db, aoiId, report.questions.flatMap(entriesOf))
}

type Acceptance = {
  mainId?: string
  publicText?: string
  /** The type of the event, where it is another one than the visitor chose. */
  type?: EventType
}

/** Answers to questions that the new type does not ask stay readable in the description. */
const descriptionFor = ({ draft }: StoredReport, chosen: EventType, type: EventType): string => {
  if (chosen._id === type._id) return draft.description
  const lines = chosen.fields.flatMap(({ _id, name }) => {
    const value = draft.publicAction?.fields?.find((field) => field._id === _id)?.value.trim()
    return value ? [`${name}: ${value}`] : []
  })
  return draft.description + paragraphs(lines.join('\n'))
}

/** Makes an event of a held report; with `mainId` merged into that one. */
const acceptOne = async (
  decision: Decision,
  report: StoredReport,
  { mainId, publicText = '', type: otherType }: Acceptance,
): Promise<boolean> => {
  const { db, announce, actor } = decision
  if (report.addsTo !== null) {
    const aoi = mainId ? undefined : await eventOf(db, report.addsTo)
    if (!aoi) return false
    const visitor = await visitorOf(db, report)
    await store(decision, report, { state: 'accepted', imageFileId: null })
    await acceptAddition(db, announce, report, { aoi, visitor })
    return true
  }
  const types = await eventTypes.everOfService(db, report.serviceId)
  const chosen = types.find(({ _id }) => _id === report.eventTypeId)
  if (!chosen) return false
  const type = otherType ?? chosen
  const visitor = await visitorOf(db, report)
  const { creationTime, ...draft } = report.draft
  // The file belongs to one row at a time.
  await store(decision, report, { state: 'accepted', imageFileId: null })
  const id = await aois.receiveReport(
    db,
    announce,
    {
      draft: {
        ...draft,
        description: descriptionFor(report, chosen, type),
        nonce: String(report.nonce),
        creationTime: creationTime === undefined ? report.receivedAt : new Date(creationTime),
        ...(mainId && { sameAs: mainId }),
      },
      serviceId: report.serviceId,
      creatorId: null,
      visitorId: visitor?.id ?? null,
      visitorName: visitor?.name ?? '',
      isAnonymous: report.isAnonymous,
      imageFileId: report.imageFileId,
      imageBytes: undefined,
      address: report.address,
      author: { id: null, name: visitor?.name ?? '' },
      identity: { id: report.id, number: report.number, contentHash: report.contentHash },
    },
    type,
  )
  await db.updateTable('heldReport').set({ aoiId: id }).where('id', '=', report.id).execute()
  await addTalk(db, id, visitor, report)
  // Whoever accepts a report has seen it, and its visitor reads so.
  await markRead(db, actor.id, id)
  if (publicText !== '') await writePublicText(db, { aoiId: id, text: publicText, memberId: actor.id })
  return true
}

export const acceptReports = (decision: Decision, ids: readonly string[], acceptance: Acceptance) =>
  decideEach(decision, ids, (report) => acceptOne(decision, report, acceptance))

/** Accepts the first of these reports, and the others merged into it. If it cannot be accepted, none is. */
export const mergeSelection = async (decision: Decision, ids: readonly string[]): Promise<DecisionResult> => {
  const [first = '', ...others] = new Set(ids)
  // All at once and in one order, so that two selections that overlap do not wait for each other.
  await lockReports(decision, ids)
  const main = await acceptReports(decision, [first], {})
  if (main.done.length === 0 || others.length === 0) return { ...main, left: [...main.left, ...others] }
  return joined(main, await acceptReports(decision, others, { mainId: first }))
}

export const refuseReports = (decision: Decision, ids: readonly string[], reason: RefusalReason, reasonText: string) =>
  decideEach(decision, ids, async (report) => {
    await store(decision, report, { state: 'refused', reason, reasonText })
    return true
  })

/** Reports without a visitor, whose details were erased, cannot be asked about, nor can photos. */
export const askReporters = (decision: Decision, ids: readonly string[], question: string) =>
  decideEach(
    decision,
    ids,
    async (report) => {
      if (report.visitorId === null || report.addsTo !== null) return false
      const { actor, now } = decision
      const entry = {
        id: newId(),
        question,
        askedAt: now.toISOString(),
        askedBy: actor.id,
        answer: null,
        answeredAt: null,
      }
      await store(decision, report, { state: 'asked', questions: [...report.questions, entry] })
      return true
    },
    ({ state }) => state === 'waiting',
  )

export const handReports = (decision: Decision, ids: readonly string[], roleId: string) =>
  decideEach(
    decision,
    ids,
    async (report) => {
      await store(decision, report, { roleId })
      return true
    },
    ({ state }) => state === 'waiting',
  )

/** Restores a report as it was before the last decision, and leases it to the member who took the decision back. */
const undoOne = async ({ db, announce, actor }: Decision, report: StoredReport): Promise<boolean> => {
  if (!report.undo) return false
  if (report.state === 'accepted' && report.addsTo !== null) {
    if (!(await withdrawAddition(db, announce, report))) return false
  } else if (report.state === 'accepted') {
    if (!report.aoiId || !report.decidedAt) return false
    const imageFileId = await imageOf(db, report.aoiId)
    // First, since deleting the event deletes what refers to it.
    await db.updateTable('heldReport').set({ aoiId: null }).where('id', '=', report.id).execute()
    if (!(await aois.withdrawReport(db, announce, actor, { id: report.aoiId, since: report.decidedAt }))) {
      await db.updateTable('heldReport').set({ aoiId: report.aoiId }).where('id', '=', report.id).execute()
      return false
    }
    await db.updateTable('heldReport').set({ imageFileId }).where('id', '=', report.id).execute()
  }
  const { questions, ...before } = report.undo
  await db
    .updateTable('heldReport')
    .set({
      ...before,
      questions: JSON.stringify(questions),
      undo: null,
      decidedBy: null,
      decidedAt: null,
      leasedBy: actor.id,
      leasedUntil: leaseUntil,
    })
    .where('id', '=', report.id)
    .execute()
  return true
}

const imageOf = async (db: Db, aoiId: string): Promise<string | null> =>
  (await db.selectFrom('aoi').select('imageFileId').where('id', '=', aoiId).executeTakeFirst())?.imageFileId ?? null

export const undoDecisions = async (decision: Decision, ids: readonly string[]): Promise<DecisionResult> => {
  const undo = (some: readonly string[]) =>
    decideEach(
      decision,
      some,
      (report) => undoOne(decision, report),
      () => true,
    )
  const first = await undo(ids)
  // One that others were merged into could not be taken back before them.
  if (first.done.length === 0 || first.left.length === 0) return first
  return joined({ ...first, left: [] }, await undo(first.left))
}
