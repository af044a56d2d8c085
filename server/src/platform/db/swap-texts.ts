import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#contract'
import type { Db } from './database.ts'

type Swap = {
  table: string
  column: string
  name?: string
  rows: RawBuilder<unknown>
  from: Language
  to: Language
}

export const swapTexts = async (db: Db, { table, column, name = column, rows, from, to }: Swap): Promise<void> => {
  const text = sql.ref(column)
  await sql`
    update ${sql.table(table)} set
      ${text} = translations -> ${to}::text ->> ${name}::text,
      translations = jsonb_set(
        translations || jsonb_build_object(${from}::text, coalesce(translations -> ${from}::text, '{}'::jsonb)),
        array[${from}::text, ${name}::text], to_jsonb(${text})) #- array[${to}::text, ${name}::text]
    where coalesce(translations -> ${to}::text ->> ${name}::text, '') <> '' and ${rows}`.execute(db)
  await sql`
    update ${sql.table(table)} set translations = translations - ${to}::text
    where translations -> ${to}::text = '{}'::jsonb and ${rows}`.execute(db)
}
