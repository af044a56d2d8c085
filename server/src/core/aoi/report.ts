import { sql } from 'kysely'
import { aoiApi, type EventType, mayEver, newAoiSubject, Problem } from '#contract'
import * as notifications from '../../messaging/notification/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import { serve } from '../../platform/http/serve.ts'
import { createActivity } from './activity.ts'
import { createArea } from './areas.ts'
import { details } from './details.ts'
import { acceptedType, type DraftTools, missingAddress, saveUpload } from './draft.ts'
import * as logs from './log/queries.ts'
import { mergeReports } from './merge.ts'
import { touch } from './record-change.ts'
import { regionOf } from './region.ts'
import * as shares from './share/queries.ts'
import { type Report, storeAoi } from './store.ts'
import { claimTwin, dismissTwins } from './twin-opinions.ts'

export const reportRoute = ({ store, addressOf }: DraftTools) =>
  serve(aoiApi.create, {
    prepare: async ({ db, actor, body, files }) => ({
      image: await saveUpload(db, store, actor, files.file),
      address: await missingAddress(db, addressOf, actor, body),
    }),
    handle: async ({ db, actor, body, prepared: { image, address }, allow }) => {
      const serviceId = body.serviceId ?? actor.serviceId
      // The region is needed only for the limits of API tokens.
      const { regionId } = actor.token ? await regionOf(db, { draft: body, serviceId }) : { regionId: null }
      const { kind } = allow(newAoiSubject(body, { serviceId, regionId }))
      if ((body.sameAs || body.differsFrom) && !mayEver(actor, 'aoi.merge')) throw new Problem('forbidden')
      const report = {
        draft: body,
        serviceId,
        creatorId: actor.id,
        visitorId: null,
        isAnonymous: false,
        imageFileId: image?.id ?? null,
        imageBytes: image?.bytes,
        address: address ?? null,
        author: actor,
        ...(body.sameAs && { mergeInto: { id: body.sameAs, by: actor } }),
      }
      const reported =
        kind === 'event'
          ? { kind, type: await acceptedType(db, actor.id, { ...report, hasImage: image !== undefined }) }
          : { kind }
      return details(db, actor, await receiveReport(db, report, reported))
    },
  })

type ReportedKind = { kind: 'event'; type: EventType } | { kind: 'activity' | 'sensor' }

const storeReport = (db: Db, report: Report, reported: ReportedKind) => {
  if (reported.kind === 'event') {
    const { kind, type } = reported
    return storeAoi(db, report, { kind, eventTypeId: type._id }, { type })
  }
  return reported.kind === 'activity' ? createActivity(db, report) : createArea(db, report)
}

const memberOf = (author: Report['author']) => (author?.id ? { id: author.id, name: author.name } : null)

/**
 * Stores a report of a member or visitor once and notifies the members concerned. Returns the id of the report. The
 * caller has checked events against their type.
 */
export const receiveReport = async (db: Db, report: Report, reported: ReportedKind): Promise<string> => {
  const by = memberOf(report.author)
  const stored = await storeReport(db, report, reported)
  const { id } = stored
  if (!stored.isNew) return id
  const type = reported.kind === 'event' ? reported.type : undefined
  if (type && report.draft.differsFrom)
    await dismissTwins(db, { serviceId: report.serviceId, aoiId: id, by: by?.id ?? null }, report.draft.differsFrom)
  const { mergeInto } = report
  if (type && mergeInto && (await mergeNewReport(db, report, id, mergeInto))) return id
  if (type && !mergeInto && report.draft.sameAs)
    await claimTwin(db, { serviceId: report.serviceId, aoiId: id, otherId: report.draft.sameAs })
  // Leaves out the visitor's name, which would reach push services and outlive the visitor in queues.
  await announceReport(db, { id, type, by })
  return id
}

type Announced = { id: string; type: EventType | undefined; by: { id: string; name: string } | null }

/** Shares a new AOI with the role responsible for its type, and notifies the members concerned. */
export const announceReport = async (db: Db, { id, type, by }: Announced): Promise<void> => {
  if (type) await shareWithResponsible(db, id, type, by?.id ?? null)
  await notifications.notifyMembers(db, { kind: 'created', aoiId: id, by })
}

/**
 * Merges a new report into the event that a member chose, and notifies the members involved in that event. Returns
 * false if the event is gone.
 */
const mergeNewReport = async (
  db: Db,
  { author, serviceId }: Report,
  id: string,
  { id: mainId, by }: NonNullable<Report['mergeInto']>,
) => {
  const { rows } = await sql<{ id: string; number: number; serviceId: string }>`
    select a.id, a.number, a.service_id from aoi a
    where a.id = (select coalesce(o.main_id, o.id) from aoi o where o.id = ${mainId}) and a.service_id = ${serviceId}
      and a.kind = 'event' and a.deleted_at is null
    for update of a`.execute(db)
  const [main] = rows
  if (!main) return false
  const { number } = await db.selectFrom('aoi').select('number').where('id', '=', id).executeTakeFirstOrThrow()
  await mergeReports(db, by, { ...main, _id: main.id }, [{ _id: id, number, serviceId }])
  // Records the reporter and not the reviewer as the author: a merge is no work on the event, so the decision can still
  // be undone.
  await touch(db, main.id, author?.id ?? null)
  await notifications.notifyMembers(db, { kind: 'updated', aoiId: main.id, by: memberOf(author) })
  return true
}

/** Shares a new event with the responsible role of its type. The event stays New. */
const shareWithResponsible = async (db: Db, aoiId: string, type: EventType, authorId: string | null) => {
  if (!type.responsibleRole) return
  const memberIds = await shares.membersOfRole(db, type.responsibleRole, authorId)
  const opened = await shares.open(db, { aoiId, memberIds, sharedBy: null, source: 'system' })
  if (opened.length > 0)
    await logs.recordChange(db, aoiId, null, { what: 'autoShared', names: opened.map(({ name }) => name) })
}
