import { sql } from 'kysely'
import type { EventType } from '#contract'
import type { Db } from '../../db/database.ts'
import type { Announce } from '../../http/serve.ts'
import * as logs from '../../log/queries.ts'
import * as notifications from '../../notification/actions.ts'
import * as shares from '../../share/queries.ts'
import { dismissTwins } from '../../twin/actions.ts'
import { createActivity } from '../activity.ts'
import { createArea } from '../area.ts'
import { mergeReports } from '../merge.ts'
import { touch } from '../queries.ts'
import type { Report } from './report.ts'
import { storeAoi } from './store.ts'

/** What is reported; an event with its type. */
type ReportedKind = { kind: 'event'; type: EventType } | { kind: 'activity' | 'sensor' }

const storeReport = (db: Db, report: Report, reported: ReportedKind) => {
  if (reported.kind === 'event') {
    const { kind, type } = reported
    return storeAoi(db, report, { kind, eventTypeId: type._id }, { type })
  }
  return reported.kind === 'activity' ? createActivity(db, report) : createArea(db, report)
}

/**
 * Stores what a member or a visitor sends, unless it was stored before, and notifies everyone concerned. Returns its id.
 * An event has been checked by the rules of its type.
 */
export const receiveReport = async (
  db: Db,
  announce: Announce,
  report: Report,
  reported: ReportedKind,
): Promise<string> => {
  const { author } = report
  const stored = await storeReport(db, report, reported)
  const { id } = stored
  if (!stored.isNew) return id
  await announce({
    type: 'AOI_RECOUNTED',
    serviceId: report.serviceId,
    kind: reported.kind,
    creationTime: stored.createdAt.toISOString(),
    from: null,
    to: 'new',
  })
  const type = reported.kind === 'event' ? reported.type : undefined
  if (type && report.draft.differsFrom)
    await dismissTwins(db, { serviceId: report.serviceId, aoiId: id, by: author.id }, report.draft.differsFrom)
  if (type && report.draft.sameAs && (await mergeNewReport(db, announce, report, id, report.draft.sameAs))) return id
  const memberIds = type ? await shareWithResponsible(db, id, type, author.id) : []
  await announce({ type: 'AOI_CREATED', serviceId: report.serviceId, aoiIds: [id] }, { memberIds })
  // Without the name of a visitor: it would leave through push services, and outlive the visitor in their queues.
  await notifications.notifyMembers(db, { kind: 'created', aoiId: id, by: author.id === null ? null : author })
  return id
}

/**
 * Merges a new report into the event that its author says it is about. Those who work on that event are notified, instead of
 * those who get new events. False if that event is no longer there: the report then stands by itself.
 */
const mergeNewReport = async (db: Db, announce: Announce, report: Report, id: string, mainId: string) => {
  const { rows } = await sql<{ id: string; number: number; serviceId: string }>`
    select a.id, a.number, a.service_id from aoi a
    where a.id = (select coalesce(o.main_id, o.id) from aoi o where o.id = ${mainId}) and a.service_id = ${report.serviceId}
      and a.kind = 'event' and a.deleted_at is null
    for update of a`.execute(db)
  const [main] = rows
  if (!main) return false
  const { number } = await db.selectFrom('aoi').select('number').where('id', '=', id).executeTakeFirstOrThrow()
  const { serviceId } = report
  await mergeReports(db, announce, report.author, { ...main, _id: main.id }, [{ _id: id, number, serviceId }])
  await touch(db, main.id, report.author.id)
  const by = report.author.id === null ? null : report.author
  await notifications.notifyMembers(db, { kind: 'updated', aoiId: main.id, by })
  return true
}

/**
 * Shares a new event with the responsible role of its type; it stays New. Returns the members
 * it was shared with.
 */
const shareWithResponsible = async (db: Db, aoiId: string, type: EventType, authorId: string | null) => {
  if (!type.responsibleRole) return []
  const memberIds = await shares.membersOfRole(db, type.responsibleRole, authorId)
  const opened = await shares.open(db, { aoiId, memberIds, sharedBy: null, source: 'system' })
  if (opened.length > 0)
    await logs.recordChange(db, aoiId, null, { what: 'autoShared', names: opened.map(({ name }) => name) })
  return memberIds
}
