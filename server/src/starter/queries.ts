import { sql } from 'kysely'
import type { AppliedSet, StarterSetName } from '#contract'
import type { Db } from '../db/database.ts'
import type { StarterKind } from '../db/schema/service.ts'

export type StarterItem = { kind: StarterKind; itemId: string }

export const itemsOf = (db: Db, serviceId: string, setName: StarterSetName): Promise<StarterItem[]> =>
  db
    .selectFrom('starterItem')
    .select(['kind', 'itemId'])
    .where('serviceId', '=', serviceId)
    .where('setName', '=', setName)
    .execute()

export const record = async (db: Db, serviceId: string, setName: StarterSetName, items: readonly StarterItem[]) => {
  if (items.length === 0) return
  await db
    .insertInto('starterItem')
    .values(items.map((item) => ({ ...item, serviceId, setName })))
    .execute()
}

export const forget = async (db: Db, serviceId: string, setName: StarterSetName): Promise<void> => {
  await db.deleteFrom('starterItem').where('serviceId', '=', serviceId).where('setName', '=', setName).execute()
}

/** What happened with an item: reports, members, entries, groups, activities, criteria, responsibilities, alarms. */
const isUsed = sql<boolean>`
  exists (select from aoi where aoi.event_type_id = item.item_id or aoi.community_id = item.item_id)
  or exists (select from member where member.role_id = item.item_id)
  or exists (select from invite where invite.role_id = item.item_id)
  or exists (select from log_entry where log_entry.action_id = item.item_id)
  or exists (select from community_group g where g.community_id = item.item_id)
  or exists (select from criterion c where c.action_id = item.item_id or c.event_type_id = item.item_id)
  or exists (select from event_type t where t.responsible_role_id = item.item_id)
  or exists (select from action a where a.auto_share_role_id = item.item_id)
  or exists (select from alarm where alarm.rule_id = item.item_id)`

/** The sets that a service has, each with what is still there of it. */
export const applied = async (db: Db, serviceId: string): Promise<AppliedSet[]> => {
  const { rows } = await sql<AppliedSet>`
    select item.set_name as name, count(*)::int as count, not bool_or(${isUsed}) as "canTakeBack"
    from starter_item item
    where item.service_id = ${serviceId}
    group by item.set_name
    order by item.set_name`.execute(db)
  return rows
}

type State = { hasEventTypes: boolean; hasRoles: boolean; hasTeam: boolean; hasPublicLink: boolean }

/** How far a service has come; there is a team once somebody else has joined. */
export const stateOf = async (db: Db, serviceId: string): Promise<State> => {
  const { rows } = await sql<State>`
    select
      exists (select from event_type where service_id = ${serviceId}) as "hasEventTypes",
      exists (select from role where service_id = ${serviceId})
        and exists (select from action where service_id = ${serviceId}) as "hasRoles",
      (select count(*) > 1 from member where service_id = ${serviceId} and deleted_at is null) as "hasTeam",
      exists (select from public_link where service_id = ${serviceId} and replaced_at is null) as "hasPublicLink"
  `.execute(db)
  return rows[0] as State
}
