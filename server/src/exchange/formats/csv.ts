import { BYTE_ORDER_MARK, csvLine } from '#contract'
import { clockIn, textOf, type Writer } from './table.ts'

export const csv: Writer = async function* ({ columns, timeZone, pages }) {
  const clock = clockIn(timeZone)
  yield BYTE_ORDER_MARK + csvLine(columns)
  for await (const rows of pages)
    yield rows.map(({ cells }) => csvLine(cells.map((cell) => textOf(cell, clock)))).join('')
}
