import type { EventType, LngLat } from '#contract'
import { addReviewEntries } from '../../core/aoi/log/actions.ts'
import { markRead } from '../../core/aoi/reading.ts'
import * as aois from '../../core/aoi/report.ts'
import * as eventTypes from '../../core/event-type/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import type { StoredQuestion } from '../../platform/db/schema/review.ts'
import { paragraphs } from '../../platform/kit/rich-text.ts'
import { writePublicText } from '../board/actions.ts'
import { acceptAddition, eventOf } from './additions.ts'
import {
  type Decision,
  type DecisionResult,
  decideEach,
  joinResults,
  lockReports,
  type StoredReport,
  storeDecision,
} from './decide.ts'

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
            authorKind: 'member' as const,
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
            authorKind: 'visitor' as const,
            authorId: null,
            authorName: visitor?.name ?? '',
            visitorId: visitor?.id ?? null,
            text: answer,
            at: new Date(answeredAt),
          },
        ]
      : []),
  ]
  await addReviewEntries(db, { aoiId, reportId: aoiId }, report.questions.flatMap(entriesOf))
}

type Acceptance = {
  mainId?: string
  publicText?: string
  /** Whether the picture becomes public together with the public text. */
  hasPublicPhoto?: boolean
  type?: EventType
  place?: ChosenPlace
}

type ChosenPlace = { coordinates: LngLat; address: string }

/** A report without a place gets the place that the reviewer chose, or the place of the event it is merged into. */
const placeOf = async (db: Db, { draft }: StoredReport, { place, mainId }: Acceptance) => {
  if (draft.startCoordinates) return { startCoordinates: draft.startCoordinates }
  if (place) {
    const [lng, lat] = place.coordinates
    return { startCoordinates: { lng, lat, altitude: 1 }, address: place.address || null }
  }
  if (!mainId) return undefined
  const main = await db.selectFrom('aoi').select(['place', 'address']).where('id', '=', mainId).executeTakeFirst()
  if (!main) return undefined
  return { startCoordinates: { lng: main.place.x, lat: main.place.y, altitude: 1 }, address: main.address }
}

/** Answers to questions that the new type lacks are added to the description. */
const descriptionFor = ({ draft }: StoredReport, chosen: EventType, type: EventType): string => {
  if (chosen._id === type._id) return draft.description
  const lines = chosen.fields.flatMap(({ _id, name }) => {
    const value = draft.publicAction?.fields?.find((field) => field._id === _id)?.value.trim()
    return value ? [`${name}: ${value}`] : []
  })
  return draft.description + paragraphs(lines.join('\n'))
}

/** Creates the event of a held report, and merges it into `mainId` if given. */
const acceptOne = async (decision: Decision, report: StoredReport, acceptance: Acceptance): Promise<boolean> => {
  const { mainId, publicText = '', hasPublicPhoto = false, type: otherType } = acceptance
  const { db, actor } = decision
  const { addsTo } = report
  if (addsTo !== null) {
    const aoi = mainId ? undefined : await eventOf(db, addsTo)
    if (!aoi) return false
    const visitor = await visitorOf(db, report)
    await storeDecision(decision, report, { state: 'accepted', imageFileId: null })
    await acceptAddition(db, { ...report, addsTo }, { aoi, visitor })
    return true
  }
  const types = await eventTypes.everOfService(db, report.serviceId)
  const chosen = types.find(({ _id }) => _id === report.eventTypeId)
  const place = chosen && (await placeOf(db, report, acceptance))
  if (!place) return false
  const type = otherType ?? chosen
  const visitor = await visitorOf(db, report)
  const { creationTime, ...draft } = report.draft
  // The report gives up the file first, because a file belongs to one row at a time.
  await storeDecision(decision, report, { state: 'accepted', imageFileId: null })
  const id = await aois.receiveReport(
    db,
    {
      draft: {
        ...draft,
        startCoordinates: place.startCoordinates,
        description: descriptionFor(report, chosen, type),
        nonce: String(report.nonce),
        creationTime: creationTime === undefined ? report.receivedAt : new Date(creationTime),
      },
      serviceId: report.serviceId,
      creatorId: null,
      visitorId: visitor?.id ?? null,
      visitorName: visitor?.name ?? '',
      isAnonymous: report.isAnonymous,
      imageFileId: report.imageFileId,
      imageBytes: undefined,
      address: place.address ?? report.address,
      author: { id: null, name: visitor?.name ?? '' },
      ...(mainId && { mergeInto: { id: mainId, by: actor } }),
      identity: { id: report.id, number: report.number, contentHash: report.contentHash },
    },
    { kind: 'event', type },
  )
  await db.updateTable('heldReport').set({ aoiId: id }).where('id', '=', report.id).execute()
  await addTalk(db, id, visitor, report)
  // Accepting marks the event as read.
  await markRead(db, actor.id, id)
  if (publicText !== '')
    await writePublicText(db, { aoiId: id, text: publicText, hasPhoto: hasPublicPhoto, memberId: actor.id })
  return true
}

export const acceptReports = (decision: Decision, ids: readonly string[], acceptance: Acceptance) =>
  decideEach(decision, ids, (report) => acceptOne(decision, report, acceptance))

/**
 * Accepts the first of these reports and merges the others into it, all or none. Photos that were added to reports are
 * left in the queue.
 */
export const mergeSelection = async (decision: Decision, ids: readonly string[]): Promise<DecisionResult> => {
  // All reports are locked at once and in one order, so that overlapping selections cannot deadlock.
  const locked = await lockReports(decision, ids)
  const photos = locked.flatMap(({ id, addsTo }) => (addsTo === null ? [] : [id]))
  const withoutPlace = locked.flatMap(({ id, draft }) => (draft.startCoordinates ? [] : [id]))
  const reports = [...new Set(ids)].filter((id) => !photos.includes(id))
  const [first, ...others] = reports.toSorted(
    (one, other) => Number(withoutPlace.includes(one)) - Number(withoutPlace.includes(other)),
  )
  if (first === undefined) return { done: [], left: photos, numbers: [] }
  const main = await acceptReports(decision, [first], {})
  if (main.done.length === 0 || others.length === 0) return { ...main, left: [...main.left, ...others, ...photos] }
  const merged = await acceptReports(decision, others, { mainId: first })
  return joinResults(main, { ...merged, left: [...merged.left, ...photos] })
}
