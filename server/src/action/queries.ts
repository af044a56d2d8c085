import type { PresetAction } from '#contract'
import type { Db } from '../db/database.ts'

export const ofServices = async (db: Db, serviceIds: readonly string[]): Promise<PresetAction[]> => {
  const rows = await db
    .selectFrom('action')
    .select(['id', 'name', 'unit', 'value', 'isAutoSharing', 'autoShareRoleId', 'isCustomValue'])
    .select(['setOfValuesEnabled', 'values', 'serviceId'])
    .where('serviceId', 'in', serviceIds)
    .where('archivedAt', 'is', null)
    .orderBy('sortOrder')
    .orderBy('name')
    .execute()
  return rows.map(({ id, autoShareRoleId, serviceId, ...action }) => ({
    ...action,
    _id: id,
    role: autoShareRoleId,
    service: [serviceId],
  }))
}

/** With whom logging this action shares, if with anyone. */
export const autoShareRole = async (db: Db, actionId: string): Promise<string | null | undefined> => {
  const row = await db
    .selectFrom('action')
    .select('autoShareRoleId')
    .where('id', '=', actionId)
    .where('isAutoSharing', '=', true)
    .executeTakeFirst()
  return row?.autoShareRoleId
}
