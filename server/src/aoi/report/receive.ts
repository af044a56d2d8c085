import type { EventType } from '#contract'
import type { Db } from '../../db/database.ts'
import type { Announce } from '../../http/serve.ts'
import * as logs from '../../log/queries.ts'
import * as notifications from '../../notification/actions.ts'
import * as shares from '../../share/queries.ts'
import { createActivity } from '../activity.ts'
import { createArea } from '../area.ts'
import type { Report } from './report.ts'
import { storeAoi } from './store.ts'

/**
 * Stores what a member or a visitor sends, unless it was stored before, and notifies everyone concerned. Returns its id.
 * An event has been checked by the rules of its type; without a type it is an activity or a sensor area.
 */
export const receiveReport = async (
  db: Db,
  announce: Announce,
  report: Report,
  type: EventType | undefined,
): Promise<string> => {
  const { author } = report
  const { id, isNew } = type
    ? await storeAoi(db, report, { kind: 'event', eventTypeId: type._id }, { type })
    : await (report.draft.forSensors ? createArea : createActivity)(db, report)
  if (!isNew) return id
  const memberIds = type ? await shareWithResponsible(db, id, type, author.id) : []
  await announce({ type: 'AOI_CREATED', serviceId: report.serviceId, aoiIds: [id] }, { memberIds })
  // Without the name of a visitor: it would leave through push services, and outlive the visitor in their queues.
  await notifications.notifyMembers(db, { kind: 'created', aoiId: id, by: author.id === null ? null : author })
  return id
}

/**
 * Shares a new event with the responsible role of its type; it stays New (behaviour 16). Returns the members
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
