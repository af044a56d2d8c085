import { sql } from 'kysely'
import { Problem } from '#contract'
import type { Db } from './database.ts'

type OrderedTable = 'role' | 'action' | 'event_type'

export const putInOrder = async (db: Db, table: OrderedTable, ids: readonly string[], now: readonly string[]) => {
  if (ids.length !== now.length || ids.some((id) => !now.includes(id))) throw new Problem('conflict')
  await sql`
    update ${sql.table(table)} set sort_order = array_position(${ids}::uuid[], id)
    where id = any(${ids}::uuid[])`.execute(db)
}
