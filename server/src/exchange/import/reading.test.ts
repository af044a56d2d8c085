import { describe, expect, test } from 'vitest'
import { archiveOfFiles } from '../../testing/archive.ts'
import { rowOf, workbookOf } from '../../testing/spreadsheet.ts'
import { guess } from './guess.ts'
import { placeOf, placeOfTwo } from './place.ts'
import type { Head, ReadError, ReadOptions, Row } from './read/format.ts'
import { readFile } from './read/reader.ts'
import { orderOf, timeOf } from './time.ts'

const read = async (content: string | Uint8Array, options: ReadOptions & { patienceMs?: number } = {}) => {
  let head: Head | undefined
  const rows: Row[] = []
  const receiver = {
    onHead: async (found: Head) => {
      head = found
    },
    onRows: async (more: Row[]) => void rows.push(...more),
  }
  try {
    await readFile(typeof content === 'string' ? Buffer.from(content) : content, receiver, options)
  } catch (error) {
    return { problem: (error as ReadError).problem, columns: [], rows: [], lines: [] }
  }
  return { ...head, rows: rows.map(({ cells }) => cells), lines: rows.map(({ line }) => line) }
}

const inHebrew = 'שם,קו רוחב,קו אורך\nבור בכביש,32.08,34.78\n'
/** Windows-1255 has the Hebrew letters in the order of Unicode. */
const windows1255 = (text: string) =>
  Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0)
    return code >= 0x5d0 ? code - 0x5d0 + 0xe0 : code
  })

describe('a file of values', () => {
  test.each([
    ['commas', 'name,lat\nA,1\nB,2\n'],
    ['semicolons', 'name;lat\nA;1\nB;2\n'],
    ['tabs', 'name\tlat\nA\t1\nB\t2\n'],
    ['bars and Windows line ends', 'name|lat\r\nA|1\r\nB|2\r\n'],
    ['a named separator', 'sep=^\nname^lat\nA^1\nB^2\n'],
    ['an empty line', 'name,lat\n\nA,1\n,\nB,2'],
  ])('with %s is read', async (_, text) => {
    expect(await read(text)).toMatchObject({
      columns: ['name', 'lat'],
      rows: [
        ['A', '1'],
        ['B', '2'],
      ],
    })
  })

  test('keeps separators, line breaks and quotes in quoted values', async () => {
    const { rows, lines } = await read('name;text\n"A; B";"first\nsecond ""word"""\nC;d\n')
    expect(rows).toEqual([
      ['A; B', 'first\nsecond "word"'],
      ['C', 'd'],
    ])
    expect(lines).toEqual([3, 4])
  })

  test.each([
    ['utf-8', Buffer.from(inHebrew)],
    ['utf-8', Buffer.from(`\uFEFF${inHebrew}`)],
    ['utf-16le', Buffer.from(`\uFEFF${inHebrew}`, 'utf16le')],
    ['utf-16le', Buffer.from(inHebrew.replaceAll(',', '\t'), 'utf16le')],
    ['utf-16be', Buffer.from(`\uFEFF${inHebrew}`, 'utf16le').swap16()],
    ['windows-1255', windows1255(inHebrew)],
  ])('in %s is understood', async (encoding, bytes) => {
    expect(await read(bytes)).toMatchObject({
      encoding,
      columns: ['שם', 'קו רוחב', 'קו אורך'],
      rows: [['בור בכביש', '32.08', '34.78']],
    })
  })

  test('in windows-1252 keeps its accents', async () => {
    expect(await read(Buffer.from('name,text\nCafé,déjà vu\n', 'latin1'))).toMatchObject({
      encoding: 'windows-1252',
      rows: [['Café', 'déjà vu']],
    })
  })

  test('gives each column a name of its own', async () => {
    expect((await read('Date,Date,,Name\n1,2,3,4\n')).columns).toEqual(['Date', 'Date (2)', '(3)', 'Name'])
  })

  test.each([
    ['is empty', '', { code: 'empty' }],
    ['has headers only', 'name,lat\n', { code: 'empty' }],
    ['has NUL', 'name,lat\nA,1\nB\0,2\n', { code: 'binary', line: 3 }],
    ['opens a quote', 'name,lat\n"A,1\nB,2\n', { code: 'quote' }],
    ['has too many columns', `name${',x'.repeat(300)}\n`, { code: 'tooManyColumns', line: 1 }],
    ['has a huge cell', `name,lat\nA,1\n"${'x'.repeat(300_000)}",2\n`, { code: 'longCell' }],
    ['is a picture', Buffer.from('89504e470d0a1a0a00', 'hex'), { code: 'unknownFormat' }],
    ['is broken JSON', '{"type": "FeatureCollection"\n "features": []}', { code: 'json', line: 2 }],
    ['is other JSON', '[1, 2]', { code: 'json' }],
    ['is deeply nested', '['.repeat(5_000_000), { code: 'json' }],
    [
      'is in another projection',
      '{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::2039"}},"features":[]}',
      { code: 'projection', part: 'urn:ogc:def:crs:EPSG::2039' },
    ],
  ])('that %s is refused with its place', async (_, content, problem) => {
    expect((await read(content)).problem).toMatchObject(problem)
  })

  test('that does not have the chosen encoding is refused', async () => {
    expect(await read(windows1255(inHebrew), { encoding: 'utf-8' })).toMatchObject({ problem: { code: 'encoding' } })
  })

  test('ends when it takes too long', async () => {
    expect(await read(inHebrew, { patienceMs: 1 })).toMatchObject({ problem: { code: 'time' } })
  })
})

test('GeoJSON becomes rows of properties and geometries', async () => {
  const feature = (properties: object | null, geometry: object | null, id?: number) => ({
    type: 'Feature',
    properties,
    geometry,
    ...(id && { id }),
  })
  const features = [
    feature({ name: 'A', size: 2 }, { type: 'Point', coordinates: [34.78, 32.08, 5] }, 7),
    feature({ name: 'B', tags: ['x'] }, { type: 'LineString', coordinates: [[34, 32], [35, 33]] }), // biome-ignore format: short
    feature(null, null),
  ]
  expect(await read(JSON.stringify({ type: 'FeatureCollection', features }))).toMatchObject({
    format: 'geojson',
    columns: ['id', 'name', 'size', 'tags', 'geometry'],
    rows: [
      ['7', 'A', '2', '', 'POINT (34.78 32.08)'],
      ['', 'B', '', '["x"]', 'LINESTRING (34 32, 35 33)'],
      ['', '', '', '', ''],
    ],
  })
})

const spreadsheet = {
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="Defects" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  'xl/styles.xml':
    '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
  'xl/worksheets/sheet1.xml': `<worksheet><dimension ref="A1:C4"/><sheetData>
    <row r="1"><c r="A1" t="inlineStr"><is><t>Defects of March</t></is></c></row>
    <row r="3"><c r="A3" t="inlineStr"><is><t>שם</t></is></c><c r="B3" t="inlineStr"><is><t>Date</t></is></c><c r="C3" t="inlineStr"><is><t>Lat</t></is></c></row>
    <row r="4"><c r="A4" t="inlineStr"><is><t>Hole</t></is></c><c r="B4" s="1"><v>46085.5</v></c><c r="C4"><v>32.08</v></c></row>
  </sheetData></worksheet>`,
}

const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><name>Roads</name>
  <Placemark><name>Hole &amp; mud</name><TimeStamp><when>2026-03-04</when></TimeStamp>
    <ExtendedData><Data name="depth"><value>12</value></Data></ExtendedData>
    <Point><coordinates>34.78,32.08,0</coordinates></Point></Placemark>
  <Placemark><name>Area</name><Polygon><outerBoundaryIs><LinearRing><coordinates>34,32 35,32 35,33 34,32</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
  </Folder></Document></kml>`

/** The main file of a KMZ archive as ogr2ogr writes it. */
const linking = '<kml><Document><NetworkLink><Link><href>layers/roads.kml</href></Link></NetworkLink></Document></kml>'

describe('other formats', () => {
  test('XLSX skips rows above the header, and dates are read as dates', async () => {
    expect(await read(archiveOfFiles(spreadsheet))).toMatchObject({
      format: 'xlsx',
      columns: ['שם', 'Date', 'Lat'],
      rows: [['Hole', '2026-03-04 12:00:00', '32.08']],
      lines: [4],
    })
  })

  test('XLSX times are whole seconds, and the apostrophe before a formula is dropped', async () => {
    const sheet = spreadsheet['xl/worksheets/sheet1.xml']
      .replace('46085.5', '46085.3333333333')
      .replace('Hole', "'=1+2")
    expect(await read(archiveOfFiles({ ...spreadsheet, 'xl/worksheets/sheet1.xml': sheet }))).toMatchObject({
      rows: [['=1+2', '2026-03-04 08:00:00', '32.08']],
    })
  })

  test.each([
    ['kml', Buffer.from(kml)],
    ['kmz that links the file', archiveOfFiles({ 'doc.kml': linking, 'layers/roads.kml': kml })],
    ['kmz', archiveOfFiles({ 'files/icon.png': 'x', 'doc.kml': kml })],
  ])('%s has placemarks of folders', async (_, bytes) => {
    expect(await read(bytes)).toMatchObject({
      columns: ['name', 'folder', 'time', 'depth', 'geometry'],
      rows: [
        ['Hole & mud', 'Roads', '2026-03-04', '12', 'POINT (34.78 32.08)'],
        ['Area', 'Roads', '', '', 'POLYGON ((34 32, 35 32, 35 33, 34 32))'],
      ],
    })
  })

  test('XLSX fills merged cells down, prefers visible sheets and names hidden rows', async () => {
    const header = rowOf(1, ['Title', 'Type'])
    const merged = workbookOf([
      { state: 'hidden', rows: header + rowOf(2, ['secret', 'x']) },
      {
        rows: header + rowOf(2, ['A', 'Pothole']) + rowOf(3, ['B', '']) + rowOf(4, ['C', 'Lamp']),
        more: '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>',
      },
    ])
    expect(await read(merged)).toMatchObject({
      note: { code: 'mergedCells', part: 'B2:B3' },
      rows: [
        ['A', 'Pothole'],
        ['B', 'Pothole'],
        ['C', 'Lamp'],
      ],
    })
    const hidden = workbookOf([{ rows: header + rowOf(2, ['A', 'Lamp']) + rowOf(3, ['B', 'Lamp'], ' hidden="1"') }])
    expect(await read(hidden)).toMatchObject({ note: { code: 'hiddenRows', line: 3 } })
    const rows = header + rowOf(2, ['A', 'Lamp'])
    expect(await read(workbookOf([{ name: 'March', rows }, { rows }]))).toMatchObject({
      note: { code: 'oneSheet', part: 'March' },
    })
  })

  test('a long track keeps some of its points', async () => {
    const points = Array.from({ length: 10_000 }, (_, index) => `<trkpt lat="${32 + index / 1e5}" lon="34"/>`)
    const { rows } = await read(`<gpx><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`)
    expect(rows[0]?.at(-1)?.split(',').length).toBe(1_000)
  })

  test('GPX has waypoints and tracks', async () => {
    const text = `<gpx version="1.1"><wpt lat="32.08" lon="34.78"><name>Gate</name><time>2026-03-04T05:06:07Z</time></wpt>
      <trk><name>Patrol</name><trkseg><trkpt lat="32" lon="34"/><trkpt lat="33" lon="35"/></trkseg></trk></gpx>`
    expect(await read(text)).toMatchObject({
      columns: ['name', 'time', 'element', 'geometry'],
      rows: [
        ['Gate', '2026-03-04T05:06:07Z', 'waypoint', 'POINT (34.78 32.08)'],
        ['Patrol', '', 'track', 'LINESTRING (34 32, 35 33)'],
      ],
    })
  })

  test('GPX has the values that ogr2ogr adds', async () => {
    const extensions = '<ogr:created>2026/03/04 05:06:07+00</ogr:created><ogr:name>x</ogr:name><a><b>1</b></a>'
    const text = `<gpx xmlns:ogr="o"><wpt lat="32" lon="34"><name>Gate</name><extensions>${extensions}</extensions></wpt></gpx>`
    expect(await read(text)).toMatchObject({
      columns: ['name', 'element', 'created', 'geometry'],
      rows: [['Gate', 'waypoint', '2026/03/04 05:06:07+00', 'POINT (34 32)']],
    })
  })

  test.each([
    ['entities', '<!DOCTYPE kml [<!ENTITY a "aaaa">]><kml><Placemark><name>&a;</name></Placemark></kml>', 'entities'],
    ['other XML', '<html><body/></html>', 'unknownFormat'],
    ['a KML without places', '<kml/>', 'empty'],
    ['an archive that leads out of it', archiveOfFiles({ 'doc.kml': kml, '../../passwd': 'x' }), 'archivePath'],
    ['a cut archive', archiveOfFiles({ 'doc.kml': kml }).subarray(0, 200), 'archive'],
    ['an archive of something else', archiveOfFiles({ 'word/document.xml': '<a/>' }), 'unknownFormat'],
    ['a workbook without sheets', archiveOfFiles({ 'xl/workbook.xml': '<workbook/>' }), 'sheet'],
  ])('%s are refused', async (_, content, code) => {
    expect((await read(content)).problem).toMatchObject({ code })
  })
})

test.each([
  ['32.0853', '34.7818', false, [34.7818, 32.0853]],
  ['32,0853', '34,7818', false, [34.7818, 32.0853]],
  ['34.7818', '32.0853', true, [34.7818, 32.0853]],
  ['32°05\'07"N', '34°46\'54"E', false, [34.7816667, 32.0852778]],
  ['34°46\'54"E', '32°05\'07"N', false, [34.7816667, 32.0852778]],
  ['33 52 S', '151 12 E', false, [151.2, -33.8666667]],
  ['N 32 05.118', 'W 34 46.908', false, [-34.7818, 32.0853]],
  ['-122.4', '37.8', false, [-122.4, 37.8]],
  ['179000', '663000', false, 'outside'],
  ['here', '34', false, 'unread'],
  ['32 75', '34', false, 'unread'],
])('%s and %s are a place', (lat, lng, isSwapped, place) => {
  expect(placeOfTwo(lat, lng, isSwapped)).toEqual(place)
})

test.each([
  ['32.08, 34.78', [34.78, 32.08]],
  ['32.08,34.78', [34.78, 32.08]],
  ['(32.08; 34.78)', [34.78, 32.08]],
  ['32,08; 34,78', [34.78, 32.08]],
  ['32°04\'48"N 34°46\'48"E', [34.78, 32.08]],
  ['POINT (34.78 32.08)', [34.78, 32.08]],
  ['LINESTRING (34 32, 35 33)', [34.5, 32.5]],
  ['POINT (179000 663000)', 'outside'],
  ['Dizengoff 5', 'unread'],
])('%s is a place', (text, place) => {
  expect(placeOf(text, false)).toEqual(place)
})

const zone = { dateOrder: 'dmy', timeZone: 'Asia/Jerusalem' } as const
test.each([
  ['2026-03-04T05:06:07Z', '2026-03-04T05:06:07.000Z'],
  ['2026/03/04 05:06:07+00', '2026-03-04T05:06:07.000Z'],
  ['2026/03/04 05:06:07.500-0330', '2026-03-04T08:36:07.500Z'],
  ['2026-03-04 05:06+02', '2026-03-04T03:06:00.000Z'],
  ['2026-03-04 05:06', '2026-03-04T03:06:00.000Z'],
  ['2026-07-04', '2026-07-03T21:00:00.000Z'],
  ['04/03/2026 17:30', '2026-03-04T15:30:00.000Z'],
  ['4.3.26', '2026-03-03T22:00:00.000Z'],
  ['03/25/2026', '2026-03-24T22:00:00.000Z'],
  ['4 March 2026, 5:30 pm', '2026-03-04T15:30:00.000Z'],
  ['Mar 4, 2026', '2026-03-03T22:00:00.000Z'],
  ['4 במרץ 2026', '2026-03-03T22:00:00.000Z'],
  ['46085.5', '2026-03-04T10:00:00.000Z'],
  ['1772600000', '2026-03-04T04:53:20.000Z'],
  ['31/02/2026', undefined],
  ['soon', undefined],
])('%s is a time', (text, time) => {
  expect(timeOf(text, zone)?.toISOString()).toBe(time)
})

test.each([
  ['spaces in a number', `1${' '.repeat(100_000)}x`],
  ['digits', `${'1'.repeat(100_000)}x`],
  ['spaces after the kind of a geometry', `POINT${' '.repeat(190_000)}x`],
  ['a geometry of digits', `POINT (${'1'.repeat(190_000)})`],
  ['spaces before a separator', `1${' '.repeat(190_000)}x`],
])('a cell of %s is read as fast as others', (_, text) => {
  expect(placeOf(text, false)).toBe('unread')
  expect(placeOfTwo(text, '34.78', false)).toBe('unread')
  expect(timeOf(text, zone)).toBeUndefined()
})

test('the order of a date follows from all dates of the column', () => {
  expect(timeOf('04/03/2026', { dateOrder: 'mdy', timeZone: 'UTC' })?.toISOString()).toBe('2026-04-03T00:00:00.000Z')
  expect(orderOf(['01/02/2026', '03/25/2026'], 'dmy')).toBe('mdy')
  expect(orderOf(['01/02/2026', '25/03/2026'], 'mdy')).toBe('dmy')
  expect(orderOf(['01/02/2026'], 'mdy')).toBe('mdy')
})

test.each([
  [
    ['ID', 'Title', 'Category', 'Lat', 'Lon', 'Reported at', 'Depth', 'Colour'],
    ['externalId', 'name', 'type', 'lat', 'lng', 'time', 'answer:Depth', null],
  ],
  [
    ['מספר', 'כותרת', 'סוג האירוע', 'קו רוחב', 'קו אורך', 'תאריך דיווח', 'כתובת', 'הערות'],
    ['externalId', 'name', 'type', 'lat', 'lng', 'time', 'address', 'description'],
  ],
])('the columns %j are recognised', (headers, fields) => {
  const columns = headers.map((name) => ({ name, sample: [] }))
  const known = { questions: new Map([['depth', 'Depth']]), home: undefined }
  expect(guess(columns, known, { timeZone: 'UTC', language: 'en' })).toMatchObject({ kind: 'event', columns: fields })
})

test('swapped coordinates are recognised by the home area', () => {
  const columns = [
    { name: 'lat', sample: ['34.78', '34.8'] },
    { name: 'lng', sample: ['32.08', '32.1'] },
  ]
  const known = { questions: new Map<string, string>(), home: [34.78, 32.08] as [number, number] }
  expect(guess(columns, known, { timeZone: 'UTC', language: 'en' }).isSwapped).toBe(true)
})
