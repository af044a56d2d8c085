import { type Kysely, sql } from 'kysely'

/** Columns are only added, and checks only loosened: servers of the version before run on. */
export const isCompatible = true

const withNames = ['role', 'role_action', 'action', 'metric', 'community_group', 'criterion', 'local_map']
const withLanguage = ['member', 'visitor', 'push_device']

/**
 * Names in other languages than the main one, as event types, regions and communities have them: {he: {name}}.
 * Which languages there are is no longer said by the database, so that another one needs no migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of withNames)
    await sql`alter table ${sql.table(table)} add column translations jsonb not null default '{}'`.execute(db)
  // As they were when the action was logged, like its name.
  await sql`alter table log_entry add column action_translations jsonb`.execute(db)
  for (const table of withLanguage)
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.ref(`${table}_language_check`)},
      add constraint ${sql.ref(`${table}_language_length`)} check (length(language) between 2 and 20)`.execute(db)
}
