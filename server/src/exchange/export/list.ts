import { setTimeout as pause } from 'node:timers/promises'
import { EXPORT_CHOICES, type ExportColumn, Problem } from '#contract'
import type { Row } from '../formats/table.ts'

/**
 * A list that can be exported. `pages` yields cells of the columns for which `isShown` is true, in the order of
 * `columns`.
 */
export type ExportableList = {
  title: string
  fileName: string
  rows: number
  columns: readonly ExportColumn[]
  pages: (isShown: (columnId: string) => boolean) => AsyncIterable<readonly Row[]>
}

/** Length of a pause, as a multiple of the time that the previous page took. */
const PAUSE_RATIO = 2
/** A slow client makes a page take long, and needs no long pause. */
const MOST_PAUSE_MS = 200

/** Pauses between pages, so that other members' lists stay fast during an export (bench/export.ts). */
const withPauses = async function* (pages: AsyncIterable<readonly Row[]>) {
  let begun = performance.now()
  for await (const rows of pages) {
    yield rows
    await pause(Math.min(PAUSE_RATIO * (performance.now() - begun), MOST_PAUSE_MS))
    begun = performance.now()
  }
}

/** The titles and rows of the chosen columns; undefined chooses all. */
export const withColumns = ({ columns, pages }: ExportableList, chosen: readonly string[] | undefined) => {
  const isShown = (id: string) => chosen?.includes(id) ?? true
  const shown = columns.filter(({ _id }) => isShown(_id))
  if (shown.length === 0) throw new Problem('invalid', { fields: { columns: 'form.invalid' } })
  return { columns: shown.map(({ title }) => title), pages: withPauses(pages(isShown)) }
}

/** The names of the first rows, in the order of the list. Reads one page. */
export const firstOf = async ({ pages }: ExportableList) => {
  for await (const rows of pages((id) => id === 'name'))
    return rows.slice(0, EXPORT_CHOICES).map(({ id, name }) => ({ _id: id, name }))
  return []
}
