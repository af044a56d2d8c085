import { type Kysely, sql } from 'kysely'

/**
 * Like `ownsFile`, for a large table: creates only the triggers. The caller adds the column together with its foreign
 * key, and builds the index with `createIndexConcurrently`, so that the table is not locked while all rows are read.
 */
export async function fileTriggers(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  const owner = sql.id(table)
  const on = (verb: string, event: string, condition: string, does: 'file_attach' | 'file_detach') =>
    sql`
      create trigger ${sql.id(`${table}_${column}_${verb}`)} after ${sql.raw(event)} on ${owner} for each row
        when (${sql.raw(condition)}) execute function ${sql.raw(does)}(${sql.lit(column)})`.execute(db)
  const [before, after] = [`old."${column}"`, `new."${column}"`]
  const isChanged = `${after} is distinct from ${before}`
  await on('attached', 'insert', `${after} is not null`, 'file_attach')
  await on('changed_to', `update of "${column}"`, `${after} is not null and ${isChanged}`, 'file_attach')
  await on('changed_from', `update of "${column}"`, `${before} is not null and ${isChanged}`, 'file_detach')
  await on('gone', 'delete', `${before} is not null`, 'file_detach')
}
