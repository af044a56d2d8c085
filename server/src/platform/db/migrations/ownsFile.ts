import { type Kysely, sql } from 'kysely'

/**
 * Makes `column` of `table` an owner of files. A referenced file cannot be deleted. A file whose row is deleted or
 * references another file becomes detached and is deleted later. The triggers' conditions exempt rows without a file.
 */
export async function ownsFile(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  const [owner, file] = [sql.id(table), sql.id(column)]
  const trigger = (verb: string) => sql.id(`${table}_${column}_${verb}`)
  const argument = sql.lit(column)

  await sql`alter table ${owner} add foreign key (${file}) references file`.execute(db)
  await sql`create index ${sql.id(`${table}_${column}`)} on ${owner} (${file}) where ${file} is not null`.execute(db)
  await sql`
    create trigger ${trigger('attached')} after insert on ${owner} for each row
      when (new.${file} is not null) execute function file_attach(${argument})`.execute(db)
  await sql`
    create trigger ${trigger('changed_to')} after update of ${file} on ${owner} for each row
      when (new.${file} is not null and new.${file} is distinct from old.${file})
      execute function file_attach(${argument})`.execute(db)
  await sql`
    create trigger ${trigger('changed_from')} after update of ${file} on ${owner} for each row
      when (old.${file} is not null and new.${file} is distinct from old.${file})
      execute function file_detach(${argument})`.execute(db)
  await sql`
    create trigger ${trigger('gone')} after delete on ${owner} for each row
      when (old.${file} is not null) execute function file_detach(${argument})`.execute(db)
}
