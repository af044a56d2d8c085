import { ReadError, storable } from './format.ts'

const MAX_NAME = 200

/**
 * Our CSV files put an apostrophe before texts that look like formulas, so that spreadsheets show them as text.
 * LibreOffice keeps the apostrophe as a letter when it saves such a file as XLSX.
 */
export const unguarded = (cell: string): string => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell)

/** Makes column names unique: a second `Date` becomes `Date (2)`, and a third column without a name `(3)`. */
export const columnNames = (headers: readonly string[]): string[] => {
  const last = headers.findLastIndex((header) => header.trim() !== '')
  if (last < 0) throw new ReadError('noHeader')
  const taken = new Set<string>()
  return headers.slice(0, last + 1).map((header, index) => {
    const name = storable(header.slice(0, MAX_NAME).replace(/\s+/g, ' ').trim())
    const numbered = name === '' || taken.has(name) ? `${name} (${index + 1})`.trim() : name
    taken.add(numbered)
    return numbered
  })
}
