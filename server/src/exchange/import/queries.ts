import { sql } from 'kysely'
import {
  displayName,
  type FileProblem,
  IMPORT_UNDO_DAYS,
  type Import,
  type ImportedRow,
  type ImportMapping,
} from '#contract'
import { deletionOf } from '../../platform/clock/batch.ts'
import type { Db } from '../../platform/db/database.ts'

const DAY_MS = 86_400_000

const imports = (db: Db) =>
  db.selectFrom('import').leftJoin('member', 'member.id', 'import.creatorId').selectAll('import').select([
    'member.firstName',
    'member.lastName',
    'member.username',
  ]) // biome-ignore format: one chain

export type StoredImport = Awaited<ReturnType<ReturnType<typeof imports>['executeTakeFirstOrThrow']>>

const canBeUndone = ({ state }: StoredImport) => state === 'done' || state === 'cancelled'

export const undoUntil = (row: StoredImport): Date | null =>
  row.finishedAt && canBeUndone(row) ? new Date(row.finishedAt.getTime() + IMPORT_UNDO_DAYS * DAY_MS) : null

export const asImport = (row: StoredImport, isRemembered = false): Import => ({
  _id: row.id,
  state: row.state,
  fileName: row.fileName,
  format: row.format,
  encoding: row.encoding,
  columns: row.columns,
  // A mapping of an earlier version has no role.
  mapping: row.mapping && { ...row.mapping, role: row.mapping.role ?? null },
  isRemembered,
  isReported: row.isReported,
  problem: row.problem,
  rowCount: row.rowCount,
  doneRows: row.doneRows,
  counts: {
    new: row.newCount,
    changed: row.changedCount,
    unchanged: row.unchangedCount,
    rejected: row.rejectedCount,
    undone: row.undoneCount,
    kept: row.keptCount,
  },
  creator: displayName({ firstName: row.firstName ?? '', lastName: row.lastName ?? '', username: row.username ?? '' }),
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  undoUntil: undoUntil(row)?.toISOString() ?? null,
})

/** The audit's line about an import, which outlives its rows. */
export const auditOf = (row: StoredImport) => ({
  targetKind: 'import',
  targetId: row.id,
  targetName: row.fileName,
  detail: { kind: row.mapping?.kind, rows: row.rowCount, ...asImport(row).counts },
})

const LISTED = 50

export const ofService = async (db: Db, serviceId: string): Promise<Import[]> => {
  const rows = await imports(db)
    .where('import.serviceId', '=', serviceId)
    .orderBy('import.createdAt', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map((row) => asImport(row))
}

export const byId = (db: Db, id: string): Promise<StoredImport | undefined> =>
  imports(db).where('import.id', '=', id).executeTakeFirst()

export const locked = (db: Db, id: string): Promise<StoredImport | undefined> =>
  imports(db).where('import.id', '=', id).forUpdate('import').executeTakeFirst()

/** The mapping of the last imported file with the same column names. */
export const rememberedMapping = async (
  db: Db,
  serviceId: string,
  shape: string,
): Promise<ImportMapping | undefined> => {
  const row = await db
    .selectFrom('import')
    .select('mapping')
    .where('serviceId', '=', serviceId)
    .where('shape', '=', shape)
    .where('finishedAt', 'is not', null)
    .where('mapping', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.mapping ?? undefined
}

export const fail = async (db: Db, id: string, problem: FileProblem): Promise<void> => {
  await db
    .updateTable('import')
    .set({ state: 'failed', problem: JSON.stringify(problem) })
    .where('id', '=', id)
    .execute()
}

export const discard = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('import').where('id', '=', id).execute()
}

export type RowOfFile = { number: number; line: number; cells: string[] }

/** A page ends with the row that reaches this number of bytes. */
const MOST_BYTES = 2_000_000

/** Up to `limit` rows after the given one; fewer if they are large, but at least one. */
export const rowsAfter = async (db: Db, importId: string, after: number, limit: number) => {
  const { rows } = await sql<RowOfFile & { outcome: string | null }>`
    select number, line, cells, outcome from (
      select *, sum(octet_length(cells::text)) over (order by number rows between unbounded preceding and 1 preceding) as before
      from (select number, line, cells, outcome from import_row
        where import_id = ${importId} and number > ${after} order by number limit ${limit}) r) s
    where before is null or before < ${sql.lit(MOST_BYTES)} order by number`.execute(db)
  return rows
}

const PAGE = 1_000

export const chosenRows = async (
  db: Db,
  importId: string,
  { which, after }: { which: 'rejected' | 'kept'; after: number },
): Promise<{ rows: ImportedRow[]; next: number | null }> => {
  const condition = which === 'rejected' ? sql`r.outcome = 'rejected'` : sql`r.is_kept`
  const { rows } = await sql<ImportedRow>`
    select r.number, r.line, r.cells, coalesce(r.reasons, '[]') as reasons,
      case when a.id is not null then json_build_object('_id', a.id, 'number', a.number, 'nonce', a.nonce::text,
        'name', a.name) end as aoi
    from import_row r left join aoi a on a.id = r.aoi_id
    where r.import_id = ${importId} and r.number > ${after} and ${condition} order by r.number limit ${sql.lit(PAGE)}`.execute(
    db,
  )
  return { rows, next: rows.length === PAGE ? (rows.at(-1)?.number ?? null) : null }
}

/** The characters that JavaScript's `trim` removes. `btrim` alone removes only spaces. */
const WHITE_SPACE =
  ' \t\n\v\f\r\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
const trimmedCell = (column: number) => sql`btrim(cells ->> ${sql.lit(column)}, ${sql.lit(WHITE_SPACE)})`

/** Which of these rows repeat the external id of an earlier row. */
export const repeatedRows = async (
  db: Db,
  importId: string,
  column: number,
  { after, limit }: { after: number; limit: number },
): Promise<Set<number>> => {
  const { rows } = await sql<{ number: number }>`
    with page as (
      select number, ${trimmedCell(column)} as id from import_row
      where import_id = ${importId} and number > ${after} order by number limit ${limit})
    select p.number from page p
    join (select ${trimmedCell(column)} as id, min(number) as first from import_row
      where import_id = ${importId} and ${trimmedCell(column)} in (select id from page where id <> '') group by 1) f
      on f.id = p.id and f.first < p.number`.execute(db)
  return new Set(rows.map(({ number }) => number))
}

/**
 * Rejects rows that repeat the external id of an earlier row. Selects them as an array: before the statistics know the
 * new rows, PostgreSQL may compute a joined subquery again for each row, which took minutes.
 */
export const rejectRepeated = async (db: Db, importId: string, column: number): Promise<void> => {
  const id = trimmedCell(column)
  await sql`
    update import_row set outcome = 'rejected',
      reasons = jsonb_build_array(jsonb_build_object('code', 'twice', 'field', 'externalId', 'value', left(${id}, 100)))
    where import_id = ${importId} and number = any(array(
      select number from (
        select number, row_number() over (partition by ${id} order by number) as turn
        from import_row where import_id = ${importId} and ${id} <> '') t
      where turn > 1))`.execute(db)
}

const KEPT_DAYS = IMPORT_UNDO_DAYS + 1

/** Number of files whose rows are stored, and total number of these rows. */
export const storedFiles = async (db: Db, serviceId: string): Promise<{ files: number; rows: number }> => {
  const { rows } = await sql<{ files: number; rows: number }>`
    select count(*)::int as files, coalesce(sum(row_count), 0)::int as rows from import where service_id = ${serviceId}
      and (finished_at is null or finished_at > now() - make_interval(days => ${sql.lit(KEPT_DAYS)}))`.execute(db)
  return rows[0] ?? { files: 0, rows: 0 }
}

/** Deletes the rows of old imports and the sample values of their columns. Mappings stay. */
export const forgetOldRows = async (db: Db): Promise<void> => {
  const isOld = sql`i.finished_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})
    and i.state not in ('running', 'undoing')`
  await sql`delete from import_row r using import i where i.id = r.import_id and ${isOld}`.execute(db)
  await sql`
    update import i set columns = (select jsonb_agg(c.one || '{"sample": []}' order by c.at)
      from jsonb_array_elements(i.columns) with ordinality as c(one, at))
    where ${isOld} and i.columns @? '$[*].sample[*]'`.execute(db)
}

/** Files that were never imported. */
export const abandonedImports = deletionOf(
  'import',
  sql`created_at`,
  sql`finished_at is null and state in ('reading', 'ready', 'failed') and created_at < now() - interval '1 day'`,
)

/** Fails imports whose server was killed while reading the file. */
export const failInterrupted = async (db: Db): Promise<void> => {
  const problem: FileProblem = { code: 'interrupted' }
  await sql`update import set state = 'failed', problem = ${JSON.stringify(problem)}
    where state = 'reading' and worked_at < now() - interval '2 minutes'`.execute(db)
}
