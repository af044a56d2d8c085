import { sql } from 'kysely'
import type { ActionChange, ActionDraft, Language, PresetAction, Usage } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { swapTexts } from '../../platform/db/swap-texts.ts'

const actions = (db: Db) =>
  db
    .selectFrom('action')
    .select(['id', 'name', 'translations', 'unit', 'value', 'isAutoSharing', 'autoShareRoleId', 'isCustomValue'])
    .select(['setOfValuesEnabled', 'values', 'serviceId'])
    .where('archivedAt', 'is', null)
    .orderBy('sortOrder')
    .orderBy('name')

type Row = Awaited<ReturnType<ReturnType<typeof actions>['execute']>>[number]

const asAction = ({ id, autoShareRoleId, serviceId, ...action }: Row): PresetAction => ({
  ...action,
  _id: id,
  role: autoShareRoleId,
  service: [serviceId],
})

export const ofServices = async (db: Db, serviceIds: readonly string[]): Promise<PresetAction[]> =>
  (await actions(db).where('serviceId', 'in', serviceIds).execute()).map(asAction)

export const byId = async (db: Db, id: string): Promise<PresetAction | undefined> => {
  const row = await actions(db).where('id', '=', id).executeTakeFirst()
  return row && asAction(row)
}

export const autoShareRole = async (db: Db, actionId: string): Promise<string | null | undefined> => {
  const row = await db
    .selectFrom('action')
    .select('autoShareRoleId')
    .where('id', '=', actionId)
    .where('isAutoSharing', '=', true)
    .executeTakeFirst()
  return row?.autoShareRoleId
}

const columns = ({ role, translations, ...fields }: ActionChange) => ({
  ...fields,
  ...(translations && { translations: JSON.stringify(translations) }),
  ...(fields.isAutoSharing === false ? { autoShareRoleId: null } : role !== undefined && { autoShareRoleId: role }),
})

export const create = async (db: Db, serviceId: string, { service: _, ...draft }: ActionDraft): Promise<string> => {
  const id = newId()
  const sortOrder = sql<number>`(select coalesce(max(sort_order), 0) + 1 from action where service_id = ${serviceId})`
  const { name, unit } = draft
  await db
    .insertInto('action')
    .values({ ...columns(draft), id, serviceId, name, unit, sortOrder })
    .execute()
  return id
}

export const change = async (db: Db, id: string, fields: ActionChange): Promise<void> => {
  await db
    .updateTable('action')
    .set({ ...columns(fields), updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Deletes an action, or archives it if log entries use it, so that the entries stay complete. */
export const remove = async (db: Db, id: string): Promise<void> => {
  const archived = await db
    .updateTable('action')
    .set({ archivedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where((eb) => eb.exists(eb.selectFrom('logEntry').select('logEntry.id').where('logEntry.actionId', '=', id)))
    .returning('id')
    .executeTakeFirst()
  if (!archived) await db.deleteFrom('action').where('id', '=', id).execute()
}

export const usesOf = async (db: Db, { _id, service }: PresetAction): Promise<Usage[]> => {
  const { rows } = await sql<Usage>`
    select 'role' as kind, role.name, role.translations from role_action join role on role.id = role_action.role_id
    where role_action.action_id = ${_id}
    union all
    select 'metric', name, translations from metric where service_id = any(${service}) and strpos(conditions::text, ${_id}) > 0
    union all
    select distinct 'group', g.name, g.translations from criterion c join community_group g on g.id = c.group_id
    where c.action_id = ${_id}
    order by 1 desc, 2`.execute(db)
  return rows
}

export const swapLanguage = (db: Db, serviceId: string, from: Language, to: Language): Promise<void> =>
  swapTexts(db, { table: 'action', column: 'name', rows: sql`service_id = ${serviceId}`, from, to })
