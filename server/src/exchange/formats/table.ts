import type { Language, LngLat } from '#contract'

export type Cell = string | number | Date | null | undefined

export type Row = {
  id: string
  name: string
  /** Start of the item, for programs that show places on a timeline. */
  at?: Date | undefined
  place?: LngLat | undefined
  /** Rings of an area. `place` is its middle. */
  outline?: readonly (readonly LngLat[])[] | undefined
  /** Several areas instead of one outline. */
  outlines?: readonly (readonly (readonly LngLat[])[])[] | undefined
  /** One of the table's symbols. */
  symbol?: string | undefined
  /** In the order of the table's columns. */
  cells: readonly Cell[]
}

/** Contents of a file. Rows come in pages, so that a file of any length needs the memory of one page. */
export type Table = {
  title: string
  language: Language
  timeZone: string
  /** Unique titles. */
  columns: readonly string[]
  /** Addresses of pictures by symbol, for formats that show them on a map. */
  symbols?: ReadonlyMap<string, string> | undefined
  pages: AsyncIterable<readonly Row[]>
}

export type Writer = (table: Table) => AsyncGenerator<string | Buffer>

/** A time as `2026-11-15 07:04`, which every spreadsheet sorts. */
export const clockIn = (timeZone: string): ((time: Date) => string) => {
  // Swedish writes dates in this form.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  // The Swedish format writes the year 950 with three digits.
  return (time) => format.format(time).padStart('2026-11-15 07:04'.length, '0')
}

export const textOf = (cell: Cell, clock: (time: Date) => string): string =>
  cell instanceof Date ? clock(cell) : String(cell ?? '')
