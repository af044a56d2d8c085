import { archiveOf, archiveOfFiles, overlappingArchive } from './archive.ts'
import { type HostileImport, kml, kmz, MEGABYTE, sheetRows, spaces } from './import-files.ts'
import { cellOf, columnOf, rowOf, workbookFiles, workbookOf } from './spreadsheet.ts'

const hugeKml = () => Buffer.concat([Buffer.from('<kml>'), spaces(200 * MEGABYTE), Buffer.from('</kml>')])
const withStrings = (strings: string | Buffer) => () =>
  archiveOfFiles({ ...workbookFiles([{ rows: sheetRows }]), 'xl/sharedStrings.xml': strings })

/** Archives that lie about their contents. */
export const hostileArchives: HostileImport[] = [
  { name: 'bomb.kmz', bytes: () => archiveOfFiles({ 'doc.kml': hugeKml() }), expected: 'bomb', part: 'doc.kml' },
  {
    name: 'bomb in strings.xlsx',
    bytes: withStrings(spaces(160 * MEGABYTE)),
    expected: 'bomb',
    part: 'xl/sharedStrings.xml',
  },
  { name: 'overlapping.kmz', bytes: () => overlappingArchive(1_900, spaces(MEGABYTE)), expected: 'bomb' },
  {
    name: 'false size.kmz',
    bytes: () => archiveOf([{ name: 'doc.kml', content: spaces(50 * MEGABYTE), size: 100 }]),
    expected: 'archive',
    part: 'doc.kml',
  },
  {
    name: 'false size.xlsx',
    bytes: () =>
      archiveOf(
        Object.entries(workbookFiles([{ rows: sheetRows }])).map(([name, content]) => ({
          name,
          content,
          ...(name.includes('sheet1') && {
            content: Buffer.concat([Buffer.from(content), spaces(50 * MEGABYTE)]),
            size: 100,
          }),
        })),
      ),
    expected: 'sheet',
  },
  {
    name: 'many files.kmz',
    bytes: () => archiveOf(Array.from({ length: 3_000 }, (_, index) => ({ name: `${index}.kml`, content: '<kml/>' }))),
    expected: 'manyFiles',
  },
  ...['../../etc/passwd', '/etc/passwd', 'C:\\Windows\\win.ini', 'a/../../b.kml'].map(
    (name): HostileImport => ({
      name: `out of it by ${name}.kmz`,
      bytes: kmz({ 'doc.kml': kml, [name]: 'x' }),
      expected: 'archivePath',
      part: name.replaceAll('\\', '/'),
    }),
  ),
  { name: 'link.kmz', bytes: kmz({ 'doc.kml': '/etc/passwd' }), expected: 'xml' },
  {
    name: 'password.kmz',
    bytes: () => archiveOf([{ name: 'doc.kml', content: kml, isEncrypted: true }]),
    expected: 'encrypted',
    part: 'doc.kml',
  },
  { name: 'cut.kmz', bytes: () => archiveOfFiles({ 'doc.kml': kml }).subarray(0, 300), expected: 'archive' },
  { name: 'head only.xlsx', bytes: () => Buffer.from('PK\x03\x04', 'latin1'), expected: 'archive' },
  { name: 'nested.kmz', bytes: kmz({ 'inner.kmz': archiveOfFiles({ 'doc.kml': kml }) }), expected: 'unknownFormat' },
  {
    name: 'unknown packing.kmz',
    bytes: () => archiveOf([{ name: 'doc.kml', content: kml, method: 14 }]),
    expected: 'archive',
    part: 'doc.kml',
  },
  { name: 'document.docx', bytes: kmz({ 'word/document.xml': '<a/>' }), expected: 'unknownFormat' },
  { name: 'table.ods', bytes: kmz({ 'content.xml': '<office:document-content/>' }), expected: 'unknownFormat' },
]

const one = (cells: string, more?: string) =>
  workbookOf([{ rows: `${rowOf(1, ['Title', 'Lat', 'Date'])}<row r="2">${cells}</row>`, ...(more && { more }) }])
const far = '<c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c>'

export const hostileSheets: HostileImport[] = [
  {
    name: 'far cell.xlsx',
    bytes: () => workbookOf([{ rows: `${rowOf(1, ['Title'])}<row r="1048576">${far}</row>` }]),
    expected: 'memory',
  },
  { name: 'not XML.xlsx', bytes: () => workbookOf([{ rows: '<row><c' }]), expected: 'sheet' },
  { name: 'no sheets.xlsx', bytes: kmz({ 'xl/workbook.xml': '<workbook/>' }), expected: 'sheet' },
  { name: 'no such string.xlsx', bytes: () => one('<c r="A2" t="s"><v>99</v></c>'), expected: 'sheet' },
  {
    name: 'many columns.xlsx',
    bytes: () =>
      workbookOf([
        {
          rows: `<row r="1">${Array.from({ length: 300 }, (_, at) => cellOf(`${columnOf(at)}1`, 'x')).join('')}</row>${rowOf(2, ['x'])}`,
        },
      ]),
    expected: 'tooManyColumns',
    part: 'Sheet1',
  },
  {
    name: 'shared text.xlsx',
    bytes: () =>
      archiveOfFiles({
        ...workbookFiles([
          {
            rows: `${rowOf(1, ['Title'])}${Array.from({ length: 2_000 }, (_, at) => `<row r="${at + 2}"><c r="A${at + 2}" t="s"><v>0</v></c></row>`).join('')}`,
          },
        ]),
        'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(100_000)}</t></si></sst>`,
      }),
    expected: 'tooMuchText',
  },
  { name: 'errors.xlsx', bytes: () => one('<c r="A2" t="e"><v>#N/A</v></c><c r="B2"><v>1</v></c>'), expected: 'rows' },
  {
    name: 'endless dates.xlsx',
    bytes: () => one('<c r="A2"><v>1e300</v></c><c r="C2" s="1"><v>-9e99</v></c>'),
    expected: 'rows',
  },
  {
    name: 'dates as numbers.xlsx',
    bytes: () => one('<c r="A2"><v>7</v></c><c r="C2"><v>46085.5</v></c>'),
    expected: 'rows',
  },
  {
    name: 'formula without a value.xlsx',
    bytes: () => one('<c r="A2"><f>1+1</f></c><c r="B2"><f>A2</f><v>1</v></c>'),
    expected: 'rows',
  },
  {
    name: 'all merged.xlsx',
    bytes: () =>
      one('<c r="A2"><v>1</v></c>', `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(20_000)}</mergeCells>`),
    expected: 'rows',
  },
  {
    name: 'entities in strings.xlsx',
    bytes: () => one(`<c r="A2" t="inlineStr"><is><t>&amp;a;&#0;&lt;script&gt;</t></is></c>`),
    expected: 'rows',
  },
]
