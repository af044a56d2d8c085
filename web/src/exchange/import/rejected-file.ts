import { type Import, type ImportedRow, importReasonsHeader, importReasonText, type Language } from '#contract'
import { BYTE_ORDER_MARK, lineOf } from '../../ui/text/csv.ts'

/** The rejected rows as they were in the file, with a last column of reasons. */
export const rejectedFile = (
  { columns }: Pick<Import, 'columns'>,
  rows: readonly Pick<ImportedRow, 'cells' | 'reasons'>[],
  language: Language,
): Blob => {
  const headers = [...columns.map(({ name }) => name), importReasonsHeader[language]]
  const lines = rows.map(({ cells, reasons }) => {
    const values = columns.map((_, index) => cells[index] ?? '')
    return lineOf([...values, reasons.map((reason) => importReasonText(language, reason)).join(' ')])
  })
  return new Blob([BYTE_ORDER_MARK, lineOf(headers), ...lines], { type: 'text/csv;charset=utf-8' })
}
