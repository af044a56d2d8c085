import { setPriority } from 'node:os'
import type { FileProblem, ImportFormat } from '#contract'
import { IMPORT_MAX_ROWS } from '#contract/exchange/import/limits.ts'
import { readCsv } from './csv.ts'
import { type Head, ReadError, type ReadOptions, type Row, storable, type Table } from './format.ts'
import { readGeoJson } from './geojson.ts'
import { textOf } from './text.ts'
import { openZip } from './zip.ts'

/**
 * Child process that reads one file, started by reader.ts. Files are hostile: a file that takes too much memory or time
 * ends this process, not the server.
 */
export type ReadRequest = { bytes: Uint8Array; options: ReadOptions } | 'next'
export type ReadReply = { head: Head } | { rows: Row[] } | { end: true } | { problem: FileProblem }

/** Few at first, so that the preview does not wait for the rest of the file. */
const FIRST_ROWS = 200
const ROWS_AT_ONCE = 2_000
/** Limits each message, because the server holds the whole message in memory and parses it at once. */
const MOST_LETTERS_AT_ONCE = 1_000_000
/** Limits the whole file, because a text that many cells share is stored once in XLSX but repeated in each row here. */
const MOST_LETTERS = 100_000_000

const send = (message: ReadReply): Promise<void> =>
  new Promise((resolve) => {
    if (!process.connected || !process.send) process.exit()
    process.send(message, undefined, {}, () => resolve())
  })

let wakeUp = () => {}
const askedForMore = () =>
  new Promise<void>((resolve) => {
    wakeUp = resolve
  })

const startOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 8)).toString('hex')
const ZIP = '504b0304'

/** PDF, old Office files, PNG, JPEG, GIF, gzip and SQLite, by their first bytes. */
const otherFormats = ['25504446', 'd0cf11e0', '89504e47', 'ffd8ff', '47494638', '1f8b', '53514c697465']

type OpenTable = Table & { head: Head }

const opened = (table: Table, format: ImportFormat, encoding = ''): OpenTable => ({
  ...table,
  head: { format, encoding, columns: table.columns, ...(table.note && { note: table.note }) },
})

/** KMZ is an archive with a KML file, XLSX one with a workbook. */
const openArchive = async (bytes: Uint8Array): Promise<OpenTable> => {
  const { names, read } = await openZip(bytes)
  if (names.includes('xl/workbook.xml')) {
    const { readXlsx } = await import('./xlsx.ts')
    return opened(await readXlsx(bytes, read), 'xlsx')
  }
  const maps = names.filter((name) => name.toLowerCase().endsWith('.kml'))
  const kml = maps.find((name) => name === 'doc.kml') ?? maps[0]
  if (!kml) throw new ReadError('unknownFormat')
  const { text, encoding } = textOf(await read(kml))
  const others = async function* () {
    for (const name of maps) if (name !== kml) yield textOf(await read(name)).text
  }
  const { readKmlFiles } = await import('./kml.ts')
  return opened(await readKmlFiles(text, others()), 'kmz', encoding)
}

const openXml = async (text: string, encoding: string): Promise<OpenTable> => {
  if (/<gpx[\s>/]/i.test(text.slice(0, XML_HEAD)))
    return opened((await import('./gpx.ts')).readGpx(text), 'gpx', encoding)
  if (/<(\w+:)?kml[\s>/]/i.test(text.slice(0, XML_HEAD)))
    return opened((await import('./kml.ts')).readKml(text), 'kml', encoding)
  throw new ReadError('unknownFormat')
}

/** The root element must begin within this length; comments and schema names may precede it. */
const XML_HEAD = 5_000

const open = async (bytes: Uint8Array, { encoding: chosen }: ReadOptions): Promise<OpenTable> => {
  if (bytes.length === 0) throw new ReadError('empty')
  const start = startOf(bytes)
  if (start.startsWith(ZIP)) return openArchive(bytes)
  if (otherFormats.some((format) => start.startsWith(format))) throw new ReadError('unknownFormat')
  const { text, encoding } = textOf(bytes, chosen)
  if (/^\s*</.test(text)) return openXml(text, encoding)
  if (/^\s*[{[]/.test(text)) return opened(readGeoJson(text), 'geojson', encoding)
  return opened(await readCsv(text), 'csv', encoding)
}

const read = async (bytes: Uint8Array, options: ReadOptions) => {
  const { head, rows } = await open(bytes, options)
  await send({ head })
  let [part, count, letters, all]: [Row[], number, number, number] = [[], 0, 0, 0]
  const flush = async () => {
    const next = askedForMore()
    await send({ rows: part })
    part = []
    letters = 0
    await next
  }
  for await (const { line, cells } of rows) {
    if (++count > IMPORT_MAX_ROWS) throw new ReadError('tooManyRows', { line })
    const length = cells.reduce((sum, cell) => sum + cell.length, 0)
    letters += length
    all += length
    if (all > MOST_LETTERS) throw new ReadError('tooMuchText', { line })
    part.push({ line, cells: cells.map(storable) })
    const isFull = part.length === ROWS_AT_ONCE || letters > MOST_LETTERS_AT_ONCE
    if (isFull || count === FIRST_ROWS) await flush()
  }
  if (count === 0) throw new ReadError('empty')
  if (part.length > 0) await flush()
  await send({ end: true })
}

/** Low priority, so that requests to the server go first. */
setPriority(5)

process.on('message', (request: ReadRequest) => {
  if (request === 'next') return wakeUp()
  read(request.bytes, request.options)
    .catch((error: unknown) => {
      if (error instanceof ReadError) return send({ problem: error.problem })
      throw error
    })
    .then(() => process.exit())
})
process.on('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
