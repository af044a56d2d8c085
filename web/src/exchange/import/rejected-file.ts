import {
  BYTE_ORDER_MARK,
  csvLine,
  type Import,
  type ImportedRow,
  importReasonsHeader,
  importReasonText,
  type Language,
} from '#contract'

/** A file with the rejected rows as uploaded, and the reasons in an additional last column. */
export const rejectedFile = (
  { columns }: Pick<Import, 'columns'>,
  rows: readonly Pick<ImportedRow, 'cells' | 'reasons'>[],
  language: Language,
): Blob => {
  // A row may have been rejected because it has more values than columns.
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), columns.length)
  const wide = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? '')
  const headers = [...wide(columns.map(({ name }) => name)), importReasonsHeader[language]]
  const lines = rows.map(({ cells, reasons }) => {
    const values = wide(cells)
    return csvLine([...values, reasons.map((reason) => importReasonText(language, reason)).join(' ')])
  })
  return new Blob([BYTE_ORDER_MARK, csvLine(headers), ...lines], { type: 'text/csv;charset=utf-8' })
}
