import { gzipSync } from 'node:zlib'
import { archiveOfFiles } from './archive.ts'
import { hostileArchives, hostileSheets } from './hostile-archives.ts'
import {
  csv,
  geoJson,
  gpxOf,
  HEADERS,
  type HostileImport,
  kmlOf,
  kmz,
  lines,
  MEGABYTE,
  sheetRows,
  spaces,
  text,
  waypoint,
} from './import-files.ts'
import { workbookFiles } from './spreadsheet.ts'

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

/** Files that crash, mislead or exhaust careless readers. */
export const hostileImports: readonly HostileImport[] = [
  ...hostileArchives,
  ...xml,
  ...json,
  ...tables,
  ...hostileSheets,
]
