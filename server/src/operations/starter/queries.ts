import { type RawBuilder, sql } from 'kysely'
import type { AppliedSet, StarterSetName } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import type { StarterKind } from '../../platform/db/schema/service.ts'

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

/**
 * Whether an id is not in the set of `item`. References inside the set do not count, because they are removed with it.
 */
const isOutside = (id: RawBuilder<unknown>) => sql`not exists (
  select from starter_item own
  where own.service_id = item.service_id and own.set_name = item.set_name and own.item_id = ${id})`

/** Whether a jsonb or array column contains the item's id. Compares text, which suffices because ids are unique. */
const mentions = (column: RawBuilder<unknown>) => sql`strpos(${column}::text, item.item_id::text) > 0`

/**
 * Whether removing the item would lose data or change a meaning. It would if the item is used by reports (also held
 * ones), members, requests for a role, entries, groups, criteria, responsibilities or alarms, or by roles, metrics,
 * rules, escalation plans or the public board that the service made. A role whose list has only items of the set would
 * be left with an empty list, which means everything.
 */
const isUsed = sql<boolean>`
  exists (select from aoi where aoi.event_type_id = item.item_id or aoi.community_id = item.item_id)
  or exists (select from held_report h where h.event_type_id = item.item_id or h.role_id = item.item_id)
  or exists (select from member where member.role_id = item.item_id)
  or exists (select from invite where invite.role_id = item.item_id)
  or exists (select from approval_request r where r.role_id = item.item_id and r.state = 'pending')
  or exists (select from log_entry where log_entry.action_id = item.item_id)
  or exists (select from community_group g where g.community_id = item.item_id)
  or exists (select from criterion c where c.action_id = item.item_id or c.event_type_id = item.item_id)
  or exists (select from event_type t where t.responsible_role_id = item.item_id)
  or exists (select from action a where a.auto_share_role_id = item.item_id)
  or exists (select from alarm where alarm.rule_id = item.item_id)
  or exists (select from role_action r where r.action_id = item.item_id and ${isOutside(sql`r.role_id`)})
  or exists (select from role_event_type r where r.event_type_id = item.item_id and ${isOutside(sql`r.role_id`)})
  or exists (select from role r where r.service_id = item.service_id and item.item_id::text = any(r.default_metrics)
    and ${isOutside(sql`r.id`)})
  or exists (select from metric m where m.service_id = item.service_id and ${mentions(sql`m.conditions`)}
    and ${isOutside(sql`m.id`)})
  or exists (select from rule r where r.service_id = item.service_id
    and (r.event_type_id = item.item_id or ${mentions(sql`r.trigger`)}) and ${isOutside(sql`r.id`)})
  or exists (select from escalation_plan p where p.service_id = item.service_id and ${mentions(sql`p.levels`)})
  or exists (select from board b where b.service_id = item.service_id and item.item_id = any(b.type_ids))`

export const applied = async (db: Db, serviceId: string): Promise<AppliedSet[]> => {
  const { rows } = await sql<AppliedSet>`
    select item.set_name as name, count(*)::int as count, not bool_or(${isUsed}) as "canTakeBack"
    from starter_item item
    where item.service_id = ${serviceId}
    group by item.set_name
    order by item.set_name`.execute(db)
  return rows
}

type State = {
  hasStarterSet: boolean
  hasEventTypes: boolean
  hasRoles: boolean
  hasTeam: boolean
  hasPublicLink: boolean
}

/** Progress of a service's setup; a team exists once someone else has joined. */
export const stateOf = async (db: Db, serviceId: string): Promise<State> => {
  const { rows } = await sql<State>`
    select
      exists (select from starter_item where service_id = ${serviceId}) as "hasStarterSet",
      exists (select from event_type where service_id = ${serviceId}) as "hasEventTypes",
      exists (select from role where service_id = ${serviceId})
        and exists (select from action where service_id = ${serviceId}) as "hasRoles",
      (select count(*) > 1 from member where service_id = ${serviceId} and deleted_at is null) as "hasTeam",
      exists (select from public_link where service_id = ${serviceId} and replaced_at is null) as "hasPublicLink"
  `.execute(db)
  return rows[0] as State
}
