import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csv } from './csv.ts'
import { geojson } from './geojson.ts'
import { gpx } from './gpx.ts'
import { kml } from './kml.ts'
import type { Cell, Row, Table, Writer } from './table.ts'
import { xlsx } from './xlsx.ts'

const row = (name: string, ...cells: Cell[]): Row => ({ id: '1', name, place: [34.8, 32.1], cells: [name, ...cells] })
const tableOf = (rows: Row[], more: Partial<Table> = {}): Table => ({
  title: 'Events',
  language: 'en',
  timeZone: 'UTC',
  columns: ['Name', 'More'],
  pages: (async function* () {
    for (const one of rows) yield [one]
  })(),
  ...more,
})
const bytesOf = async (write: Writer, table: Table): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of write(table)) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
const textOf = async (write: Writer, table: Table) => (await bytesOf(write, table)).toString()

/** Reads the files of a zip archive by its central directory. */
const unzip = (archive: Buffer): Map<string, string> => {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'))
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const [packed, nameLength, start] = [20, 28, 42].map((offset) =>
      offset === 28 ? archive.readUInt16LE(at + offset) : archive.readUInt32LE(at + offset),
    ) as [number, number, number]
    const from = start + 30 + archive.readUInt16LE(start + 26)
    const name = archive.subarray(at + 46, at + 46 + nameLength).toString()
    files.set(name, inflateRawSync(archive.subarray(from, from + packed)).toString())
    at += 46 + nameLength
  }
  return files
}
const sheetOf = async (table: Table, number = 1) =>
  unzip(await bytesOf(xlsx(), table)).get(`xl/worksheets/sheet${number}.xml`) ?? ''

const hostile = 'a\u0000b\u0008<&>"\' \ud800 \uffff =1+1 \u202eright'
const anyText = fc.string({ unit: fc.constantFrom(...'=+-@;,.()\'"\t\r\n <&>]57A\u0000\u0007\ud800\uffff\u202eש') })

test('CSV writes times in the time zone, and numbers as they are', async () => {
  const rows = [row('A', new Date('2026-03-05T22:04:00Z')), row('B', -12.5), row('C', null)]
  expect(await textOf(csv, tableOf(rows, { timeZone: 'Asia/Jerusalem' }))).toBe(
    '\uFEFFName,More\r\nA,2026-03-06 00:04\r\nB,-12.5\r\nC,\r\n',
  )
})

test('a spreadsheet keeps texts unchanged, also texts that look like formulas', async () => {
  const sheet = await sheetOf(tableOf([row('=1+1', '_x0041_'), row('A & B', 3), row('C', new Date(0))]))
  expect(sheet).toContain('<c r="A2" s="3" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>')
  expect(sheet).toContain('_x005F_x0041_')
  expect(sheet).toContain('A &amp; B')
  expect(sheet).toContain('<c r="B3"><v>3</v></c>')
  expect(sheet).toContain('<c r="B4" s="2"><v>25569</v></c>')
  expect(sheet).not.toContain('<f>')
})

test('years before 1000 have four digits', async () => {
  const rows = () => tableOf([row('A', new Date('0950-05-05T10:00:00Z'))])
  expect(await textOf(csv, rows())).toContain('A,0950-05-05 10:00')
  expect(await sheetOf(rows())).toContain(`<v>${Date.UTC(950, 4, 5, 10) / 86_400_000 + 25_569}</v>`)
})

test('a Hebrew spreadsheet goes from right to left', async () => {
  expect(await sheetOf(tableOf([], { language: 'he' }))).toContain('rightToLeft="1"')
})

test('a spreadsheet names columns beyond Z, and continues in further sheets', async () => {
  const columns = Array.from({ length: 730 }, (_, index) => `Column ${index}`)
  const wide = await sheetOf(tableOf([], { columns }))
  for (const [index, name] of [
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ] as const)
    expect(wide).toContain(`<c r="${name}1" s="1" t="inlineStr"><is><t xml:space="preserve">Column ${index}</t>`)
  const files = unzip(await bytesOf(xlsx(3), tableOf(['a', 'b', 'c', 'd', 'e'].map((name) => row(name)))))
  expect([...files.keys()].filter((name) => name.includes('sheets/'))).toHaveLength(3)
  expect(files.get('xl/worksheets/sheet3.xml')).toContain('>e<')
  expect(files.get('xl/workbook.xml')).toContain('name="Events 3"')
})

test('GeoJSON keeps the order of its columns, and turns rings as programs expect', async () => {
  const outline = [
    [
      [0, 0],
      [0, 1],
      [1, 1],
      [0, 0],
    ],
  ] as [number, number][][]
  const text = await textOf(geojson, tableOf([{ ...row('A', 'x'), outline }], { columns: ['Name', '1'] }))
  expect(text).toContain('"properties":{"Name":"A","1":"x"}')
  expect(JSON.parse(text).features[0].geometry).toEqual({
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 1],
        [0, 1],
        [0, 0],
      ],
    ],
  })
  expect(JSON.parse(await textOf(geojson, tableOf([])))).toEqual({ type: 'FeatureCollection', features: [] })
})

test('GPX leaves out rows without a place', async () => {
  const text = await textOf(gpx, tableOf([row('A'), { ...row('B'), place: undefined }]))
  expect(text.match(/<wpt /g)).toHaveLength(1)
})

/** Whether the text has only characters of XML 1.0, and `<` and `&` only as markup. */
const isWellFormed = (text: string): boolean =>
  text.isWellFormed() &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not appear
  !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text) &&
  !/&(?!(?:amp|lt|gt|quot|apos);)/.test(text) &&
  [...text.matchAll(/<[^>]*/g)].every(([tag]) => !tag.slice(1).includes('<'))

test.each([
  ['KML', kml],
  ['GPX', gpx],
])('%s is well formed whatever the texts are', async (_, write) => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (name, title) => {
      const text = await textOf(
        write,
        tableOf([row(name, name), row(hostile, hostile)], { columns: [title, 'More'], title }),
      )
      expect(isWellFormed(text)).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('a spreadsheet is well formed whatever the texts are', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (name) => {
      const files = unzip(await bytesOf(xlsx(), tableOf([row(name, name), row(hostile)], { title: name })))
      for (const text of files.values()) expect(isWellFormed(text)).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['CSV', csv],
  ['XLSX', xlsx()],
  ['GeoJSON', geojson],
])('a %s that nobody reads on ends its query', async (_, write) => {
  let isOver = false
  let pagesRead = 0
  const pages = (async function* () {
    try {
      for (;;) {
        pagesRead++
        yield Array.from({ length: 500 }, () => row(Math.random().toString(36), Math.random()))
      }
    } finally {
      isOver = true
    }
  })()
  for await (const part of write(tableOf([], { pages }))) if (part.length > 0 && pagesRead > 3) break
  await expect.poll(() => isOver).toBe(true)
  expect(pagesRead).toBeLessThan(50)
})
