import { type Kysely, sql } from 'kysely'
import type { AoiChange, ImportMapping } from '#contract'
import { changeImported, deleteImported, untouched } from '../../core/aoi/imported.ts'
import * as eventTypes from '../../core/event-type/queries.ts'
import { outageOf } from '../../platform/db/availability.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import { retryConflicts } from '../../platform/db/transaction.ts'
import { authorOf } from './author.ts'
import type { AoiImportKind } from './kinds/decide.ts'
import { isAoiKind, recordKinds } from './kinds/kinds.ts'
import type { WrittenRecord } from './kinds/record.ts'
import type { StoredImport } from './queries.ts'
import * as queries from './queries.ts'

const AT_ONCE = 2_000

type Written = { number: number; outcome: 'new' | 'changed'; id: string; writtenAt: string; before: AoiChange | null }

/** Imported rows from the last one to the first. */
const writtenRows = async (db: Db, { id, doneRows }: StoredImport, limit: number): Promise<Written[]> => {
  const { rows } = await sql<Written>`
    select number, outcome, aoi_id as id, written_at::text as written_at, before from import_row
    where import_id = ${id} and number <= ${doneRows} and outcome in ('new', 'changed')
    order by number desc limit ${limit}`.execute(db)
  return rows
}

const dateOf = (text: unknown) => (typeof text === 'string' ? new Date(text) : (text as Date | null | undefined))

/** `before` was stored as JSON, where times are text. */
const asChange = (before: AoiChange): AoiChange => ({
  ...before,
  ...('startTime' in before && { startTime: dateOf(before.startTime) ?? null }),
  ...('plannedTime' in before && { plannedTime: dateOf(before.plannedTime) ?? null }),
})

type Author = { id: string; name: string }

/**
 * Restores AOIs that an import changed. Returns the ids of AOIs that others have changed since, which stay as they are.
 */
const restore = async (db: Db, row: StoredImport, author: Author, rows: readonly Written[]): Promise<string[]> => {
  const kind = (row.mapping as ImportMapping).kind as AoiImportKind
  const types = await eventTypes.everOfService(db, row.serviceId)
  const free = await untouched(db, rows)
  for (const { id, before } of rows) {
    if (!before || !free.has(id)) continue
    const type = types.find(({ _id }) => _id === before.publicAction?.publicActionId)
    await changeImported(db, { serviceId: row.serviceId, kind, author, isReported: false }, id, {
      change: asChange(before),
      type,
    })
  }
  return rows.filter(({ id }) => !free.has(id)).map(({ id }) => id)
}

const ofOutcome = (rows: readonly Written[], wanted: Written['outcome']) =>
  rows.filter(({ outcome }) => outcome === wanted)

/** Undoes the next rows in one transaction. Returns their number; 0 when all are undone. */
const undoPart = (db: Kysely<Database>, row: StoredImport, limit: number): Promise<number> =>
  retryConflicts(() =>
    db.transaction().execute(async (transaction) => {
      const now = await queries.locked(transaction, row.id)
      if (now?.state !== 'undoing' || now.doneRows !== row.doneRows) return 0
      const rows = await writtenRows(transaction, row, limit)
      const { kind } = row.mapping as ImportMapping
      const author = await authorOf(transaction, { ...row, creatorId: row.undoneBy, kind })
      if (rows.length === 0 || !author) {
        // Without an author the import returns to `done`, so that another member can continue the undo.
        const state = author ? 'undone' : 'done'
        await transaction.updateTable('import').set({ state }).where('id', '=', row.id).execute()
        return 0
      }
      const kept = isAoiKind(kind)
        ? [
            ...(await deleteImported(transaction, author, ofOutcome(rows, 'new'))),
            ...(await restore(transaction, row, author, ofOutcome(rows, 'changed'))),
          ]
        : await recordKinds[kind].undo(transaction, row.serviceId, rows as WrittenRecord[], author)
      await sql`update import_row set is_kept = true
        where import_id = ${row.id} and number <= ${row.doneRows} and aoi_id = any(${kept}::uuid[])`.execute(
        transaction,
      )
      await transaction
        .updateTable('import')
        .set({
          doneRows: (rows.at(-1)?.number ?? 1) - 1,
          undoneCount: now.undoneCount + rows.length - kept.length,
          keptCount: now.keptCount + kept.length,
          workedAt: sql<Date>`clock_timestamp()`,
        })
        .where('id', '=', row.id)
        .execute()
      return rows.length
    }),
  )

/** Leaves a row that cannot be restored, for example because its former region was deleted. */
const keepRow = async (db: Db, row: StoredImport): Promise<void> => {
  const [{ number } = { number: 1 }] = await writtenRows(db, row, 1)
  await sql`
    with passed as (
      update import set done_rows = ${number - 1}, kept_count = kept_count + 1, worked_at = clock_timestamp()
      where id = ${row.id} and done_rows = ${row.doneRows} and state = 'undoing' returning id)
    update import_row set is_kept = true from passed where import_id = passed.id and number = ${number}`.execute(db)
}

/** Isolates a bad row as an import does. Otherwise the row would be retried forever and block all other imports. */
export const undoCarefully = async (db: Kysely<Database>, row: StoredImport): Promise<number> => {
  for (let limit = AT_ONCE; ; limit = Math.ceil(limit / 10)) {
    try {
      return await undoPart(db, row, limit)
    } catch (error) {
      if (outageOf(error)) throw error
      if (limit > 1) continue
      await keepRow(db, row)
      return 1
    }
  }
}
