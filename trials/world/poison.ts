import { readRows } from './database.ts'

/** A bad row. If `isNamed`, the job cannot process the row and must list it; otherwise the job must process the row. */
export type Poison = {
  name: string
  table: string
  set: Record<string, string>
  where?: string
  add?: string
  /** Column that identifies an added row, if not `id`. */
  key?: string
  isNamed: boolean
  isQuick?: true
}

/** Columns that identify a row, if not `id`. */
const keys: Record<string, string> = {
  review_setting: 'service_id',
  reporter_contact: 'visitor_id',
  rule_state: 'sensor_id',
}

/** Adds rows that a new service does not have: a setting of the review, and a reporter who gets mail about an event. */
export const addPoisonable = async (folder: string, serviceId: string): Promise<void> => {
  await readRows(folder, 'insert into review_setting (service_id) values ($1) on conflict do nothing', [serviceId])
  await readRows(
    folder,
    `with reporter as (
        insert into visitor (id, service_id, follow_token_hash)
        values (gen_random_uuid(), $1, gen_random_uuid()::text::bytea) returning id),
      reported as (
        update aoi set visitor_id = reporter.id from reporter
        where aoi.id = (select id from aoi where service_id = $1 and kind = 'event' order by id desc limit 1))
      insert into reporter_contact (visitor_id, service_id, email, language, confirmed_at, token_hash)
      select id, $1, 'r29@example.org', 'en', now(), gen_random_uuid()::text::bytea from reporter`,
    [serviceId],
  )
}

/**
 * Makes one bad row in the service. Returns its id, which is undefined if no row fits, and a function that restores the
 * previous state. Throws if a constraint refuses the row.
 */
export const poison = async (
  folder: string,
  { table, set, where = 'true', add, key: own = 'id' }: Poison,
  serviceId: string,
) => {
  if (add) {
    const [row] = await readRows<{ id: string }>(folder, `${add} returning ${own}::text as id`, [serviceId])
    const undo = async () => void (await readRows(folder, `delete from ${table} where ${own}::text = $1`, [row?.id]))
    return { id: row?.id, undo }
  }
  const id = keys[table] ?? 'id'
  const columns = Object.keys(set)
  const found = `select ctid as place, ${id}::text as id, ${columns.map((column) => `${column}::text as "${column}"`).join(', ')}
    from ${table} where ${table === 'service' ? 'id' : 'service_id'} = $1 and (${where}) order by ${table}.${id} desc limit 1`
  const [row] = await readRows<Record<string, string | null>>(folder, found, [serviceId])
  if (!row) return { id: undefined, undo: async () => {} }
  const assign = Object.entries(set).map(([column, value]) => `${column} = ${value}`)
  await readRows(folder, `update ${table} set ${assign.join(', ')} where ${id}::text = $1`, [row.id])
  const types = await readRows<{ name: string; type: string }>(
    folder,
    `select column_name as name, udt_name as type from information_schema.columns where table_name = $1`,
    [table],
  )
  const typeOf = (column: string) => types.find(({ name }) => name === column)?.type ?? 'text'
  const back = columns.map((column, index) => `${column} = $${index + 2}::${typeOf(column)}`)
  return {
    id: row.id,
    undo: async () =>
      void (await readRows(folder, `update ${table} set ${back.join(', ')} where ${id}::text = $1`, [
        row.id,
        ...columns.map((column) => row[column]),
      ])),
  }
}
