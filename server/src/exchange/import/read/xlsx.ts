import readSheets from 'read-excel-file/universal'
import { IMPORT_MAX_CELL, IMPORT_MAX_COLUMNS } from '#contract/exchange/import/limits.ts'
import { columnNames } from './columns.ts'
import { ReadError, type Row, type Table } from './format.ts'

/** A spreadsheet has no time zone: its times are read as written, in the zone of the mapping. */
const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '')
  return String(value).replaceAll('\0', '')
}

const isFilled = (cells: readonly unknown[]) => cells.some((cell) => cellText(cell).trim() !== '')

/**
 * The header is the first row with at least half as many values as the widest one: titles above a table have fewer.
 */
const headerAt = (rows: readonly (readonly unknown[])[]): number => {
  const widths = rows.slice(0, 50).map((cells) => cells.filter((cell) => cellText(cell).trim() !== '').length)
  const widest = Math.max(0, ...widths)
  return widths.findIndex((width) => width >= Math.max(1, widest / 2))
}

/** The first sheet with a table. The archive has been checked before. */
export const readXlsx = async (bytes: Uint8Array): Promise<Table> => {
  const sheets = await readSheets(Uint8Array.from(bytes).buffer).catch((error: unknown) => {
    throw new ReadError('sheet', {}, error)
  })
  const found =
    sheets.find(({ data }) => data.filter(isFilled).length > 1) ?? sheets.find(({ data }) => data.some(isFilled))
  if (!found) throw new ReadError('empty')
  const { data, sheet } = found
  const start = headerAt(data)
  const header = (data[start] ?? []).map(cellText)
  const last = header.findLastIndex((cell) => cell.trim() !== '')
  if (last >= IMPORT_MAX_COLUMNS) throw new ReadError('tooManyColumns', { part: sheet })
  const rows = function* (): Generator<Row> {
    for (let at = start + 1; at < data.length; at++) {
      const cells = (data[at] ?? []).slice(0, last + 1).map(cellText)
      if (cells.some(({ length }) => length > IMPORT_MAX_CELL)) throw new ReadError('longCell', { line: at + 1 })
      if (isFilled(cells)) yield { line: at + 1, cells }
    }
  }
  return { columns: columnNames(header), rows: rows() }
}
