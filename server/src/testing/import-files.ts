import { gzipSync } from 'node:zlib'
import type { FileProblem } from '#contract'
import { archiveOf, archiveOfFiles, overlappingArchive } from './archive.ts'
import { cellOf, columnOf, rowOf, workbookFiles, workbookOf } from './spreadsheet.ts'

const HEADERS = ['ID', 'Title', 'Type', 'Lat', 'Lon', 'Reported']
export const lineOf = (index: number): string[] => [
  `R-${index}`,
  `Hole ${index} in דרך יפו, "deep"`,
  'Road hazard',
  (32 + index / 1000).toFixed(4),
  (34.7 + index / 1000).toFixed(4),
  '25/03/2026 10:00',
]
const lines = Array.from({ length: 20 }, (_, index) => lineOf(index))
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const xmlText = (text: string) => text.replaceAll('"', '&quot;')

const csv = [HEADERS, ...lines].map((cells) => cells.map(quoted).join(',')).join('\r\n')
const geoJson = (properties: readonly string[][]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: properties.map(([id, name, type, lat, lng, time]) => ({
      type: 'Feature',
      properties: { id, name, type, time },
      geometry: { type: 'Point', coordinates: [Number(lng), Number(lat)] },
    })),
  })
const placemark = ([id, name = '', , lat, lng]: readonly string[]) =>
  `<Placemark id="${id}"><name>${xmlText(name)}</name><Point><coordinates>${lng},${lat},0</coordinates></Point></Placemark>`
const kmlOf = (body: string, before = '') =>
  `<?xml version="1.0"?>${before}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${body}</Document></kml>`
const kml = kmlOf(lines.map(placemark).join('\n'))
const waypoint = ([, name = '', , lat, lng]: readonly string[]) =>
  `<wpt lat="${lat}" lon="${lng}"><name>${xmlText(name)}</name></wpt>`
const gpxOf = (body: string, before = '') => `<?xml version="1.0"?>${before}<gpx version="1.1">${body}</gpx>`
const sheetRows = [HEADERS, ...lines].map((cells, index) => rowOf(index + 1, cells.map(xmlText))).join('')

/** Files of each format that can be imported. */
export const goodFiles = (): Record<string, Buffer> => ({
  'good.csv': Buffer.from(csv),
  'good.utf16.csv': Buffer.from(`\uFEFF${csv}`, 'utf16le'),
  'good.geojson': Buffer.from(geoJson(lines)),
  'good.kml': Buffer.from(kml),
  'good.kmz': archiveOfFiles({ 'doc.kml': kml }),
  'good.gpx': Buffer.from(gpxOf(lines.map(waypoint).join('\n'))),
  'good.xlsx': workbookOf([{ rows: sheetRows }]),
})

export type HostileImport = {
  name: string
  bytes: () => Uint8Array
  /** `rows`: the file is harmless and can be read. */
  expected: FileProblem['code'] | 'rows'
  line?: number
  part?: string
}

const text = (content: string) => () => Buffer.from(content)
const spaces = (size: number) => Buffer.alloc(size, ' ')
const MEGABYTE = 1_000_000

const hugeKml = () => Buffer.concat([Buffer.from('<kml>'), spaces(200 * MEGABYTE), Buffer.from('</kml>')])
const kmz = (files: Readonly<Record<string, string | Buffer>>) => () => archiveOfFiles(files)
const withStrings = (strings: string | Buffer) => () =>
  archiveOfFiles({ ...workbookFiles([{ rows: sheetRows }]), 'xl/sharedStrings.xml': strings })

const archives: HostileImport[] = [
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

const LAUGHS = `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, index) => {
  const name = String.fromCharCode(98 + index)
  const last = String.fromCharCode(97 + index)
  return `<!ENTITY ${name} "${`&${last};`.repeat(10)}">`
}).join('')}]>`
const EXTERNAL = '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>'

const xml: HostileImport[] = [
  { name: 'laughs.kml', bytes: text(kmlOf('<Placemark><name>&j;</name></Placemark>', LAUGHS)), expected: 'entities' },
  {
    name: 'laughs.gpx',
    bytes: text(gpxOf('<wpt lat="1" lon="1"><name>&j;</name></wpt>', LAUGHS)),
    expected: 'entities',
  },
  { name: 'laughs.kmz', bytes: kmz({ 'doc.kml': kmlOf('', LAUGHS) }), expected: 'entities' },
  {
    name: 'external.kml',
    bytes: text(kmlOf('<Placemark><name>&a;</name></Placemark>', `\n${EXTERNAL}`)),
    expected: 'entities',
    line: 2,
  },
  {
    name: 'external.utf16.kml',
    bytes: () => Buffer.from(`\uFEFF${kmlOf('', EXTERNAL)}`, 'utf16le'),
    expected: 'entities',
  },
  {
    name: 'doctype.kml',
    bytes: text(kmlOf('', '<!doctype kml SYSTEM "http://127.0.0.1/x.dtd">')),
    expected: 'entities',
  },
  {
    name: 'doctype in workbook.xlsx',
    bytes: () =>
      archiveOfFiles({
        ...workbookFiles([{ rows: sheetRows }]),
        'xl/workbook.xml': `${EXTERNAL}${workbookFiles([{ rows: '' }])['xl/workbook.xml']}`,
      }),
    expected: 'entities',
  },
  {
    name: 'page in a description.kml',
    bytes: text(kmlOf(`<Placemark><description><![CDATA[<!DOCTYPE html><p>&j;</p>]]></description></Placemark>`)),
    expected: 'rows',
  },
  {
    name: 'numbers of characters.kml',
    bytes: text(kmlOf('<Placemark><name>a&#0;b&#xD800;c&#x110000;d&#9999999;</name></Placemark>')),
    expected: 'rows',
  },
  {
    name: 'network link.kml',
    bytes: text(kmlOf('<NetworkLink><Link><href>http://127.0.0.1:1/</href></Link></NetworkLink>')),
    expected: 'empty',
  },
  {
    name: 'deep folders.kml',
    bytes: text(kmlOf('<Folder>'.repeat(5_000) + '</Folder>'.repeat(5_000))),
    expected: 'xml',
  },
  { name: 'unclosed.kml', bytes: text(kmlOf('\n<Placemark><name>A</name>')), expected: 'xml', line: 2 },
  { name: 'only openings.kml', bytes: text(`<kml>${'<a>'.repeat(2 * MEGABYTE)}`), expected: 'xml' },
  { name: 'only angles.kml', bytes: text(`<kml>${'<'.repeat(2 * MEGABYTE)}`), expected: 'xml' },
  { name: 'cut.gpx', bytes: text(gpxOf(lines.map(waypoint).join('\n')).slice(0, 400)), expected: 'xml' },
  {
    name: 'many attributes.kml',
    bytes: text(`<kml ${Array.from({ length: 200_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`),
    expected: 'empty',
  },
  {
    name: 'long name.kml',
    bytes: text(kmlOf(`<Placemark><name>${'x'.repeat(MEGABYTE)}</name></Placemark>`)),
    expected: 'longCell',
  },
  {
    name: 'shared folder.kml',
    bytes: text(
      kmlOf(
        `<Folder><name>${'x'.repeat(150_000)}</name>${'<Placemark><name>A</name></Placemark>'.repeat(20_000)}</Folder>`,
      ),
    ),
    expected: 'tooMuchText',
  },
  {
    name: 'prototype.kml',
    bytes: text(
      kmlOf('<__proto__><constructor>1</constructor></__proto__><Placemark><toString>x</toString></Placemark>'),
    ),
    expected: 'xml',
  },
  {
    name: 'prototype data.kml',
    bytes: text(
      kmlOf('<Placemark><ExtendedData><Data name="__proto__"><value>x</value></Data></ExtendedData></Placemark>'),
    ),
    expected: 'rows',
  },
  {
    name: 'half a million points.gpx',
    bytes: text(gpxOf(`<trk><trkseg>${'<trkpt lat="32.1" lon="34.8"/>'.repeat(500_000)}</trkseg></trk>`)),
    expected: 'rows',
  },
  { name: 'nowhere.gpx', bytes: text(gpxOf('<wpt lat="NaN" lon="1e9"/><wpt/><trk/><rte/>')), expected: 'rows' },
  {
    name: 'angles in a description.kml',
    bytes: text(kmlOf(`<Placemark><description>${'&lt;'.repeat(100_000)}</description></Placemark>`)),
    expected: 'rows',
  },
]

const feature = (properties: unknown, geometry: unknown = null) => ({ type: 'Feature', properties, geometry })
const collection = (features: readonly unknown[], more: object = {}) =>
  text(JSON.stringify({ type: 'FeatureCollection', ...more, features }))
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const inProjection = (name: string) => ({ crs: { type: 'name', properties: { name } } })

const json: HostileImport[] = [
  { name: 'only brackets.geojson', bytes: text('['.repeat(5 * MEGABYTE)), expected: 'json' },
  {
    name: 'deep value.geojson',
    bytes: text(
      `{"type":"FeatureCollection","features":[{"properties":{"a":1}},{"properties":{"a":${nested(100_000)}}}]}`,
    ),
    expected: 'json',
    line: 2,
  },
  {
    name: 'deep place.geojson',
    bytes: text(
      `{"type":"Feature","properties":{"a":1},"geometry":{"type":"Polygon","coordinates":${nested(100_000)}}}`,
    ),
    expected: 'rows',
  },
  {
    name: 'a million names.geojson',
    bytes: collection([feature(Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`p${at}`, 1])))]),
    expected: 'tooManyColumns',
  },
  ...['urn:ogc:def:crs:EPSG::2039', 'EPSG:3857', 'urn:ogc:def:crs:EPSG::32636'].map(
    (name): HostileImport => ({
      name: `in ${name.replaceAll(':', ' ')}.geojson`,
      bytes: collection([feature({ a: 1 })], inProjection(name)),
      expected: 'projection',
      part: name,
    }),
  ),
  {
    name: 'prototype.geojson',
    bytes: text('{"type":"Feature","properties":{"__proto__":{"a":1},"constructor":"x"}}'),
    expected: 'rows',
  },
  {
    name: 'half characters.geojson',
    bytes: text('{"type":"Feature","properties":{"\\ud800":"\\udc00\\u0000"}}'),
    expected: 'rows',
  },
  {
    name: 'endless numbers.geojson',
    bytes: text('{"type":"Feature","properties":{"a":1e999},"geometry":{"type":"Point","coordinates":[1e999,-1e999]}}'),
    expected: 'rows',
  },
  {
    name: 'places of text.geojson',
    bytes: collection([feature({ a: 1 }, { type: 'Point', coordinates: ['1', {}] }), feature(7, 7), 3]),
    expected: 'rows',
  },
  {
    name: 'collections of collections.geojson',
    bytes: text(
      `{"type":"Feature","properties":{"a":1},"geometry":${'{"type":"GeometryCollection","geometries":['.repeat(50_000)}${']}'.repeat(50_000)}}`,
    ),
    expected: 'rows',
  },
  { name: 'topology.json', bytes: text('{"type":"Topology","objects":{}}'), expected: 'json' },
  { name: 'cut.geojson', bytes: text(geoJson(lines).slice(0, -10)), expected: 'json' },
  { name: 'two documents.geojson', bytes: text('{"type":"Feature"}\n{"type":"Feature"}'), expected: 'json', line: 2 },
  { name: 'nothing.geojson', bytes: collection([]), expected: 'empty' },
]

const hebrew = (content: string) => Buffer.from(content, 'utf8')
const slow = (cell: string) =>
  text(`Title,Type,Lat,Lon,Coordinates,Time,Notes\nA,Road hazard,1,1,"${cell}","${cell}","a${cell}b"\n`)

const tables: HostileImport[] = [
  { name: 'nothing.csv', bytes: text(''), expected: 'empty' },
  { name: 'mark only.csv', bytes: text('\uFEFF'), expected: 'empty' },
  { name: 'headers only.csv', bytes: text(HEADERS.join()), expected: 'empty' },
  { name: 'separators only.csv', bytes: text(',,,,\n,,,,\n'), expected: 'empty' },
  { name: 'zero.csv', bytes: text('Title,Lat\nA,1\nB\0,2\n'), expected: 'binary', line: 3 },
  { name: 'a million columns.csv', bytes: text(`${'x,'.repeat(MEGABYTE)}x\n1\n`), expected: 'tooManyColumns', line: 1 },
  {
    name: 'ten million empty columns.csv',
    bytes: text(`Title,Lat\nA,1${','.repeat(10 * MEGABYTE)}\n`),
    expected: 'rows',
  },
  { name: 'a huge cell.csv', bytes: text(`Title,Lat\nA,1\n"${'x'.repeat(19 * MEGABYTE)}",2\n`), expected: 'longCell' },
  { name: 'an open quote.csv', bytes: text('Title,Lat\n"A,1\nB,2\n'), expected: 'quote', line: 2 },
  { name: 'quotes only.csv', bytes: text('"'.repeat(300_001)), expected: 'quote' },
  { name: 'too many rows.csv', bytes: text(`Title,Lat\n${'A,1\n'.repeat(200_001)}`), expected: 'tooManyRows' },
  {
    name: 'half a character.utf16.csv',
    bytes: () => Buffer.from(`\uFEFF${csv}`, 'utf16le').subarray(0, 301),
    expected: 'encoding',
  },
  {
    name: 'damaged.csv',
    bytes: () => Buffer.concat([hebrew('שם,Lat\nבור,1\nב'), Buffer.from([0xff, 0xfe, 0xd7]), hebrew('ור,2\n')]),
    expected: 'encoding',
    line: 3,
  },
  {
    name: 'wide characters.utf32.csv',
    bytes: () => Buffer.from([...'Title,Lat\nA,1'].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 0])),
    expected: 'binary',
  },
  {
    name: 'other letters.csv',
    bytes: () =>
      Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at % 20 === 19 ? 0x0a : 0x80 + ((at * at * 31) % 127)))),
    expected: 'rows',
  },
  { name: 'picture.csv', bytes: () => Buffer.from('89504e470d0a1a0a00', 'hex'), expected: 'unknownFormat' },
  { name: 'packed.csv.gz', bytes: () => gzipSync(spaces(MEGABYTE)), expected: 'unknownFormat' },
  { name: 'document.pdf', bytes: text('%PDF-1.7\n'), expected: 'unknownFormat' },
  { name: 'old.xls', bytes: () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), expected: 'unknownFormat' },
  { name: 'page.xls', bytes: text('<html><table><tr><td>A</td></tr></table></html>'), expected: 'unknownFormat' },
  { name: 'program.csv', bytes: () => Buffer.from('7f454c4602010100000000', 'hex'), expected: 'binary' },
  { name: 'formulas.csv', bytes: text('Title,Lat,Lon\n"=cmd|\' /C calc\'!A0",1,1\n@SUM(1),1,1\n'), expected: 'rows' },
  { name: 'spaces.csv', bytes: slow(`1${' '.repeat(190_000)}1`), expected: 'rows' },
  { name: 'digits.csv', bytes: slow(`POINT(${'1'.repeat(190_000)})`), expected: 'rows' },
  { name: 'line of spaces.csv', bytes: slow(`POINT${' '.repeat(190_000)}(`), expected: 'rows' },
  { name: 'times.csv', bytes: slow(`${'T'.repeat(100_000)}${' ,'.repeat(40_000)}`), expected: 'rows' },
  { name: 'emoji.csv', bytes: text(`Title,Lat\n${'a'.repeat(59)}😀${'😀'.repeat(200)},1\n`), expected: 'rows' },
  {
    name: 'year zero.csv',
    bytes: text('Title,Type,Lat,Lon,Time\nA,Road hazard,1,1,0000-01-01T00:00:00Z\n'),
    expected: 'rows',
  },
]

const one = (cells: string, more?: string) =>
  workbookOf([{ rows: `${rowOf(1, ['Title', 'Lat', 'Date'])}<row r="2">${cells}</row>`, ...(more && { more }) }])
const far = '<c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c>'

const sheets: HostileImport[] = [
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

/** Files that crash, mislead or exhaust careless readers. */
export const hostileImports: readonly HostileImport[] = [...archives, ...xml, ...json, ...tables, ...sheets]
