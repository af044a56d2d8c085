import { IMPORT_MAX_CELL, IMPORT_MAX_COLUMNS } from '#contract/exchange/import/limits.ts'
import { columnNames } from './columns.ts'
import { ReadError, type Row, type Table } from './format.ts'

/** A thing on a map: its values by name, and its geometry as well-known text. */
export type Feature = { values: ReadonlyMap<string, string>; geometry: string }

/** Features as a table. Columns are in order of first appearance; the last column is the geometry. */
export const tableOf = (features: readonly Feature[]): Table => {
  const names = new Set<string>()
  for (const { values } of features) for (const name of values.keys()) names.add(name)
  if (names.size >= IMPORT_MAX_COLUMNS) throw new ReadError('tooManyColumns')
  const keys = [...names]
  const rows = function* (): Generator<Row> {
    for (const [index, { values, geometry }] of features.entries()) {
      const cells = [...keys.map((key) => values.get(key) ?? ''), geometry]
      if (cells.some(({ length }) => length > IMPORT_MAX_CELL)) throw new ReadError('longCell', { line: index + 1 })
      yield { line: index + 1, cells }
    }
  }
  return { columns: columnNames([...keys, 'geometry']), rows: rows() }
}
