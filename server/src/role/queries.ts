import { sql } from 'kysely'
import type { OwnRole, Role, RoleAction } from '#contract'
import type { Db } from '../db/database.ts'

const roles = (db: Db) =>
  db
    .selectFrom('role')
    .select([
      'role.id',
      'role.name',
      'role.serviceId',
      'role.isViewer',
      'role.defaultView',
      'role.defaultMetrics',
      sql<string[]>`array(select action_id from role_action where role_id = role.id order by sort_order)`.as('actions'),
      sql<string[]>`array(select event_type_id from role_event_type where role_id = role.id order by sort_order)`.as(
        'eventTypes',
      ),
    ])
    .orderBy('role.sortOrder')
    .orderBy('role.name')

type Row = Awaited<ReturnType<ReturnType<typeof roles>['execute']>>[number]

const asRole = (row: Row): Role => ({
  _id: row.id,
  name: row.name,
  service: row.serviceId,
  actions: row.actions,
  publicActions: row.eventTypes,
  isViewer: row.isViewer,
  defaultView: row.defaultView,
  defaultMetrics: row.defaultMetrics,
})

export const ofServices = async (db: Db, serviceIds: readonly string[]): Promise<Role[]> =>
  (await roles(db).where('role.serviceId', 'in', serviceIds).execute()).map(asRole)

/** What a role's members may log. A role with none listed offers all of its service's (behaviour 5). */
export const actionsOf = async (db: Db, role: { id: string; serviceId: string }): Promise<RoleAction[]> => {
  const rows = await db
    .selectFrom('action')
    .leftJoin('roleAction', (join) =>
      join.onRef('roleAction.actionId', '=', 'action.id').on('roleAction.roleId', '=', role.id),
    )
    .select(['action.id', 'action.name', 'action.unit', 'action.value', 'action.isCustomValue'])
    .select(['action.setOfValuesEnabled', 'action.values', 'roleAction.label', 'roleAction.customValue'])
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
  return rows.map(({ id, label, ...action }) => ({ ...action, _id: id, label: label || action.name }))
}

export const withActions = async (db: Db, roleId: string): Promise<OwnRole | undefined> => {
  const row = await roles(db).where('role.id', '=', roleId).executeTakeFirst()
  return row && { ...asRole(row), actions: await actionsOf(db, row) }
}

/** A metric that is deleted: no role starts with it any more. */
export const forgetMetric = async (db: Db, serviceId: string, metricId: string): Promise<void> => {
  await sql`update role set default_metrics = array_remove(default_metrics, ${metricId})
    where service_id = ${serviceId} and ${metricId} = any(default_metrics)`.execute(db)
}
