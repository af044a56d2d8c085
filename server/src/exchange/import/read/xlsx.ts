import readSheets from 'read-excel-file/universal'
import { IMPORT_MAX_CELL, IMPORT_MAX_COLUMNS } from '#contract/exchange/import/limits.ts'
import { columnNames, unguarded } from './columns.ts'
import { ReadError, type Row, type Table } from './format.ts'
import { fillDown, layoutOf, noteOf, visibleSheets } from './xlsx-layout.ts'

/**
 * Times in a spreadsheet have no zone and are read in the zone of the mapping. They are rounded to seconds, because
 * they are fractions of a day, and LibreOffice writes too few digits for milliseconds.
 */
const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date)
    return Number.isNaN(value.getTime())
      ? ''
      : new Date(Math.round(value.getTime() / 1000) * 1000)
          .toISOString()
          .slice(0, 19)
          .replace('T', ' ')
          .replace(' 00:00:00', '')
  return unguarded(String(value))
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

const problemOf = (error: Error): ReadError => {
  const [, row] = /at row (\d{1,7}),/.exec(error.message) ?? []
  return new ReadError('sheet', row === undefined ? {} : { line: Number(row) }, error)
}

/** The first visible sheet with a table. Callers check the archive before. */
export const readXlsx = async (bytes: Uint8Array, read: (name: string) => Promise<Buffer>): Promise<Table> => {
  const [sheets, visible] = await Promise.all([readSheets(Uint8Array.from(bytes).buffer), visibleSheets(read)]).catch(
    (error: Error) => {
      throw error instanceof ReadError ? error : problemOf(error)
    },
  )
  const shown = sheets.filter(({ sheet }) => visible.has(sheet))
  const tables = (shown.length > 0 ? shown : sheets).filter(({ data }) => data.some(isFilled))
  const found = tables.find(({ data }) => data.filter(isFilled).length > 1) ?? tables[0]
  if (!found) throw new ReadError('empty')
  const { data, sheet } = found
  const start = headerAt(data)
  const header = (data[start] ?? []).map(cellText)
  const last = header.findLastIndex((cell) => cell.trim() !== '')
  if (last >= IMPORT_MAX_COLUMNS) throw new ReadError('tooManyColumns', { part: sheet.slice(0, 200) })
  const { merged, hiddenRow } = await layoutOf(read, sheet)
  const filled = fillDown(data, merged, start + 1)
  const rows = function* (): Generator<Row> {
    for (let at = start + 1; at < data.length; at++) {
      const cells = (data[at] ?? []).slice(0, last + 1).map(cellText)
      if (cells.some(({ length }) => length > IMPORT_MAX_CELL)) throw new ReadError('longCell', { line: at + 1 })
      if (isFilled(cells)) yield { line: at + 1, cells }
    }
  }
  const note = noteOf({ sheet, isOneOfMany: tables.length > 1, filled, hiddenRow })
  return { columns: columnNames(header), rows: rows(), ...(note && { note }) }
}
