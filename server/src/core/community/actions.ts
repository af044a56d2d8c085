import { sql } from 'kysely'
import {
  type CriterionChange,
  type FieldProblems,
  type GroupChange,
  type GroupDraft,
  type NewCriterion,
  Problem,
} from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { pointText } from '../../platform/db/point.ts'
import { cleanTranslations, storedRichText } from '../../platform/kit/rich-text.ts'

type Change = Partial<GroupDraft> & GroupChange

/** The community, the local map and the leader of a group must belong to its service. */
const checkNames = async (
  db: Db,
  serviceId: string,
  { communityId, selectedLocalmap, adminId }: Change,
): Promise<void> => {
  const isOwn = async (table: 'community' | 'localMap' | 'member', id: string) =>
    (await db
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .where('serviceId', '=', serviceId)
      .executeTakeFirst()) !== undefined
  const fields: FieldProblems = {}
  if (communityId && !(await isOwn('community', communityId))) fields.communityId = 'form.invalid'
  if (selectedLocalmap && !(await isOwn('localMap', selectedLocalmap))) fields.selectedLocalmap = 'form.invalid'
  if (adminId && !(await isOwn('member', adminId))) fields.adminId = 'form.invalid'
  if (Object.keys(fields).length > 0) throw new Problem('invalid', { fields })
}

const columns = ({
  name,
  translations,
  communityId,
  description,
  location,
  position,
  selectedLocalmap,
  adminId,
}: Change) => ({
  ...(name !== undefined && { name }),
  ...(translations && { translations: JSON.stringify(cleanTranslations(translations, ['description'])) }),
  ...(communityId !== undefined && { communityId }),
  ...(description !== undefined && { descriptionHtml: storedRichText(description, 'description', 100_000) }),
  ...(location !== undefined && { address: location }),
  ...(position !== undefined && { position: position && pointText(position) }),
  ...(selectedLocalmap !== undefined && { localMapId: selectedLocalmap }),
  ...(adminId !== undefined && { adminId }),
})

export const createGroup = async (db: Db, serviceId: string, draft: GroupDraft, makerId: string): Promise<string> => {
  await checkNames(db, serviceId, draft)
  const id = newId()
  const { name, communityId } = draft
  await db
    .insertInto('communityGroup')
    .values({ id, adminId: makerId, ...columns(draft), name, communityId })
    .execute()
  return id
}

export const changeGroup = async (
  db: Db,
  group: { _id: string; serviceId: string },
  change: GroupChange,
): Promise<void> => {
  await checkNames(db, group.serviceId, change)
  await db
    .updateTable('communityGroup')
    .set({ ...columns(change), updatedAt: sql<Date>`now()` })
    .where('id', '=', group._id)
    .execute()
  if (change.communityId)
    await sql`delete from aoi_group i using aoi a where i.aoi_id = a.id and i.group_id = ${group._id}
      and a.community_id is distinct from ${change.communityId}`.execute(db)
}

export const removeGroup = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('communityGroup').where('id', '=', id).execute()
}

export const setGroupsOf = async (db: Db, aoiId: string, groups: readonly string[]): Promise<void> => {
  await db.deleteFrom('aoiGroup').where('aoiId', '=', aoiId).execute()
  if (groups.length > 0)
    await db
      .insertInto('aoiGroup')
      .values([...new Set(groups)].map((groupId) => ({ aoiId, groupId })))
      .execute()
}

export const addToGroups = async (
  db: Db,
  serviceId: string,
  aois: readonly { id: string; groups: readonly string[] }[],
): Promise<void> => {
  const rows = aois.flatMap(({ id, groups }) =>
    [...new Set(groups)].map((groupId) => ({ aoiId: id, serviceId, groupId })),
  )
  await sql`
    insert into aoi_group (aoi_id, service_id, group_id)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g("aoiId" uuid, "serviceId" uuid, "groupId" uuid)`.execute(db)
}

/** The counted action or event type must belong to the group's service. */
const checkCounted = async (
  db: Db,
  serviceId: string,
  { actionId, publicActionId }: CriterionChange,
): Promise<void> => {
  const isOwn = async (table: 'action' | 'eventType', id: string) =>
    (await db
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .where('serviceId', '=', serviceId)
      .executeTakeFirst()) !== undefined
  if (actionId && !(await isOwn('action', actionId)))
    throw new Problem('invalid', { fields: { actionId: 'form.invalid' } })
  if (publicActionId && !(await isOwn('eventType', publicActionId)))
    throw new Problem('invalid', { fields: { publicActionId: 'form.invalid' } })
}

export const addCriterion = async (
  db: Db,
  group: { _id: string; serviceId: string },
  { name, translations, target, actionId, publicActionId }: NewCriterion,
): Promise<void> => {
  await checkCounted(db, group.serviceId, { actionId, publicActionId })
  await db
    .insertInto('criterion')
    .values({
      id: newId(),
      groupId: group._id,
      name,
      translations: JSON.stringify(translations),
      targetPerMonth: target,
      actionId: actionId ?? null,
      eventTypeId: publicActionId ?? null,
      sortOrder: sql<number>`(select coalesce(max(sort_order) + 1, 0) from criterion where group_id = ${group._id})`,
    })
    .execute()
}

/** A criterion counts either an action or an event type: setting one clears the other. */
const countedColumns = ({ actionId, publicActionId }: CriterionChange) => {
  if (actionId && publicActionId) throw new Problem('invalid', { fields: { publicActionId: 'form.invalid' } })
  if (actionId) return { actionId, eventTypeId: null }
  return publicActionId ? { actionId: null, eventTypeId: publicActionId } : {}
}

export const changeCriterion = async (
  db: Db,
  group: { _id: string; serviceId: string },
  criterionId: string,
  change: CriterionChange,
): Promise<boolean> => {
  await checkCounted(db, group.serviceId, change)
  const { name, translations, target } = change
  const set = {
    ...(name !== undefined && { name }),
    ...(translations && { translations: JSON.stringify(translations) }),
    ...(target !== undefined && { targetPerMonth: target }),
    ...countedColumns(change),
  }
  const there = () =>
    db.selectFrom('criterion').select('id').where('id', '=', criterionId).where('groupId', '=', group._id)
  if (!(await there().executeTakeFirst())) return false
  if (Object.keys(set).length > 0) await db.updateTable('criterion').set(set).where('id', '=', criterionId).execute()
  return true
}

export const setCriterionPhoto = async (
  db: Db,
  groupId: string,
  criterionId: string,
  photoFileId: string | null,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('criterion')
    .set({ photoFileId })
    .where('id', '=', criterionId)
    .where('groupId', '=', groupId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
