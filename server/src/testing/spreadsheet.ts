import { archiveOfFiles } from './archive.ts'

export type Sheet = { name?: string; rows: string; more?: string; state?: string }

export const cellOf = (ref: string, text: string): string => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`

/** `A` to `Z`, then `AA`. */
export const columnOf = (index: number): string =>
  (index < 26 ? '' : columnOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

export const rowOf = (number: number, cells: readonly string[], more = ''): string =>
  `<row r="${number}"${more}>${cells.map((text, index) => (text ? cellOf(`${columnOf(index)}${number}`, text) : '')).join('')}</row>`

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The files of a workbook; the second style is a date. */
export const workbookFiles = (sheets: readonly Sheet[], others: Readonly<Record<string, string>> = {}) => ({
  'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets
    .map(
      ({ name, state }, index) =>
        `<sheet name="${name ?? `Sheet${index + 1}`}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
    )
    .join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
    .map(
      (_, index) =>
        `<Relationship Id="rId${index + 1}" Type="${TYPE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
    )
    .join('')}<Relationship Id="rIdS" Type="${TYPE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  'xl/styles.xml':
    '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
  ...Object.fromEntries(
    sheets.map(({ rows, more = '' }, index) => [
      `xl/worksheets/sheet${index + 1}.xml`,
      `<worksheet><sheetData>${rows}</sheetData>${more}</worksheet>`,
    ]),
  ),
  ...others,
})

export const workbookOf = (sheets: readonly Sheet[], others?: Readonly<Record<string, string>>): Buffer =>
  archiveOfFiles(workbookFiles(sheets, others))
