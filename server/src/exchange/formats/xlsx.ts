import { isHiddenFormula, languages } from '#contract'
import { type Cell, clockIn, type Row, type Table, type Writer } from './table.ts'
import { XML_HEAD, xml } from './xml.ts'
import { zip } from './zip.ts'

/** Limits of the format. Rows beyond the limit go to further sheets. */
const MOST_ROWS = 1_048_576
const MOST_CHARACTERS = 32_767

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const APPLICATION = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * Indexes of `cellXfs`. `text` keeps a cell as text when somebody edits the cell, like an apostrophe before its value.
 */
const style = { header: 1, time: 2, text: 3 }
const styles = `${XML_HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" quotePrefix="1"/></cellXfs></styleSheet>`

const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** A reader would take `_x0041_` in a text for an escaped letter. */
const plain = (text: string): string => xml(text.slice(0, MOST_CHARACTERS).replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_'))

const DAY_MS = 86_400_000
/** Days from the epoch of spreadsheets to 1 January 1970. */
const EPOCH_DAYS = 25_569

const cellXml = (cell: Cell, at: string, clock: (time: Date) => string, look?: number): string => {
  if (cell === null || cell === undefined || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (cell instanceof Date) {
    const local = Date.parse(`${clock(cell).replace(' ', 'T')}Z`)
    return `<c r="${at}" s="${style.time}"><v>${local / DAY_MS + EPOCH_DAYS}</v></c>`
  }
  const s = look ?? (isHiddenFormula(cell) ? style.text : 0)
  return `<c r="${at}" s="${s}" t="inlineStr"><is><t xml:space="preserve">${plain(cell)}</t></is></c>`
}

const sheet = async function* (table: Table, pages: AsyncIterable<readonly Row[]>) {
  const clock = clockIn(table.timeZone)
  const names = table.columns.map((_, index) => letters(index))
  const rowXml = (cells: readonly Cell[], number: number, look?: number) =>
    `<row r="${number}">${cells.map((cell, index) => cellXml(cell, `${names[index]}${number}`, clock, look)).join('')}</row>`
  const direction = languages[table.language].direction === 'rtl' ? ' rightToLeft="1"' : ''
  yield `${XML_HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"${direction}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${names.length}" width="20" customWidth="1"/></cols><sheetData>${rowXml(table.columns, 1, style.header)}`
  let number = 1
  for await (const rows of pages) yield rows.map(({ cells }) => rowXml(cells, ++number)).join('')
  yield '</sheetData></worksheet>'
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
const relations = (...parts: string[]) =>
  `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${parts.join('')}</Relationships>`
const part = (name: string, type: string) => `<Override PartName="/${name}" ContentType="${APPLICATION}.${type}+xml"/>`

/** Characters that sheet names must not contain. Names have at most 31 characters. */
const sheetName = (title: string, number: number) =>
  xml(`${title.replace(/[\\/?*:[\]']/g, ' ').slice(0, 25)}${number > 1 ? ` ${number}` : ''}`.trim() || 'Sheet')

const files = async function* (table: Table, mostRows: number) {
  const source = table.pages[Symbol.asyncIterator]()
  try {
    let page = await source.next()
    const pagesOfSheet = async function* () {
      for (let rows = 1; !page.done && rows + page.value.length <= mostRows; page = await source.next()) {
        rows += page.value.length
        yield page.value
      }
    }
    let count = 0
    do yield { name: `xl/worksheets/sheet${++count}.xml`, parts: sheet(table, pagesOfSheet()) }
    while (!page.done)
    const numbers = Array.from({ length: count }, (_, index) => index + 1)
    const sheets = numbers.map((n) => `<sheet name="${sheetName(table.title, n)}" sheetId="${n}" r:id="s${n}"/>`)
    const fixed = {
      'xl/workbook.xml': `${XML_HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations(
        ...numbers.map((n) => relation(`s${n}`, 'worksheet', `worksheets/sheet${n}.xml`)),
        relation('styles', 'styles', 'styles.xml'),
      ),
      'xl/styles.xml': styles,
      '_rels/.rels': relations(relation('workbook', 'officeDocument', 'xl/workbook.xml')),
      '[Content_Types].xml': `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}${numbers.map((n) => part(`xl/worksheets/sheet${n}.xml`, 'worksheet')).join('')}</Types>`,
    }
    for (const [name, text] of Object.entries(fixed)) yield { name, parts: [text] }
  } finally {
    await source.return?.()
  }
}

export const xlsx =
  (mostRows = MOST_ROWS): Writer =>
  (table) =>
    zip(files(table, mostRows))
