import {
  BYTE_ORDER_MARK,
  csvLine,
  type Import,
  type ImportedRow,
  importReasonsHeader,
  importReasonText,
  type Language,
} from '#contract'

/** The rejected rows as they were in the file, with a last column of reasons. */
export const rejectedFile = (
  { columns }: Pick<Import, 'columns'>,
  rows: readonly Pick<ImportedRow, 'cells' | 'reasons'>[],
  language: Language,
): Blob => {
  const headers = [...columns.map(({ name }) => name), importReasonsHeader[language]]
  const lines = rows.map(({ cells, reasons }) => {
    const values = columns.map((_, index) => cells[index] ?? '')
    return csvLine([...values, reasons.map((reason) => importReasonText(language, reason)).join(' ')])
  })
  return new Blob([BYTE_ORDER_MARK, csvLine(headers), ...lines], { type: 'text/csv;charset=utf-8' })
}
