import { type Kysely, sql } from 'kysely'

/** Servers of the previous version keep working, because columns are only added and checks only loosened. */
export const isCompatible = true

const withNames = ['role', 'role_action', 'action', 'metric', 'community_group', 'criterion', 'local_map']
const withLanguage = ['member', 'visitor', 'push_device']

/**
 * Translations of names, in the format of event types, regions and communities: {he: {name}}. The check on languages is
 * dropped, so that a new language needs no migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of withNames)
    await sql`alter table ${sql.table(table)} add column translations jsonb not null default '{}'`.execute(db)
  // Translations of the action's name when it was logged.
  await sql`alter table log_entry add column action_translations jsonb`.execute(db)
  for (const table of withLanguage)
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.ref(`${table}_language_check`)},
      add constraint ${sql.ref(`${table}_language_length`)} check (length(language) between 2 and 20)`.execute(db)
}
