import type { Kysely } from 'kysely'
import { type Child, carryService } from './serviceOfParent.ts'

/** Adds `service_id` to tables of members, roles, communities, rules and rotas. */
export const children: readonly Child[] = [
  { table: 'session', parent: 'member' },
  { table: 'known_device', parent: 'member' },
  { table: 'second_factor', parent: 'member' },
  { table: 'recovery_code', parent: 'member' },
  { table: 'sign_in_ticket', parent: 'member' },
  { table: 'reentry_link', parent: 'member' },
  { table: 'email_confirmation', parent: 'member' },
  { table: 'push_device', parent: 'member' },
  { table: 'push_message', parent: 'member' },
  { table: 'calendar_feed', parent: 'member' },
  { table: 'presence', parent: 'member' },
  { table: 'role_action', parent: 'role' },
  { table: 'role_event_type', parent: 'role' },
  { table: 'question', parent: 'event_type' },
  { table: 'community_group', parent: 'community' },
  { table: 'group_member', parent: 'community_group', column: 'group_id' },
  { table: 'criterion', parent: 'community_group', column: 'group_id' },
  { table: 'rule_state', parent: 'rule' },
  { table: 'escalation_receiver', parent: 'escalation' },
  { table: 'rota_swap', parent: 'rota' },
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const child of children) await carryService(db, child)
}

export const outsideTransaction = true
export const isCompatible = true
