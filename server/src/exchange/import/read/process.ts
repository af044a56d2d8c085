import type { FileProblem } from '#contract'
import { IMPORT_MAX_ROWS } from '#contract/exchange/import/limits.ts'
import { readCsv } from './csv.ts'
import { type Head, ReadError, type ReadOptions, type Row, type Table } from './format.ts'
import { readGeoJson } from './geojson.ts'
import { textOf } from './text.ts'

/**
 * A process of its own that reads one file, started by reader.ts. Files are hostile: what takes too much memory or time
 * ends this process, not the server.
 */
export type ReadRequest = { bytes: Uint8Array; options: ReadOptions } | 'next'
export type ReadReply = { head: Head } | { rows: Row[] } | { end: true } | { problem: FileProblem }

/** Few at first, so that the preview does not wait for the rest of the file. */
const FIRST_ROWS = 200
const ROWS_AT_ONCE = 2_000

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

const startsLikeJson = (text: string) => /^\s*[{[]/.test(text)

const open = async (bytes: Uint8Array, { encoding: chosen }: ReadOptions): Promise<Table & { head: Head }> => {
  if (bytes.length === 0) throw new ReadError('empty')
  if (startsLikeAnotherFormat(bytes)) throw new ReadError('unknownFormat')
  const { text, encoding } = textOf(bytes, chosen)
  const isJson = startsLikeJson(text)
  const table = isJson ? readGeoJson(text) : await readCsv(text)
  return { ...table, head: { format: isJson ? 'geojson' : 'csv', encoding, columns: table.columns } }
}

/** PDF, archives, old Office files, PNG, JPEG, GIF, gzip and SQLite, by their first bytes. */
const otherFormats = ['25504446', '504b0304', 'd0cf11e0', '89504e47', 'ffd8ff', '47494638', '1f8b', '53514c697465']

const startsLikeAnotherFormat = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  return otherFormats.some((format) => start.startsWith(format))
}

const read = async (bytes: Uint8Array, options: ReadOptions) => {
  const { head, rows } = await open(bytes, options)
  await send({ head })
  let [part, count]: [Row[], number] = [[], 0]
  const flush = async () => {
    const next = askedForMore()
    await send({ rows: part })
    part = []
    await next
  }
  for await (const row of rows) {
    if (++count > IMPORT_MAX_ROWS) throw new ReadError('tooManyRows')
    part.push(row)
    if (part.length === (count === FIRST_ROWS ? FIRST_ROWS : ROWS_AT_ONCE)) await flush()
  }
  if (count === 0) throw new ReadError('empty')
  if (part.length > 0) await flush()
  await send({ end: true })
}

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
