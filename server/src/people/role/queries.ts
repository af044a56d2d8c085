import { sql } from 'kysely'
import {
  type Language,
  type OwnRole,
  type Role,
  type RoleAction,
  type RoleActionSetting,
  type RoleChange,
  type RoleDraft,
  type Translations,
  translationsFrom,
} from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { swapTexts } from '../../platform/db/swap-texts.ts'

const roleActions = sql<RoleActionSetting[]>`coalesce((
  select json_agg(json_build_object('_id', ra.action_id, 'label', ra.label,
    'translations', ra.translations, 'customValue', ra.custom_value)
    order by ra.sort_order)
  from role_action ra join action on action.id = ra.action_id and action.archived_at is null
  where ra.role_id = role.id), '[]')`

const eventTypes = sql<string[]>`array(
  select ret.event_type_id from role_event_type ret
  join event_type on event_type.id = ret.event_type_id and event_type.archived_at is null
  where ret.role_id = role.id order by ret.sort_order)`

const roles = (db: Db) =>
  db
    .selectFrom('role')
    .select(['role.id', 'role.name', 'role.translations', 'role.serviceId'])
    .select(['role.isViewer', 'role.defaultView', 'role.defaultMetrics', 'role.archivedAt'])
    .select([roleActions.as('roleActions'), eventTypes.as('eventTypes')])
    .orderBy('role.sortOrder')
    .orderBy('role.name')

type Row = Awaited<ReturnType<ReturnType<typeof roles>['execute']>>[number]

const asRole = (row: Row): Role => ({
  _id: row.id,
  name: row.name,
  translations: row.translations,
  service: row.serviceId,
  actions: row.roleActions.map(({ _id }) => _id),
  roleActions: row.roleActions,
  publicActions: row.eventTypes,
  isViewer: row.isViewer,
  defaultView: row.defaultView,
  defaultMetrics: row.defaultMetrics,
  isArchived: row.archivedAt !== null,
})

export const ofServices = async (db: Db, serviceIds: readonly string[]): Promise<Role[]> =>
  (await roles(db).where('role.serviceId', 'in', serviceIds).execute()).map(asRole)

export const byId = async (db: Db, id: string): Promise<Role | undefined> => {
  const row = await roles(db).where('role.id', '=', id).executeTakeFirst()
  return row && asRole(row)
}

/** Whether a member of the service can be given the role. Members who have an archived role keep it. */
export const isAssignable = async (db: Db, roleId: string, serviceId: string, memberId?: string): Promise<boolean> => {
  const role = await db
    .selectFrom('role')
    .select(['id', 'archivedAt'])
    .where('id', '=', roleId)
    .where('serviceId', '=', serviceId)
    .executeTakeFirst()
  if (!role?.archivedAt) return role !== undefined
  return memberId !== undefined && (await roleIdOf(db, memberId)) === roleId
}

const withLabels = (names: Translations, labels: Translations | null): Translations => {
  const languages = [...new Set([...Object.keys(names), ...Object.keys(labels ?? {})])]
  const textsIn = (language: string) => {
    const name = names[language]?.name
    const label = labels ? labels[language]?.label : name
    return { ...(name && { name }), ...(label && { label }) }
  }
  return Object.fromEntries(languages.map((language) => [language, textsIn(language)]))
}

/** The actions that members of a role may log. A role without a list has all actions of the service. */
export const actionsOf = async (db: Db, role: { id: string; serviceId: string }): Promise<RoleAction[]> => {
  const rows = await db
    .selectFrom('action')
    .leftJoin('roleAction', (join) =>
      join.onRef('roleAction.actionId', '=', 'action.id').on('roleAction.roleId', '=', role.id),
    )
    .select(['action.id', 'action.name', 'action.unit', 'action.value', 'action.isCustomValue'])
    .select(['action.setOfValuesEnabled', 'action.values', 'roleAction.label', 'roleAction.customValue'])
    .select(['action.translations', 'roleAction.translations as labels'])
    .where('action.serviceId', '=', role.serviceId)
    .where('action.archivedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('roleAction.roleId', 'is not', null),
        eb.not(eb.exists(eb.selectFrom('roleAction as any').select('any.roleId').where('any.roleId', '=', role.id))),
      ]),
    )
    .orderBy(sql`coalesce(role_action.sort_order, action.sort_order)`)
    .orderBy('action.name')
    .execute()
  return rows.map(({ id, label, labels, ...action }) => ({
    ...action,
    _id: id,
    label: label || action.name,
    translations: withLabels(action.translations, label ? labels : null),
  }))
}

export const withActions = async (db: Db, roleId: string): Promise<OwnRole | undefined> => {
  const row = await roles(db).where('role.id', '=', roleId).executeTakeFirst()
  if (!row) return undefined
  const { roleActions: _, ...role } = asRole(row)
  return { ...role, actions: await actionsOf(db, row) }
}

export const metricIds = async (db: Db, serviceId: string): Promise<string[]> =>
  (await db.selectFrom('metric').select('id').where('serviceId', '=', serviceId).execute()).map(({ id }) => id)

export const create = async (db: Db, serviceId: string, draft: RoleDraft): Promise<string> => {
  const id = newId()
  const { name, isViewer, defaultView, defaultMetrics } = draft
  const translations = JSON.stringify(draft.translations)
  const sortOrder = sql<number>`(select coalesce(max(sort_order), 0) + 1 from role where service_id = ${serviceId})`
  await db
    .insertInto('role')
    .values({ id, serviceId, name, translations, isViewer, defaultView, defaultMetrics, sortOrder })
    .execute()
  await offer(db, id, draft)
  return id
}

const firstRole: Record<Language, string> = { en: 'Coordinator', he: 'רכז' }

export const addFirst = async (db: Db, serviceId: string, language: Language): Promise<string> => {
  const id = newId()
  const translations = JSON.stringify(translationsFrom(language, { name: firstRole }))
  await db
    .insertInto('role')
    .values({ id, serviceId, name: firstRole[language], translations, defaultView: 'MAP' })
    .execute()
  return id
}

/** Deletes a role that no member has and no invitation offers. */
export const remove = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('role').where('id', '=', id).execute()
}

export const change = async (
  db: Db,
  id: string,
  { actions, publicActions, translations, isArchived, ...fields }: RoleChange,
): Promise<void> => {
  await db
    .updateTable('role')
    .set({
      ...fields,
      ...(translations && { translations: JSON.stringify(translations) }),
      ...(isArchived !== undefined && { archivedAt: isArchived ? sql<Date>`coalesce(archived_at, now())` : null }),
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
  await offer(db, id, { actions, publicActions })
}

const offer = async (
  db: Db,
  roleId: string,
  { actions, publicActions }: Pick<RoleChange, 'actions' | 'publicActions'>,
) => {
  if (actions) {
    await db.deleteFrom('roleAction').where('roleId', '=', roleId).execute()
    const rows = actions.map(({ _id, label, translations, customValue }, sortOrder) => ({
      roleId,
      actionId: _id,
      label,
      translations: JSON.stringify(translations),
      customValue,
      sortOrder,
    }))
    if (rows.length > 0) await db.insertInto('roleAction').values(rows).execute()
  }
  if (publicActions) {
    await db.deleteFrom('roleEventType').where('roleId', '=', roleId).execute()
    const rows = publicActions.map((eventTypeId, sortOrder) => ({ roleId, eventTypeId, sortOrder }))
    if (rows.length > 0) await db.insertInto('roleEventType').values(rows).execute()
  }
}

/** Adds a type to the lists of these roles and removes it from all other lists. Roles without a list get none. */
export const setReportersOf = async (
  db: Db,
  serviceId: string,
  eventTypeId: string,
  roleIds: readonly string[],
): Promise<void> => {
  await sql`
    delete from role_event_type
    where event_type_id = ${eventTypeId} and not (role_id = any(${roleIds}::uuid[]))`.execute(db)
  await sql`
    insert into role_event_type (role_id, event_type_id, sort_order)
    select role_id, ${eventTypeId}, max(role_event_type.sort_order) + 1
    from role_event_type join role on role.id = role_event_type.role_id
    where role.service_id = ${serviceId} and role_id = any(${roleIds}::uuid[])
    group by role_id
    on conflict do nothing`.execute(db)
}

/** Removes a deleted metric from the default counters of roles. */
export const forgetMetric = async (db: Db, serviceId: string, metricId: string): Promise<void> => {
  await sql`update role set default_metrics = array_remove(default_metrics, ${metricId})
    where service_id = ${serviceId} and ${metricId} = any(default_metrics)`.execute(db)
}

export const swapLanguage = async (db: Db, serviceId: string, from: Language, to: Language): Promise<void> => {
  await swapTexts(db, { table: 'role', column: 'name', rows: sql`service_id = ${serviceId}`, from, to })
  const rows = sql`role_id in (select id from role where service_id = ${serviceId})`
  await swapTexts(db, { table: 'role_action', column: 'label', rows, from, to })
}

export const roleIdOf = async (db: Db, memberId: string): Promise<string | null | undefined> =>
  (await db.selectFrom('member').select('roleId').where('id', '=', memberId).executeTakeFirst())?.roleId
