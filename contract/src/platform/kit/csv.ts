/** At the start of a file, it makes spreadsheets read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A number or phone number, perhaps with a leading sign, that a spreadsheet cannot calculate. */
const isNumber = (text: string): boolean => /^[+-]\d[\d .,()]*$/.test(text) || /^\+\d[\d .()-]*$/.test(text)

/**
 * Spreadsheets run such cells as formulas, some also full-width characters or after invisible ones. A leading
 * apostrophe makes them text.
 */
const isFormula = (text: string): boolean => /^[\p{Cc}\p{Cf}\u00a0]*[=+\-@＝＋－＠]/u.test(text) && !isNumber(text)
export const isHiddenFormula = (text: string): boolean =>
  /^[\t\r]/.test(text) || (isFormula(text.trim()) && !isNumber(text))

/** In some languages another separator, or a line break, also starts a cell. */
const guardParts = (text: string): string =>
  text.replace(/(?<=[;\t\r\n])[^;\t\r\n]+/g, (part) => (isFormula(part) ? `'${part}` : part))

export const csvCell = (text: string): string => {
  const harmless = (isHiddenFormula(text) ? "'" : '') + guardParts(text)
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`
