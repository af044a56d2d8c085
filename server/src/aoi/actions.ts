import { sql } from 'kysely'
import type { Actor, EventType, SystemChange } from '#contract'
import type { Db } from '../db/database.ts'
import type { Announce } from '../http/serve.ts'
import * as logs from '../log/queries.ts'
import * as notifications from '../notification/actions.ts'
import * as shares from '../share/queries.ts'
import { createActivity } from './activity.ts'
import { createArea } from './area.ts'
import { createEvent, type Report } from './create.ts'
import * as aois from './queries.ts'

/**
 * Stores what a member or a visitor sends, unless it was sent before, and everyone who is to know hears of it. Answers
 * its id. An event has been checked by the rules of its type; without a type it is an activity or a sensor area.
 */
export const receive = async (
  db: Db,
  announce: Announce,
  report: Report,
  type: EventType | undefined,
): Promise<string> => {
  const { author } = report
  const { id, isNew } = type
    ? await createEvent(db, report, type)
    : await (report.draft.forSensors ? createArea : createActivity)(db, report)
  if (!isNew) return id
  const memberIds = type ? await shareWithResponsible(db, id, type, author.id) : []
  await announce({ type: 'AOI_CREATED', serviceId: report.serviceId, aoiIds: [id] }, { memberIds })
  await notifications.tell(db, { kind: 'created', aoiId: id, by: author })
  return id
}

/**
 * A new event of a type with a responsible role is shared with that role, and stays New (behaviour 16). Answers whom
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

/** A change of an AOI: it is noted, written into its log, and everyone who can see it hears of it. */
export const changed = async (
  db: Db,
  announce: Announce,
  aoi: { _id: string; serviceId: string },
  author: Actor | null,
  change?: SystemChange,
  { isTold = true } = {},
): Promise<void> => {
  if (change) await logs.recordChange(db, aoi._id, author, change)
  await aois.touch(db, aoi._id, author?.id ?? null)
  await announce(
    { type: 'AOI_UPDATED', serviceId: aoi.serviceId, aoiIds: [aoi._id] },
    { memberIds: await aois.sharedWith(db, aoi._id) },
  )
  const kind = newsOf(change?.what)
  if (isTold && kind) await notifications.tell(db, { kind, aoiId: aoi._id, by: author })
}

/** Sharing is told to those it is shared with, by whoever shares; taking it back is told to nobody. */
const newsOf = (what: SystemChange['what'] | undefined) => {
  if (what === 'archived' || what === 'deleted') return what
  return what === 'shared' || what === 'autoShared' || what === 'shareTakenBack' ? undefined : 'updated'
}

/** Deleted AOIs can be restored for 30 days; then they are gone for good, with what belongs to them. */
export const forgetDeleted = async (db: Db): Promise<void> => {
  await db.deleteFrom('aoi').where('deletedAt', '<', sql<Date>`now() - interval '30 days'`).execute()
}

/**
 * Regions changed within these bounds: what lies there gets its region anew, unless its author chose one that is still
 * there. Answers what became different.
 */
export const placeInRegions = async (
  db: Db,
  serviceId: string,
  [west, south, east, north]: readonly [number, number, number, number],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update aoi set region_id = found.region_id, is_region_chosen = false
    from (
      select a.id, (
        select r.id from region r where r.service_id = ${serviceId}
          and a.place[0] between r.west and r.east and a.place[1] between r.south and r.north and r.outline @> a.place
        order by (r.east - r.west) * (r.north - r.south) limit 1) as region_id
      from aoi a where a.service_id = ${serviceId} and (not a.is_region_chosen or a.region_id is null)
        and a.place <@ box(point(${west}, ${south}), point(${east}, ${north}))
    ) found
    where aoi.id = found.id and aoi.region_id is distinct from found.region_id
    returning aoi.id`.execute(db)
  return rows.map(({ id }) => id)
}

export { followSensors, refreshAreas } from './area-status.ts'
