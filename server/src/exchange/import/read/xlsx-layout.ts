import type { FileProblem } from '#contract'
import { all, attribute, isXml, parseXml } from './xml.ts'

type ReadEntry = (name: string) => Promise<Buffer>
/** The first column and the rows of merged cells, counted from 1. */
type MergedCells = { ref: string; column: number; from: number; to: number }
export type SheetLayout = { merged: MergedCells[]; hiddenRow: number | undefined }

const xmlOf = async (read: ReadEntry, name: string) => parseXml((await read(name)).toString())

const sheetsOf = async (read: ReadEntry) => {
  const { workbook } = await xmlOf(read, 'xl/workbook.xml')
  return isXml(workbook) ? all(all(workbook, 'sheets')[0], 'sheet') : []
}

export const visibleSheets = async (read: ReadEntry): Promise<Set<string>> =>
  new Set(
    (await sheetsOf(read)).flatMap((sheet) =>
      ['hidden', 'veryHidden'].includes(attribute(sheet, 'state')) ? [] : [attribute(sheet, 'name')],
    ),
  )

const fileOf = async (read: ReadEntry, name: string): Promise<string | undefined> => {
  const id = attribute(
    (await sheetsOf(read)).find((sheet) => attribute(sheet, 'name') === name),
    'id',
  )
  const { Relationships } = await xmlOf(read, 'xl/_rels/workbook.xml.rels')
  const target = attribute(
    all(Relationships, 'Relationship').find((one) => attribute(one, 'Id') === id),
    'Target',
  )
  return target.startsWith('/') ? target.slice(1) : target && `xl/${target}`
}

const columnNumber = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

const MERGED = /<(?:\w+:)?mergeCell\b[^<>]*\bref="(([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7}))"/g
const ROW = /<(?:\w+:)?row\b[^<>]*>/g
const MOST_MERGED = 10_000

/** Merged cells and the first hidden row, which the parser of cells ignores. */
export const layoutOf = async (read: ReadEntry, sheet: string): Promise<SheetLayout> => {
  const file = await fileOf(read, sheet)
  if (!file) return { merged: [], hiddenRow: undefined }
  const text = (await read(file)).toString('latin1')
  const merged: MergedCells[] = []
  for (const [, ref = '', letters = '', from, to] of text.matchAll(MERGED)) {
    if (merged.length === MOST_MERGED) break
    merged.push({ ref, column: columnNumber(letters), from: Number(from), to: Number(to) })
  }
  for (const [row] of text.matchAll(ROW))
    if (/\bhidden="(?:1|true)"/.test(row))
      return { merged, hiddenRow: Number(/\br="(\d{1,7})"/.exec(row)?.[1]) || undefined }
  return { merged, hiddenRow: undefined }
}

/** Copies the value of merged cells to each of their rows. Returns the range of the first merged cells that changed. */
export const fillDown = (rows: unknown[][], merged: readonly MergedCells[], first: number): string | undefined => {
  let [filled, cells]: [string | undefined, number] = [undefined, 0]
  for (const { ref, column, from, to } of merged) {
    const value = rows[from - 1]?.[column - 1]
    if (value === null || value === undefined || from <= first) continue
    for (let row = from + 1; row <= Math.min(to, rows.length) && cells < MOST_FILLED; row++, cells++) {
      const there = rows[row - 1]
      if (there && (there[column - 1] ?? null) === null) {
        there[column - 1] = value
        filled ??= ref
      }
    }
  }
  return filled
}
const MOST_FILLED = 1_000_000

type Notes = { sheet: string; isOneOfMany: boolean; filled: string | undefined; hiddenRow: number | undefined }

/** Warnings about a spreadsheet, shown before its import. */
export const noteOf = ({ sheet, isOneOfMany, filled, hiddenRow }: Notes): FileProblem | undefined => {
  if (isOneOfMany) return { code: 'oneSheet', part: sheet.slice(0, 200) }
  if (hiddenRow !== undefined) return { code: 'hiddenRows', line: hiddenRow }
  return filled === undefined ? undefined : { code: 'mergedCells', part: filled }
}
