import { type AoiChange, activityProblems, type FieldProblems, Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { setGroupsOf } from '../community/actions.ts'
import * as communities from '../community/queries.ts'
import { regionOf } from './region.ts'
import { type Report, type StoredAoi, storeAoi } from './store.ts'

const hasRegions = async (db: Db, serviceId: string): Promise<boolean> =>
  (await db.selectFrom('region').select('id').where('serviceId', '=', serviceId).limit(1).executeTakeFirst()) !==
  undefined

const refuse = (fields: FieldProblems): void => {
  if (Object.keys(fields).length > 0) throw new Problem('invalid', { fields })
}

export const createActivity = async (db: Db, report: Report): Promise<StoredAoi> => {
  const { draft, serviceId } = report
  const { communityId, groups = [], startTime = null, plannedTime = null, isPublic = false } = draft
  const region = await regionOf(db, report)
  const groupsOfCommunity = communityId && (await communities.groupIdsOf(db, serviceId, communityId))
  refuse({
    ...activityProblems({
      communityId,
      startTime,
      plannedTime,
      groups,
      groupsOfCommunity: groupsOfCommunity || undefined,
      hasRegion: region.regionId !== null,
      serviceHasRegions: await hasRegions(db, serviceId),
    }),
    ...(communityId && !groupsOfCommunity && { communityId: 'form.invalid' as const }),
  })
  const columns = { communityId, startAt: startTime, endAt: plannedTime, isPublic }
  return storeAoi(
    db,
    { ...report, draft: { ...draft, publicAction: undefined } },
    { kind: 'activity', ...columns, ...region },
    { more: (id) => setGroupsOf(db, id, groups) },
  )
}

/** The fields that an edit affects; only these are checked. */
const touchedFields = (change: AoiChange): Set<string> => {
  const touched = new Set(Object.keys(change))
  if (touched.has('startTime') || touched.has('plannedTime'))
    for (const field of ['startTime', 'plannedTime']) touched.add(field)
  if (touched.has('communityId')) touched.add('groups')
  if (touched.has('startCoordinates')) touched.add('region')
  return touched
}

/** Changes the columns that only activities have. The common columns are written before, so the region is current. */
export const changeActivity = async (
  db: Db,
  { _id, serviceId }: { _id: string; serviceId: string },
  change: AoiChange,
): Promise<void> => {
  const old = await db
    .selectFrom('aoi')
    .select(['communityId', 'startAt', 'endAt', 'regionId'])
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  const oldGroups = await db.selectFrom('aoiGroup').select('groupId').where('aoiId', '=', _id).execute()
  const communityId = change.communityId ?? old.communityId ?? undefined
  const groupsOfCommunity = communityId && (await communities.groupIdsOf(db, serviceId, communityId))
  const isMoved = change.communityId !== undefined && change.communityId !== old.communityId
  const groups = change.groups ?? (isMoved ? [] : oldGroups.map(({ groupId }) => groupId))
  const startAt = change.startTime === undefined ? old.startAt : change.startTime
  const endAt = change.plannedTime === undefined ? old.endAt : change.plannedTime
  const problems = activityProblems({
    communityId,
    startTime: startAt,
    plannedTime: endAt,
    groups,
    groupsOfCommunity: groupsOfCommunity || undefined,
    hasRegion: old.regionId !== null,
    serviceHasRegions: await hasRegions(db, serviceId),
  })
  if (communityId && !groupsOfCommunity) problems.communityId = 'form.invalid'
  const touched = touchedFields(change)
  refuse(Object.fromEntries(Object.entries(problems).filter(([field]) => touched.has(field))))
  await db
    .updateTable('aoi')
    .set({ communityId, startAt, endAt, ...(change.isPublic !== undefined && { isPublic: change.isPublic }) })
    .where('id', '=', _id)
    .execute()
  if (change.groups || isMoved) await setGroupsOf(db, _id, groups)
}
