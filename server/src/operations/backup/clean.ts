import { type Kysely, sql } from 'kysely'
import { misplacedTables } from '../../platform/db/misplaced-rows.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import { cleanRichText, cleanTranslations } from '../../platform/kit/rich-text.ts'
import { ArchiveProblem } from './format.ts'

/**
 * Cleans or refuses values that the database cannot check and that would harm browsers or exports, because rows of an
 * archive never passed input validation. Works on this version's schema.
 */
export async function cleanRows(db: Kysely<Database>): Promise<void> {
  for (const { table, column } of richText) await cleanColumn(db, table, column)
  await cleanTexts(db)
  await cleanAddresses(db)
  await refuseOtherFiles(db)
  await refuseMisplacedRows(db)
}

export const richText = [
  { table: 'aoi', column: 'description_html' },
  { table: 'community_group', column: 'description_html' },
  { table: 'member', column: 'description_html' },
  { table: 'event_type', column: 'guide' },
] as const

const AT_ONCE = 1_000

async function cleanColumn(db: Kysely<Database>, table: string, column: string): Promise<void> {
  type Row = { id: string; html: string }
  const name = sql.table(table)
  const html = sql.ref(column)
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    // Text without `<` and `&` has neither markup nor entities.
    const { rows } = await sql<Row>`
      select id, ${html} as html from ${name} where id > ${after} and ${html} ~ '[<&]' order by id limit ${AT_ONCE}`.execute(
      db,
    )
    for (const row of rows) {
      const clean = cleanRichText(row.html)
      if (clean !== row.html) await sql`update ${name} set ${html} = ${clean} where id = ${row.id}`.execute(db)
    }
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = last.id
  }
}

/** Rich text inside jsonb: a service's terms by language, and the translations of guides and descriptions. */
async function cleanTexts(db: Kysely<Database>): Promise<void> {
  for (const { id, terms } of await db.selectFrom('service').select(['id', 'terms']).execute()) {
    const clean = Object.fromEntries(
      Object.entries(terms).map(([language, html]) => [language, cleanRichText(String(html))]),
    )
    if (!isSame(clean, terms))
      await db
        .updateTable('service')
        .set({ terms: JSON.stringify(clean) })
        .where('id', '=', id)
        .execute()
  }
  await cleanTranslationsOf(db, 'eventType', ['guide'])
  await cleanTranslationsOf(db, 'communityGroup', ['description'])
}

async function cleanTranslationsOf(
  db: Kysely<Database>,
  table: 'eventType' | 'communityGroup',
  htmlNames: readonly string[],
): Promise<void> {
  for (const { id, translations } of await db.selectFrom(table).select(['id', 'translations']).execute()) {
    const clean = cleanTranslations(translations, htmlNames)
    if (!isSame(clean, translations))
      await db
        .updateTable(table)
        .set({ translations: JSON.stringify(clean) })
        .where('id', '=', id)
        .execute()
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

async function cleanAddresses(db: Kysely<Database>): Promise<void> {
  await sql`update event_type set url = null where url !~* '^https?://'`.execute(db)
  await sql`update service set chat_template = null where chat_template !~* '^(https://|tel:|sms:)'`.execute(db)
}

/** Rejects files whose content does not match the declared type. */
async function refuseOtherFiles(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ mime: string }>`
    select mime from file
    where case kind when 'image' then mime <> 'image/webp'
      when 'audio' then mime not in ('audio/wav', 'audio/flac', 'audio/ogg', 'audio/mpeg', 'audio/mp4', 'audio/webm', 'audio/aac')
      else mime not in ('video/mp4', 'video/webm', 'video/ogg') end
    limit 1`.execute(db)
  if (rows[0]) throw new ArchiveProblem(`The archive contains a file of a type that is not allowed: ${rows[0].mime}`)
}

/**
 * Refuses rows whose service differs from that of their parent row, because an export would include them in the wrong
 * service.
 */
async function refuseMisplacedRows(db: Kysely<Database>): Promise<void> {
  const [table] = await misplacedTables(db)
  if (table) throw new ArchiveProblem(`The archive contains rows that refer to another service: ${table}`)
}

export async function endSessions(db: Kysely<Database>): Promise<void> {
  await sql`update session set ended_at = now() where ended_at is null`.execute(db)
  await sql`delete from sign_in_ticket`.execute(db)
  await sql`update member set location = null, location_at = null where location is not null`.execute(db)
}
