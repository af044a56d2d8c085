/** At the start of a file, this makes spreadsheets read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Whether text with a leading sign is a number or phone number, which a spreadsheet does not treat as a formula. */
const isNumber = (text: string): boolean => /^[+-]\d[\d .,()]*$/.test(text) || /^\+\d[\d .()-]*$/.test(text)

/**
 * Whether spreadsheets would run a cell as a formula; some also accept full-width or invisible leading characters. A
 * leading apostrophe makes such a cell text.
 */
const isFormula = (text: string): boolean => /^[\p{Cc}\p{Cf}\u00a0]*[=+\-@＝＋－＠]/u.test(text) && !isNumber(text)
export const isHiddenFormula = (text: string): boolean =>
  /^[\t\r]/.test(text) || (isFormula(text.trim()) && !isNumber(text))

/** Guards text after other separators and line breaks too, because in some locales these start a cell. */
const guardParts = (text: string): string =>
  text.replace(/(?<=[;\t\r\n])[^;\t\r\n]+/g, (part) => (isFormula(part) ? `'${part}` : part))

export const csvCell = (text: string): string => {
  const harmless = (isHiddenFormula(text) ? "'" : '') + guardParts(text)
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`
